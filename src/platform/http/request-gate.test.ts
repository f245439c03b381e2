import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { currentAsker } from '../database/asker.ts';
import { ApiError } from '../errors/errors.ts';
import { FaultLog } from '../observability/fault-log.ts';
import { registerAnswerInTime } from './answer-in-time.ts';
import { ByteShares, CLIENT_BYTES_MAX, LARGE_BYTES } from './byte-shares.ts';
import { Connections } from './connections.ts';
import { registerErrorHandler } from './error-handler.ts';
import { BODY_BYTES_MAX, registerJsonBody } from './json-body.ts';
import { type GateContext, RequestGate, type RequestLimits } from './request-gate.ts';

const LIMITS = { all: 8, party: 6, partyAtOnce: 6 };
const STRANGER = 'stranger';
const SPENT = new ApiError('rate_limited', 'Later.', { headers: { 'Retry-After': '30' } });

/** A server that answers when the test says so. The path names the sender, as /customer/shop-a. */
async function startServer(t: TestContext, limits: Partial<RequestLimits['client']> = {}, waitMs = 60_000) {
  const atWork: ServerResponse[] = [];
  const context: GateContext = {
    readTarget: (target) => target,
    callerOf: ({ url = '' }) => (url.endsWith(STRANGER) ? undefined : { clientId: url.split('/')[2] ?? '' }),
    trustedProxies: [],
    limiter: { findRefusal: (clientId) => (clientId === 'spent' ? SPENT : undefined) },
    connections: { know: () => {} },
    onRefused: () => {},
  };
  const kind = { ...LIMITS, ...limits };
  const gate = new RequestGate(context, { client: kind, stranger: kind, health: kind }, waitMs);
  const handler = gate.guard((_request, response) => atWork.push(response));
  // A test opens more connections than a stranger may have.
  const server = new Connections({ trusted: [[ipaddr.parse('127.0.0.1'), 32]] }).createServer(handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  /** Resolves when the request is at work, waits, or is answered. */
  const send = async (path: string): Promise<{ answer: Promise<Response> }> => {
    const before = gate.underWay + gate.refused;
    const answer = fetch(url + path);
    // The end of the test closes the connections that still wait.
    answer.catch(() => {});
    while (gate.underWay + gate.refused === before && !path.startsWith('/health')) await nextTurn();
    return { answer };
  };
  const sendMany = async (count: number, path: string) => {
    const sent = [];
    for (let number = 0; number < count; number++) sent.push(await send(path));
    return sent;
  };
  const answerAll = () => {
    for (const response of atWork.splice(0)) response.end('done');
  };
  const partiesAtWork = () => atWork.map(({ req }) => req.url?.split('/')[2]);
  return { gate, server, atWork, url, send, sendMany, answerAll, partiesAtWork };
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('requests of a client above its limits are refused after a wait, and the others are answered', async (t) => {
  const { gate, atWork, send, sendMany, answerAll } = await startServer(t, {}, 200);
  const sent = await sendMany(LIMITS.party, '/customer/flood');
  assert.equal(atWork.length, LIMITS.party);
  const refused = await (await send('/customer/flood')).answer;
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1']);
  const body = (await refused.json()) as { error: string; requestId: string };
  assert.equal(body.error, 'temporarily_unavailable');
  assert.equal(body.requestId, refused.headers.get('x-request-id'));
  assert.deepEqual([gate.underWay, gate.refused], [LIMITS.party, 1]);
  answerAll();
  for (const { answer } of sent) assert.equal(await (await answer).text(), 'done');
  while (gate.underWay > 0) await nextTurn();
});

test('another client, staff, strangers and probes are served while one client has reached its limits', async (t) => {
  const { atWork, partiesAtWork, send, sendMany } = await startServer(t);
  await sendMany(LIMITS.party + 2, '/customer/flood');
  await send('/customer/small');
  await send('/operator/any');
  await send(`/customer/${STRANGER}`);
  const probe = (await send('/health/any')).answer;
  while (atWork.length < LIMITS.party + 4) await nextTurn();
  assert.deepEqual(partiesAtWork().slice(LIMITS.party), ['small', 'any', STRANGER, 'any']);
  atWork.at(-1)?.end('done');
  assert.equal((await probe).status, 200);
});

test('clients that wait are served in turn', async (t) => {
  const { atWork, partiesAtWork, sendMany } = await startServer(t, { all: 2, party: 2, partyAtOnce: 2 });
  await sendMany(4, '/customer/flood');
  await sendMany(1, '/customer/small');
  for (const next of [2, 3, 4]) {
    atWork[next - 2]?.end('done');
    while (atWork.length <= next) await nextTurn();
  }
  assert.deepEqual(partiesAtWork().slice(2), ['flood', 'small', 'flood']);
});

test('beside another client, a client has fewer requests at work, and a slow one exceeds that after a wait', async (t) => {
  const { atWork, partiesAtWork, send, sendMany, answerAll } = await startServer(t, { party: 4, partyAtOnce: 2 }, 200);
  await send('/customer/small');
  const sent = await sendMany(5, '/customer/flood');
  assert.deepEqual(partiesAtWork(), ['small', 'flood', 'flood']);
  atWork[1]?.end('done');
  while (atWork.length < 6) await nextTurn();
  answerAll();
  for (const { answer } of sent) assert.equal((await answer).status, 200);
});

test('a request whose turn does not come in time is refused', async (t) => {
  const { gate, sendMany } = await startServer(t, {}, 20);
  const sent = await sendMany(LIMITS.party + 1, '/customer/flood');
  assert.equal((await sent.at(-1)?.answer)?.status, 503);
  assert.equal(gate.underWay, LIMITS.party);
});

test('a request that waits is forgotten when its connection closes', async (t) => {
  const { gate, server, atWork, sendMany, url } = await startServer(t);
  await sendMany(LIMITS.party, '/customer/flood');
  const waiting = httpRequest(`${url}/customer/flood`, { agent: false });
  waiting.on('error', () => {}).end();
  while (gate.underWay === LIMITS.party) await nextTurn();
  waiting.destroy();
  while ((await promisify(server.getConnections).call(server)) > LIMITS.party) await nextTurn();
  for (const response of atWork) response.end('done');
  while (gate.underWay > 0) await nextTurn();
  assert.equal(atWork.length, LIMITS.party);
});

test('a request that is refused for another reason holds nothing and gets that reason', async (t) => {
  const { gate, send } = await startServer(t);
  const refused = await (await send('/customer/spent')).answer;
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '30']);
  assert.equal(gate.underWay, 0);
});

