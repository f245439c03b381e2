/** Status and header fields of a response. */
export interface ResponseInfo {
  /** HTTP status. */
  status: number;
  /** Quote it when you contact the fulfillment center. */
  requestId: string | undefined;
  /** True: an earlier request with the same content had the effect, and this one repeated its answer. */
  isReplayed: boolean;
  /** Your quota after this request; undefined if the server has none. */
  quota: RemainingQuota | undefined;
  headers: Headers;
}

export interface RemainingQuota {
  /** Requests that are left. */
  remaining: number;
  /** Seconds until the whole quota is available again. */
  resetSeconds: number;
  /** Requests of a whole window. */
  limit: number | undefined;
}

const infos = new WeakMap<object, ResponseInfo>();

/** Keeps the response of a result of this client, or of a part of it. */
export function keepResponse<Result extends object>(
  result: Result,
  { status, headers }: { status: number; headers: Headers },
): Result {
  infos.set(result, {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    isReplayed: headers.get('idempotent-replayed') === 'true',
    quota: readQuota(headers),
    headers,
  });
  return result;
}

/** Returns the response of a PlatenApiError, or of an object that a call returned, such as an order. */
export function responseOf(result: object): ResponseInfo | undefined {
  return infos.get(result);
}

/** Reads `RateLimit: "api";r=2999;t=60` and `RateLimit-Policy: "api";q=3000;w=60`. */
function readQuota(headers: Headers): RemainingQuota | undefined {
  const [, remaining, reset] = /;r=(\d+);t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? [];
  if (remaining === undefined) return undefined;
  const [, limit] = /;q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '') ?? [];
  return {
    remaining: Number(remaining),
    resetSeconds: Number(reset),
    limit: limit === undefined ? undefined : Number(limit),
  };
}
