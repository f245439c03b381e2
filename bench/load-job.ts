/** What stands in a prepared request for a number that is new each time: of so many digits, so that no length changes. */
export const NUMBER_DIGITS = 12;
export const NUMBER_MARK = '#'.repeat(NUMBER_DIGITS);

/** What a load generator is told to do. */
export interface LoadJob {
  port: number;
  connections: number;
  /** Whole requests, which each connection sends in turn. */
  requests: readonly string[];
  /** What all of them must be answered with; absent: anything, told apart in the result. */
  status?: number | undefined;
  seconds: number;
  /** Requests in a second, at moments fixed before; absent: as many as are answered. */
  rate?: number;
  /** With a rate: those for which no connection was free until the end are given up, in place of sent late. */
  givesUpLate?: boolean;
  /** Without a rate: it ends also when so many were sent. */
  requestsMax?: number;
  /** The first number in place of NUMBER_MARK. */
  firstNumber: number;
}

/** Times of requests in milliseconds. */
export interface Latencies {
  requests: number;
  p50: number;
  p99: number;
  p999: number;
}

/** What it measured. */
export interface LoadResult extends Latencies {
  seconds: number;
  /** Processor time that the generator itself took. */
  cpuSeconds: number;
  /** Of a job without a status: the answers by theirs, timed from when they were sent. */
  byStatus: Record<string, Latencies>;
  /** Of a job that gives up late ones: how many. */
  unsent: number;
  /** Answers with another status, by status. */
  unexpected: Record<string, number>;
  nextNumber: number;
}

/** The text of a request over HTTP/1.1. */
export function requestText(
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): string {
  const all: Record<string, string> = { host: '127.0.0.1', ...headers };
  if (body !== '') all['content-length'] = String(Buffer.byteLength(body));
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
