import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';

/** What the log tells of an answer. */
export interface Answered {
  requestId: string;
  clientId: string | undefined;
  traceId: string | undefined;
  /** What is the same for all answers of its kind. */
  kind: AnswerKind;
  ms: number;
}

/** Text within a line, since it is the same for thousands of them. */
export type AnswerKind = string & { readonly kind: unique symbol };

export function answerKind(method: string, route: string, status: number): AnswerKind {
  return JSON.stringify({ method, route, status }).slice(1, -1) as AnswerKind;
}

const LEVEL = 'info';

/** Parts of a pino logger; what its symbols name does not change with its minor versions, and the line is compared with pino's in a test. */
type Written = Record<symbol, unknown>;

/**
 * Writes the line of an answer as pino would write it. Put together by hand it takes a seventh of the time, and at ten thousand answers a second that is a tenth of
 * all that is done for each.
 */
export function answerLog(log: FastifyBaseLogger): (answered: Answered) => void {
  const { streamSym, timeSym, lsCacheSym, chindingsSym } = pino.symbols;
  // A server that has no log is none of pino's.
  if (!(streamSym in log) || !(log as pino.Logger).isLevelEnabled(LEVEL)) return () => {};
  const parts = log as unknown as Written;
  const stream = parts[streamSym] as { write(line: string): void };
  const time = parts[timeSym] as () => string;
  const begin = (parts[lsCacheSym] as Record<number, string>)[pino.levels.values[LEVEL] as number];
  const bindings = (parts[chindingsSym] as string | undefined) ?? '';
  return ({ requestId, clientId, traceId, kind, ms }) => {
    const client = clientId === undefined ? '' : `,"clientId":${JSON.stringify(clientId)}`;
    const trace = traceId === undefined ? '' : `,"traceId":"${traceId}"`;
    stream.write(
      `${begin}${time()}${bindings},"requestId":"${requestId}"${client}${trace},${kind},"ms":${Math.round(ms * 100) / 100},"msg":"answered"}\n`,
    );
  };
}
