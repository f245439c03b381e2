import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePng } from '../src/platform/files/test-support/sample-files.ts';
import { keyOf, type SeenWebhook } from './chaos-model.ts';
import { type EventTrace, WORLD } from './event-trace.ts';

const SLOW_MS = 2_500;
/** Number of different pictures on the file host. */
export const PICTURES = 2_000;

export type Mood = 'well' | 'slow' | 'fails';

/** The shops' servers: files and webhook receivers. */
export interface ShopHosts {
  /** host:port */
  name: string;
  moods: { files: Mood; receivers: Mood };
  /** Received webhooks in order, also those answered with an error. */
  webhooks: SeenWebhook[];
  close(): Promise<void>;
}

export async function openShopHosts(trace: EventTrace): Promise<ShopHosts> {
  const moods: ShopHosts['moods'] = { files: 'well', receivers: 'well' };
  const webhooks: SeenWebhook[] = [];
  const receive = async (request: IncomingMessage, clientId: string) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const { type, data } = JSON.parse(text) as { type: string; data: { orderId?: string; version: number } };
    if (data.orderId === undefined) return;
    const id = String(request.headers['webhook-id']);
    const { orderId, version } = data;
    webhooks.push({ clientId, id, type, orderId, version, at: trace.now() });
    trace.add(keyOf(clientId, orderId), `webhook ${type}, version ${version}, ${id}`);
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const [, what, name = ''] = (request.url ?? '').split('/');
    const isFile = what === 'files';
    const mood = isFile ? moods.files : moods.receivers;
    if (mood === 'slow') await sleep(SLOW_MS, undefined, { ref: false });
    if (mood === 'fails') {
      response.writeHead(500).end();
      return;
    }
    if (!isFile) await receive(request, decodeURIComponent(name));
    const width = (Number.parseInt(name, 10) || 0) % PICTURES;
    response.end(isFile ? makePng({ width: width + 1 }) : '');
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      // The sender was killed during its request.
      if (!request.destroyed) trace.add(WORLD, `the shops' server failed: ${error}`);
      response.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    name: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    moods,
    webhooks,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