test('hundreds of refusals at once are all sent', async (t) => {
  const { gate, sendMany, url } = await startServer(t, {}, 20);
  await sendMany(LIMITS.party, '/customer/flood');
  const answers = await Promise.all(Array.from({ length: 600 }, () => fetch(`${url}/customer/flood`)));
  assert.ok(answers.every(({ status }) => status === 503));
  assert.equal(gate.refused, 600);
});

test('a sender that waits for a 100 is refused without one', async (t) => {
  const { sendMany, url } = await startServer(t, {}, 20);
  await sendMany(LIMITS.party, '/customer/flood');
  const headers = { expect: '100-continue', 'content-length': 2 };
  const sent = httpRequest(`${url}/customer/flood`, { method: 'POST', headers, agent: false });
  sent.on('continue', () => assert.fail('it was asked for its body'));
  sent.flushHeaders();
  const [{ statusCode }] = (await once(sent, 'response')) as [IncomingMessage];
  sent.destroy();
  assert.equal(statusCode, 503);
});

const LARGE_BODY = JSON.stringify('x'.repeat(900_000));
/** No turn comes too late, however busy the machine is. */
const PATIENT_MS = 600_000;
/** A turn is awaited for 4 s less. */
const IMPATIENT_MS = 4_100;

/** An app whose work ends when the test says so. A header names the client. */
async function newApp(answerMsMax = PATIENT_MS) {
  const shares = new ByteShares();
  const atWork: string[] = [];
  const answers: (() => void)[] = [];
  const app = Fastify({ bodyLimit: BODY_BYTES_MAX });
  app.decorateRequest('caller');
  shares.register(app);
  registerAnswerInTime(app, shares, answerMsMax);
  registerErrorHandler(app, new FaultLog(app.log));
  registerJsonBody(app, shares);
  app.addHook('onRequest', async (request) => {
    request.caller = {
      clientId: String(request.headers.client),
      name: 'Shop',
      mode: 'live',
      scope: 'fulfillment',
      role: null,
    };
  });
  app.post('/', async (request) => {
    atWork.push(request.caller.clientId);
    await new Promise<void>((resolve) => answers.push(resolve));
    return { ok: true };
  });
  const answerLarge =
    (isHeld: boolean) =>
    async ({ caller }: FastifyRequest) => {
      if (isHeld) await currentAsker()?.hold?.(LARGE_BYTES);
      atWork.push(caller.clientId);
      await new Promise<void>((resolve) => answers.push(resolve));
      return 'x'.repeat(LARGE_BYTES);
    };
  app.get('/large', answerLarge(false));
  app.get('/held', answerLarge(true));
  await app.ready();
  const post = (client: string, payload = LARGE_BODY) =>
    app.inject({
      method: 'POST',
      url: '/',
      headers: { client, 'content-type': 'application/json' },
      payload,
    });
  const workingOn = async (count: number) => {
    while (atWork.length < count) await new Promise((resolve) => setImmediate(resolve));
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    return atWork.join(' ');
  };
  return { app, shares, answers, post, workingOn };
}

