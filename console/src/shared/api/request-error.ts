import type { OperatorApi } from './operator-types.ts';

export type Violation = OperatorApi['schemas']['Violation'];

/** A refusal by the server. `message` is meant for people. */
export class RequestError extends Error {
  readonly status: number;
  /** Error code from the server's catalogue, such as `order_not_found`. */
  readonly code: string;
  /** The request id, to quote when asking for help. */
  readonly requestId: string | undefined;
  readonly violations: readonly Violation[];
  /** Seconds to wait before a retry. */
  readonly retryAfterSeconds: number | undefined;

  constructor(response: Response, body: Partial<OperatorApi['schemas']['Error']>) {
    super(body.message ?? `${response.status} ${response.statusText}`);
    this.status = response.status;
    this.code = body.error ?? 'no_answer_of_platen';
    this.requestId = body.requestId ?? response.headers.get('x-request-id') ?? undefined;
    this.violations = body.violations ?? [];
    this.retryAfterSeconds = Number(response.headers.get('retry-after')) || undefined;
  }
}

/** No answer came. A change may have been made or not. */
export class ConnectionLost extends Error {}

/** Returns the messages of a refusal by JSON Pointer, with dots for slashes. `say` may word them. */
export function violationsByField(
  error: unknown,
  say: (violation: Violation) => string = ({ message }) => message,
): Record<string, string> {
  if (!(error instanceof RequestError)) return {};
  return Object.fromEntries(
    error.violations.map((one) => [one.pointer.replace(/^\//, '').replaceAll('/', '.'), say(one)]),
  );
}
