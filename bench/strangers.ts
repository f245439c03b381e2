import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Flood, FloodResult } from './flood-sender.ts';
import { Outside } from './outside.ts';
import { PlatenServer } from './platen-server.ts';
import { formatRounded, median, printTables, type Row, reportProgress, tableOf } from './print-table.ts';
import { orderBody, PRODUCTS, productCatalogue } from './shop.ts';

const HELP = `npm run bench:strangers -- [--only TEXT[,TEXT…]] [--seconds N] [--write]

  Floods a server over many connections from one address, and measures the reads of another client meanwhile.

  --only     Only floods whose name contains one of these texts.
  --seconds  Seconds of each flood (8).
  --write    Writes the table into docs/scaling.md.
`;
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '8' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const seconds = Number(options.seconds);
const wanted = options.only?.split(',');

/** One window of the quota lasts for all floods. */
const QUOTA = 2_000;
/** After this number of refusals, Platen refuses the client at the gate. */
const REFUSED_MIN = 150;
const READS_AT_ONCE = 50;
const LEAD_MS = 1_000;
const PAUSE_MS = 50;
const READ_TIMEOUT_MS = 60_000;
const STATUS_TIMEOUT_MS = 1_000;

const HEAD = 'Host: x\r\n';
const get = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\n${HEAD}${headers}\r\n`;
const post = (target: string, body: string, headers = 'Content-Type: application/json\r\n') =>
  `POST ${target} HTTP/1.1\r\n${HEAD}${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
const list = (count: number, separator: string, make: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => make(n)).join(separator);
const withToken = (token: string) => `Authorization: Bearer ${token}\r\n`;

const BROKEN_COOKIES = `Cookie: ${list(1_500, '; ', (n) => `c${n}=%zz`)}\r\n`;
const COOKIES = `Cookie: ${list(1_000, '; ', (n) => `cookie${n}=abcd`)}\r\n`;
const PARAMETERS = `/v1/orders?${list(2_900, '&', (n) => n.toString(36))}`;
const BAD_SECRET = JSON.stringify({ grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'wrong' });

type Tokens = { inQuota: string; spent: string };
const FLOODS: [name: string, connections: number, request: (tokens: Tokens) => string][] = [
  ['1,500 broken cookies', 50, () => get('/operator/v1/session', BROKEN_COOKIES)],
  ['15 KB of cookies', 1_300, () => get('/operator/v1/session', COOKIES)],
  ['15 KB of cookies to orders of staff', 1_300, () => get('/operator/v1/orders', COOKIES)],
  ['2,900 query parameters', 50, () => get(PARAMETERS)],
  ['2,900 query parameters, with a token', 50, ({ inQuota }) => get(PARAMETERS, withToken(inQuota))],
  ['orders without a token', 2_000, () => get('/v1/orders')],
  ['over the quota', 1_300, ({ spent }) => get('/v1/orders', withToken(spent))],
  ['over the quota, absolute target', 300, ({ spent }) => get('http://host/v1/orders', withToken(spent))],
  ['over the quota, absolute target', 1_300, ({ spent }) => get('http://host/v1/orders', withToken(spent))],
  ['over the quota, unknown path', 1_300, ({ spent }) => get('//v1/%6frders?', withToken(spent))],
  [
    '2,000 header fields',
    1_300,
    () =>
      get(
        '/v1/orders',
        list(2_000, '', (n) => `a${n}:\r\n`),
      ),
  ],
  ['a path of 15 KB', 1_300, () => get(`/${'a/'.repeat(7_500)}`)],
  ['/docs/', 1_300, () => get('/docs/')],
  ['/openapi.json', 1_300, () => get('/openapi.json')],
  ['/health/ready', 2_000, () => get('/health/ready?verbose')],
  ['/console/', 1_300, () => get('/console/')],
  ['/images/', 1_300, () => get('/images/none.png')],
  ['OPTIONS', 1_300, () => `OPTIONS /v1/orders HTTP/1.1\r\n${HEAD}\r\n`],
  ['tokens with a wrong secret', 1_300, () => post('/oauth/token', BAD_SECRET)],
  ['forged tokens', 1_300, () => get('/v1/orders', withToken('e30.e30.e30'))],
  ['sessions that do not exist', 1_300, () => get('/operator/v1/orders', `Cookie: platen=${'a'.repeat(43)}\r\n`)],
  ['90 requests in one piece', 256, () => get('/v1/orders').repeat(90)],
  ['bodies of 1 MB without a token', 256, () => post('/v1/orders', 'x'.repeat(1_000_000))],
  ['unfinished headers', 2_000, () => 'GET /v1/orders HTTP/1.1\r\nHost'],
  ['unfinished bodies', 2_000, () => post('/oauth/token', BAD_SECRET).slice(0, -20)],
];

const outside = await Outside.open();
const server = await PlatenServer.start(outside.address, {}, { RATE_LIMIT: `${QUOTA}/3600s` });
try {
  const rows: Row[] = [];
  const spent = await openShop('Spent');
  for (let refused = 0; refused < REFUSED_MIN; ) {
    const reads = await Promise.all(Array.from({ length: READS_AT_ONCE }, () => read(spent)));
    refused += reads.filter(({ status }) => status === 429).length;
  }
  for (const [name, connections, makeRequest] of FLOODS) {
    if (wanted && !wanted.some((text) => name.includes(text))) continue;
    const [other, inQuota] = [await openShop('Other'), await openShop('Flooding')];
    const quiet = await readFor(other, 1);
    reportProgress(name);
    const flooding = startFlood({ port: server.port, connections, request: makeRequest({ inQuota, spent }), seconds });
    await sleep(LEAD_MS);
    const reads = await readFor(other, seconds - LEAD_MS / 1_000);
    const { answers, closed } = await flooding;
    const times = reads.map(({ ms }) => ms);
    rows.push([
      ...[name, connections, formatRounded(median(quiet.map(({ ms }) => ms)))],
      ...[Math.round(median(times)), Math.round(Math.max(...times)), reads.length],
      reads.filter(({ status }) => status !== 200).length,
      Object.entries(answers)
        .map(([status, count]) => `${status}: ${Math.round(count / seconds)}`)
        .join(', '),
      closed,
    ]);
    process.stderr.write(`${rows.at(-1)?.join(' | ')}\n`);
    await sleep(STATUS_TIMEOUT_MS);
  }
  const head = ['flood', 'connections', 'quiet ms', 'median ms', 'worst ms', 'reads', 'not 200', 'answers/s', 'closed'];
  await printTables('npm run bench:strangers', [tableOf(head, rows)], options.write, 'scaling.md');
} finally {
  await server.stop();
  outside.close();
}

/** Creates a client with a product and an order, and returns its token. */
async function openShop(name: string): Promise<string> {
  const { clientId, token } = await server.createClient(name);
  await server.operator('POST', `/catalog/import?clientId=${clientId}`, productCatalogue(0, PRODUCTS));
  await server.call(token, 'POST', '/v1/orders', orderBody({ orderId: 'READ' }));
  return token;
}

async function startFlood(flood: Flood): Promise<FloodResult> {
  const sender = fork(join(import.meta.dirname, 'flood-sender.ts'));
  const ended = once(sender, 'exit');
  sender.send(flood);
  const [result] = (await once(sender, 'message')) as [FloodResult];
  await ended;
  return result;
}

type Read = { status: number; ms: number };

async function readFor(token: string, duration: number): Promise<Read[]> {
  const until = performance.now() + duration * 1_000;
  const reads: Read[] = [];
  while (performance.now() < until) {
    reads.push(await read(token));
    await sleep(PAUSE_MS);
  }
  return reads;
}

/** Reads an order from another address, over a new connection. Status 0 stands for a broken connection. */
async function read(token: string): Promise<Read> {
  const started = performance.now();
  const status = await new Promise<number>((resolve) => {
    const sent = httpRequest({
      ...{
        port: server.port,
        host: '127.0.0.1',
        localAddress: '127.0.0.2',
        path: '/v1/orders/READ',
        agent: false,
        timeout: READ_TIMEOUT_MS,
      },
      headers: { authorization: `Bearer ${token}` },
    });
    sent.on('response', (response: IncomingMessage) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(0));
    sent.end();
  });
  return { status, ms: performance.now() - started };
}
