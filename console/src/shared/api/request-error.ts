import type { OperatorApi } from './operator-types.ts';

export type Violation = OperatorApi['schemas']['Violation'];

/** The server said no. `message` is its own sentence, for people to read. */
export class RequestError extends Error {
  readonly status: number;
  /** Short name from the server's catalogue of errors, as `order_not_found`. */
  readonly code: string;
  /** What to name when asking for help. */
  readonly requestId: string | undefined;
  readonly violations: readonly Violation[];
  /** Seconds after which trying again makes sense. */
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

/** There was no answer at all: the server or the network is away. Whether a change took place is not known. */
export class ConnectionLost extends Error {}

/** What a refusal says of one field, by its JSON Pointer. */
export function violationsByField(error: unknown): Record<string, string> {
  if (!(error instanceof RequestError)) return {};
  return Object.fromEntries(
    error.violations.map(({ pointer, message }) => [
      pointer.replace(/^\//, '').replaceAll('/', '.'),
      message,
    ]),
  );
}
