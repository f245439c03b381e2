import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { FaultLog } from '../fault-log.ts';
import { registerAnswerInTime } from './answer-in-time.ts';
import { BytesInFlight, CLIENT_BYTES_MAX, LARGE_BYTES } from './bytes-in-flight.ts';
import { registerErrorHandler } from './error-handler.ts';
import { BODY_BYTES_MAX, registerJsonBody } from './json-body.ts';

const LARGE_BODY = JSON.stringify('x'.repeat(900_000));
/** Nobody's turn comes too late, however busy the machine. */
const PATIENT_MS = 600_000;
/** The turn is awaited for 4 s less. */
const IMPATIENT_MS = 4_100;

/** A server whose work ends when the test says so. Who calls stands in a header. */
async function newServer(answerMsMax = PATIENT_MS) {
  const flights = new BytesInFlight();
  const atWork: string[] = [];
  const answers: (() => void)[] = [];
  const app = Fastify({ bodyLimit: BODY_BYTES_MAX });
  app.decorateRequest('caller');
  flights.register(app);
  registerAnswerInTime(app, (request, bytes) => flights.hold(request, bytes), answerMsMax);
  registerErrorHandler(app, new FaultLog(app.log));
  registerJsonBody(app, flights);
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
  const answerLarge = async ({ caller }: FastifyRequest) => {
    atWork.push(caller.clientId);
    await new Promise<void>((resolve) => answers.push(resolve));
    return 'x'.repeat(LARGE_BYTES);
  };
  app.get('/large', answerLarge);
  app.get('/held', { config: { answerBytes: LARGE_BYTES } }, answerLarge);
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
  return { app, flights, answers, post, workingOn };
}

test('two large bodies of a client are worked on at once, three of all, and small ones at any time', async () => {
  const { app, flights, answers, post, workingOn } = await newServer();
  const asked = [post('one'), post('one'), post('one'), post('other'), post('other')];
  assert.equal(await workingOn(3), 'one one other');
  assert.equal(flights.waiting, 2);
  asked.push(post('one', '1'), post('one', '2'));
  assert.equal(await workingOn(5), 'one one other one one');
  for (const answer of answers.splice(0)) answer();
  await workingOn(7);
  for (const answer of answers) answer();
  for (const { statusCode } of await Promise.all(asked)) assert.equal(statusCode, 200);
  assert.deepEqual([flights.bytes, flights.waiting], [0, 0]);
  await app.close();
});

test('bodies past a client’s share are not read, and are told to come again; others’ are', async () => {
  const { app, flights, answers, post, workingOn } = await newServer(IMPATIENT_MS);
  const asked = Array.from({ length: 10 }, () => post('one'));
  await workingOn(2);
  assert.ok(flights.bytes <= CLIENT_BYTES_MAX, `${flights.bytes} bytes in flight`);
  const other = post('other');
  await workingOn(3);
  const first = await Promise.any(asked);
  assert.deepEqual([first.statusCode, first.json().error], [429, 'rate_limited']);
  assert.match(String(first.headers['retry-after']), /^\d+$/);
  for (const answer of answers) answer();
  assert.equal((await other).statusCode, 200);
  const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
  assert.equal(statuses.filter((status) => status === 200).length, 2);
  assert.equal(flights.bytes, 0);
  await app.close();
});

for (const isHeld of [false, true]) {
  test(`a large answer to somebody who has gone takes nothing of their share${isHeld ? ', also where it was taken before' : ''}`, async () => {
    const { app, flights, answers, workingOn } = await newServer();
    try {
      await app.listen({ port: 0, host: '127.0.0.1' });
      const [socket] = await Promise.all([
        once(app.server, 'connection').then(([taken]) => taken as Socket),
        askForLarge(app, isHeld),
      ]);
      await workingOn(1);
      const asking = flights.bytes;
      socket.destroy();
      await once(socket, 'close');
      for (const answer of answers) answer();
      await workingOn(1);
      assert.deepEqual([asking, flights.bytes], [isHeld ? LARGE_BYTES : 0, 0]);
    } finally {
      await app.close();
    }
  });
}

async function askForLarge(app: FastifyInstance, isHeld: boolean): Promise<void> {
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1');
  // The other end breaks it off.
  socket.on('error', () => {});
  socket.write(`GET /${isHeld ? 'held' : 'large'} HTTP/1.1\r\nhost: x\r\nclient: one\r\n\r\n`);
}
