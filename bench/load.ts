import autocannon, { type Client, type Request } from 'autocannon';

/** Placeholder in a path or body for an id that is new in each request. */
export const ID_MARK = '[<id>]';
const SAMPLE_MS = 50;
const TIMEOUT_SECONDS = 60;
/** Number of requests between the starting points of consecutive connections. */
const TURN_STEP = 7;

export interface Load {
  port: number;
  /** Requests that each connection sends in turn, one at a time. */
  requests: readonly Request[];
  connections: number;
  seconds: number;
  /** Ends the run after this many requests, however long they take. */
  amount?: number | undefined;
  /** Required status of each answer. Without it, the result counts the answers by status. */
  status?: number;
  /**
   * Requests per second over all connections. Without it, each connection sends its next request after an
   * answer.
   */
  rate?: number;
  /** Runs the load in a thread, so that it does not disturb other measurements of this process. */
  inThread?: boolean;
}

/**
 * Sends requests for some seconds. Throws if an answer has another status than expected, or a connection
 * breaks. `p99` is in milliseconds, rounded to whole ones.
 */
export async function runLoad(load: Load) {
  const { port, requests, connections, seconds, amount, status, rate, inThread = false } = load;
  let turn = 0;
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    requests: [...requests],
    connections: Math.min(connections, amount ?? connections),
    duration: seconds,
    timeout: TIMEOUT_SECONDS,
    idReplacement: requests.some(({ path = '', body = '' }) => `${path}${body}`.includes(ID_MARK)),
    ...{ sampleInt: SAMPLE_MS },
    ...(amount !== undefined && { amount }),
    ...(rate !== undefined && { overallRate: rate }),
    ...(inThread
      ? { workers: 1 }
      : // Connections that all read the same order at the same time would share one look-up.
        { setupClient: (client: Client) => client.setRequests(rotate(requests, TURN_STEP * turn++)) }),
  });
  const byStatus = Object.fromEntries(
    Object.entries(result.statusCodeStats ?? {}).map(([code, { count = 0 }]) => [code, count]),
  );
  if (status !== undefined && Object.keys(byStatus).some((code) => Number(code) !== status))
    throw new Error(`expected ${status}, got ${JSON.stringify(byStatus)}`);
  if (result.errors > 0 && status !== undefined) throw new Error(`${result.errors} connections broke`);
  const { total } = result.requests;
  return { requests: total, perSecond: total / result.duration, p99: result.latency.p99, byStatus };
}

function rotate(requests: readonly Request[], by: number): Request[] {
  const from = by % requests.length;
  return [...requests.slice(from), ...requests.slice(0, from)];
}
