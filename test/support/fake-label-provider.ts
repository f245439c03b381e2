import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { freePort } from './free-ports.ts';
import type { Scope } from './scope.ts';

/**
 * Behaviour of one call. drop: carries it out and cuts the connection. half: sends half of the answer.
 * other: answers with another label for the key, as a broken provider does.
 */
export type Fault = 'drop' | 'other' | 'half' | 'refuse' | 'busy' | 'credentials' | 'html' | 'hang';

export interface FakeLabel {
  key: string;
  service: string;
  trackingNumber: string;
  isVoid: boolean;
  body: Record<string, unknown>;
}

/** A server of the contract in docs/postage.md. */
export interface FakeLabelProvider {
  url: string;
  labels: FakeLabel[];
  manifests: { key: string; labels: object[] }[];
  calls: string[];
  /** Faults of the next calls with this method and path, such as `POST /labels`. */
  faults: Map<string, Fault[]>;
  /** The document of each label. Absent: ZPL with its number. */
  document: Buffer | undefined;
  rates: object[];
  /** Tracking news by our key. Null: the parcel is not tracked. */
  news: Map<string, object | null>;
  /** Runs after a call was carried out and before it is answered. */
  beforeAnswer: (call: string) => Promise<void> | void;
  token: string | undefined;
  off(): Promise<void>;
  on(): Promise<void>;
}

const zplOf = (number: string) => Buffer.from(`^XA^FO20,20^A0N,40,40^FDPostage ${number}^FS^XZ`);

export async function startFakeLabelProvider(t: Scope): Promise<FakeLabelProvider> {
  let number = 0;
  const listener = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  const port = await freePort();
  const on = async () => void (await once(listener.listen(port, '127.0.0.1'), 'listening'));
  const off = async () => {
    listener.closeAllConnections();
    if (listener.listening) await new Promise((resolve) => listener.close(resolve));
  };
  await on();
  t.after(off);
  const fake: FakeLabelProvider = {
    url: `http://127.0.0.1:${port}`,
    labels: [],
    manifests: [],
    calls: [],
    faults: new Map(),
    document: undefined,
    rates: [],
    news: new Map(),
    beforeAnswer: () => {},
    token: undefined,
    off,
    on,
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('/').slice(0, 2).join('/');
    const call = `${request.method} ${path}`;
    const bytes = Buffer.concat(await request.toArray());
    const body = bytes.length > 0 ? JSON.parse(bytes.toString('utf8')) : {};
    fake.calls.push(call);
    const fault = fake.faults.get(call)?.shift();
    const send = (status: number, content: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    if (fake.token !== undefined && request.headers.authorization !== `Bearer ${fake.token}`)
      return void send(401, { message: 'bad token' });
    if (fault === 'refuse') return void send(422, { message: 'The postal code is wrong.' });
    if (fault === 'busy') return void send(503, { message: 'Come back later.' });
    if (fault === 'credentials') return void send(401, { message: 'bad token' });
    if (fault === 'html') return void response.writeHead(502).end('<html>Bad gateway</html>');
    const [status, content] = carryOut(
      request.method ?? '',
      path,
      decodeURIComponent((request.url ?? '').slice(path.length + 1)),
      body,
    );
    await fake.beforeAnswer(call);
    if (fault === 'other') Object.assign(content as object, { labelId: 'L-other', trackingNumber: 'OTHER1' });
    if (fault === 'hang') return;
    if (fault === 'drop') return void request.socket.destroy();
    const text = JSON.stringify(content);
    if (fault !== 'half') return void send(status, content);
    response.writeHead(status, { 'content-length': String(text.length) }).write(text.slice(0, text.length / 2));
    setImmediate(() => request.socket.destroy());
  }

  function carryOut(method: string, path: string, key: string, body: Record<string, unknown>): [number, unknown] {
    if (path === '/rates') return [200, { rates: fake.rates }];
    if (path === '/manifests') {
      const known = fake.manifests.find((one) => one.key === body.key);
      if (!known) fake.manifests.push(body as { key: string; labels: object[] });
      return [200, { document: { base64: Buffer.from('%PDF-1.4 manifest').toString('base64') } }];
    }
    if (method === 'POST') {
      const known = fake.labels.find((one) => one.key === body.key);
      if (known) return [200, labelOf(known)];
      const label = {
        key: String(body.key),
        service: String(body.service),
        trackingNumber: `FAKE${++number + 1_000}`,
        isVoid: false,
        body,
      };
      fake.labels.push(label);
      return [200, labelOf(label)];
    }
    if (key.endsWith('/tracking')) {
      const news = fake.news.get(key.replace('/tracking', ''));
      return news === null ? [404, { message: 'not tracked' }] : [200, news ?? {}];
    }
    const found = fake.labels.find((one) => one.key === key && !one.isVoid);
    if (!found) return [404, { message: 'no such label' }];
    if (method === 'DELETE') {
      found.isVoid = true;
      return [200, {}];
    }
    return [200, labelOf(found)];
  }

  function labelOf({ key, service, trackingNumber }: FakeLabel) {
    return {
      ...{ labelId: `L-${key}`, service, carrier: 'Fake Post', trackingNumber },
      trackingUrl: `https://post.example/${trackingNumber}`,
      cost: { amount: 4.99, currency: 'EUR' },
      label: { base64: (fake.document ?? zplOf(trackingNumber)).toString('base64') },
    };
  }
  return fake;
}