test('two large bodies of a client are worked on at once, three of all clients, and small ones at any time', async () => {
  const { app, shares, answers, post, workingOn } = await newApp();
  const asked = [post('one'), post('one'), post('one'), post('other'), post('other')];
  assert.equal(await workingOn(3), 'one one other');
  assert.equal(shares.bytes.waiting + shares.work.waiting, 2);
  asked.push(post('one', '1'), post('one', '2'));
  assert.equal(await workingOn(5), 'one one other one one');
  for (const answer of answers.splice(0)) answer();
  await workingOn(7);
  for (const answer of answers) answer();
  for (const { statusCode } of await Promise.all(asked)) assert.equal(statusCode, 200);
  assert.deepEqual([shares.bytes.size, shares.work.size], [0, 0]);
  await app.close();
});

test('bodies above the share of a client are refused unread, and those of other clients are read', async () => {
  const { app, shares, answers, post, workingOn } = await newApp(IMPATIENT_MS);
  const asked = Array.from({ length: 10 }, () => post('one'));
  await workingOn(2);
  assert.ok(shares.bytes.size <= CLIENT_BYTES_MAX, `${shares.bytes.size} bytes in flight`);
  const other = post('other');
  await workingOn(3);
  const first = await Promise.any(asked);
  assert.deepEqual([first.statusCode, first.json().error], [429, 'rate_limited']);
  assert.match(String(first.headers['retry-after']), /^\d+$/);
  for (const answer of answers) answer();
  assert.equal((await other).statusCode, 200);
  const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
  assert.equal(statuses.filter((status) => status === 200).length, 2);
  assert.equal(shares.bytes.size, 0);
  await app.close();
});

for (const isHeld of [false, true]) {
  test(`a large answer on a closed connection holds no bytes${isHeld ? ', also when they were reserved' : ''}`, async () => {
    const { app, shares, answers, workingOn } = await newApp();
    try {
      await app.listen({ port: 0, host: '127.0.0.1' });
      const [socket] = await Promise.all([
        once(app.server, 'connection').then(([taken]) => taken as Socket),
        askForLarge(app, isHeld),
      ]);
      await workingOn(1);
      const asking = shares.bytes.size;
      socket.destroy();
      await once(socket, 'close');
      for (const answer of answers) answer();
      await workingOn(1);
      assert.deepEqual([asking > 0, shares.bytes.size], [isHeld, 0]);
    } finally {
      await app.close();
    }
  });
}

async function askForLarge(app: FastifyInstance, isHeld: boolean): Promise<void> {
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`GET /${isHeld ? 'held' : 'large'} HTTP/1.1\r\nhost: x\r\nclient: one\r\n\r\n`);
}
