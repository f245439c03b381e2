import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { registerAnswerInTime } from './answer-in-time.ts';
import { BytesInFlight, CLIENT_BYTES_MAX } from './bytes-in-flight.ts';
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
  registerErrorHandler(app);
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
