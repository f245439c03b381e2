import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkEvent } from '../../../test/support/event-check.ts';
import type { Scope } from '../../../test/support/scope.ts';

export interface Received {
  headers: IncomingHttpHeaders;
  path: string;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail where it is not.
  json: any;
}

export interface Receiver {
  /** `127.0.0.1:port`. */
  host: string;
  url: string;
  /** Everything that arrived, in order. */
  received: Received[];
  /** Waits until this number has arrived. */
  arrived(count: number): Promise<Received[]>;
  /** Answers the next requests. */
  answer: (response: ServerResponse, received: Received) => void;
}

/**
 * Starts a customer's receiver of webhooks on a free port of 127.0.0.1, closed with the test. Answers 204
 * unless `answer` says otherwise, and checks each request against the API document.
 */
export async function startReceiver(t: Scope, answer?: Receiver['answer']): Promise<Receiver> {
  const waiting: { count: number; resolve: (received: Received[]) => void }[] = [];
  const server = createServer(async (request, response) => {
    response.on('error', () => {});
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const one = { headers: request.headers, path: request.url ?? '', body, json: JSON.parse(body) };
    checkEvent(one.json);
    receiver.received.push(one);
    receiver.answer(response, one);
    for (const { count, resolve } of waiting) if (receiver.received.length >= count) resolve(receiver.received);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver: Receiver = {
    host,
    url: `http://${host}/hooks`,
    received: [],
    arrived: (count) =>
      new Promise((resolve) => {
        if (receiver.received.length >= count) resolve(receiver.received);
        else waiting.push({ count, resolve });
      }),
    answer: answer ?? ((response) => response.writeHead(204).end()),
  };
  return receiver;
}

/** Returns an answer function that uses the statuses in turn, and repeats the last one. */
export function answerWith(...statuses: number[]): Receiver['answer'] {
  return (response) => {
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    response.writeHead(status ?? 204).end(`answered ${status}`);
  };
}
