import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Scope } from './scope.ts';

export interface ShopCall {
  method: string;
  /** Path and query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * How a fake shop fails one call. `after` means that it does the work first. `page` is HTML, with 200 unless
 * it has a status.
 */
export type Fault =
  | 'hang'
  | 'reset'
  | 'reset after'
  | { status: number; headers?: Record<string, string>; body?: object }
  | { page: string; status?: number }
  | { answer: unknown }
  | { after: unknown };

export interface FakeServer {
  url: string;
  calls: ShopCall[];
  /** Ends the calls that hang. */
  closeCalls: () => void;
  /** Chooses a fault for a call; none by default. */
  fault: (call: ShopCall) => Fault | undefined;
}

/** Serves a fake shop on a free port. `answer` returns the body of the answer; undefined is 404. */
export async function startFakeServer(t: Scope, answer: (call: ShopCall) => unknown): Promise<FakeServer> {
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const call = { method, path, headers, body: await text(request) };
    fake.calls.push(call);
    const fault = fake.fault(call);
    const send = (status: number, body: unknown, more: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(body));
    if (fault === 'hang') return;
    if (fault === 'reset') return void request.socket.destroy();
    if (typeof fault === 'object' && 'page' in fault)
      return void response.writeHead(fault.status ?? 200, { 'content-type': 'text/html' }).end(fault.page);
    if (typeof fault === 'object' && 'status' in fault)
      return void send(fault.status, fault.body ?? { message: 'No.' }, fault.headers);
    if (typeof fault === 'object' && 'answer' in fault) return void send(200, fault.answer);
    const body = answer(call);
    if (fault === 'reset after') return void request.socket.destroy();
    if (typeof fault === 'object') return void send(200, fault.after);
    if (body === undefined) return void send(404, { message: 'Not found.' });
    send(200, body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const fake: FakeServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    closeCalls: () => server.closeAllConnections(),
    fault: () => undefined,
  };
  return fake;
}
