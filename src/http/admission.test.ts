import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { ApiError } from '../errors.ts';
import { Admission, type Asking } from './admission.ts';
import { AnswerRate } from './answer-rate.ts';
import { Connections } from './connections.ts';

const UNDER_WAY_MIN = 8;
const SPENT = new ApiError('rate_limited', 'Later.', { headers: { 'Retry-After': '30' } });

/** A server that answers nothing until it is told to; the path says who asks, as /customer/shop-a. */
async function startServer(t: TestContext, inHandMax?: number, rate?: AnswerRate) {
  const underWay: ServerResponse[] = [];
  const admission = new Admission({
    who: ({ url = '' }) => {
      const [, kind, party = ''] = url.split('/') as ['', Asking['kind'], string];
      return { kind, party, refusal: party === 'spent' ? SPENT : undefined };
    },
    onRefused: () => {},
    underWayMin: UNDER_WAY_MIN,
    ...(inHandMax !== undefined && { inHandMax }),
    ...(rate && { rate }),
  });
  const handler = admission.guard((_request, response) => underWay.push(response));
  const server = new Connections(() => {}).createServer(handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  /** Resolves when it is under way or answered, whichever comes first. */
  const send = async (path: string): Promise<{ answer: Promise<Response>; isUnderWay: boolean }> => {
    const before = underWay.length;
    const answer = fetch(url + path);
    while (underWay.length === before) {
      if (await Promise.race([answer.then(() => true), nextTurn(false)])) break;
    }
    return { answer, isUnderWay: underWay.length > before };
  };
  const answerAll = () => {
    for (const response of underWay.splice(0)) response.end('done');
  };
  return { admission, underWay, url, send, answerAll };
}

const nextTurn = <T>(value: T) => new Promise<T>((resolve) => setImmediate(resolve, value));

test('what comes on top of what is under way is refused at once, and what was let in is finished', async (t) => {
  const { admission, send, answerAll } = await startServer(t);
  const taken = [];
  for (let count = 0; count < UNDER_WAY_MIN; count++) taken.push(await send('/customer/flood'));
  assert.ok(taken.every(({ isUnderWay }) => isUnderWay));
  const refused = await (await send('/customer/flood')).answer;
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1']);
  const body = (await refused.json()) as { error: string; requestId: string };
  assert.equal(body.error, 'temporarily_unavailable');
  assert.equal(body.requestId, refused.headers.get('x-request-id'));
  assert.deepEqual([admission.underWay, admission.refused], [UNDER_WAY_MIN, 1]);
  answerAll();
  for (const { answer } of taken) assert.equal(await (await answer).text(), 'done');
  assert.ok((await send('/customer/flood')).isUnderWay);
});

test('who has less than its share is let in while another has all of it, and so are staff and probes', async (t) => {
  const { send } = await startServer(t);
  for (let count = 0; count < UNDER_WAY_MIN; count++) await send('/customer/flood');
  assert.ok((await send('/customer/small')).isUnderWay);
  assert.equal((await (await send('/customer/flood')).answer).status, 503);
  assert.ok((await send('/customer/small')).isUnderWay);
  for (const path of ['/staff/any', '/health/any']) assert.ok((await send(path)).isUnderWay, path);
});

test('who has less than its share is let in also while more is under way than would be let in now', async (t) => {
  const hour = performance.now() + 3_600_000;
  const rate = new AnswerRate(0);
  for (let count = 0; count < 4 * UNDER_WAY_MIN * 1_000; count++) rate.add();
  // Of a moment that comes after all of the test: nothing that it answers is measured.
  assert.ok(rate.sample(hour, true) < UNDER_WAY_MIN);
  for (let count = 0; count < 20 * UNDER_WAY_MIN; count++) rate.add();
  assert.ok(rate.sample(hour + 1_000, true) > 4 * UNDER_WAY_MIN);
  const { send } = await startServer(t, undefined, rate);
  for (let count = 0; count < 4 * UNDER_WAY_MIN; count++) await send('/customer/flood');
  rate.sample(hour + 1_500, true);
  rate.sample(hour + 2_000, true);
  assert.ok(rate.sample(hour + 2_500, true) < UNDER_WAY_MIN);
  assert.equal((await (await send('/customer/flood')).answer).status, 503);
  assert.ok((await send('/customer/small')).isUnderWay);
});

test('what is refused for a reason of its own has nothing under way, and says the reason', async (t) => {
  const { admission, send } = await startServer(t);
  const refused = await (await send('/customer/spent')).answer;
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '30']);
  assert.equal(admission.underWay, 0);
});

test('thousands of refusals are told one after the other, and all are told', async (t) => {
  const { admission, send } = await startServer(t);
  for (let count = 0; count < UNDER_WAY_MIN; count++) await send('/customer/flood');
  const sent = await Promise.all(Array.from({ length: 600 }, () => send('/customer/flood')));
  const answers = await Promise.all(sent.map(({ answer }) => answer));
  assert.ok(answers.every(({ status }) => status === 503));
  assert.equal(admission.refused, 600);
});

test('a few are worked on at once, and as one is done the next begins, that of another party first', async (t) => {
  const { admission, underWay, url } = await startServer(t, 2);
  const begun = () => underWay.map(({ req }) => req.url);
  const sent: Promise<Response>[] = [];
  const sendOne = async (path: string) => {
    const before = admission.underWay;
    sent.push(fetch(url + path));
    while (admission.underWay === before) await nextTurn(undefined);
  };
  for (const path of ['/customer/flood/1', '/customer/flood/2', '/customer/flood/3', '/customer/flood/4'])
    await sendOne(path);
  await sendOne('/customer/small/1');
  assert.deepEqual(begun(), ['/customer/flood/1', '/customer/flood/2']);
  for (const isThere of [3, 4, 5]) {
    underWay[isThere - 3]?.end('done');
    while (underWay.length < isThere) await nextTurn(undefined);
  }
  assert.deepEqual(begun().slice(2), ['/customer/flood/3', '/customer/small/1', '/customer/flood/4']);
  for (const response of underWay) response.end('done');
  assert.deepEqual(
    (await Promise.all(sent)).map(({ status }) => status),
    [200, 200, 200, 200, 200],
  );
});

test('one party has a part of what is worked on, so that another begins at once', async (t) => {
  const { admission, underWay, send, url } = await startServer(t, 4);
  const sent = Array.from({ length: 5 }, (_, n) => fetch(`${url}/customer/flood/${n}`));
  while (admission.underWay < sent.length) await nextTurn(undefined);
  assert.deepEqual(
    underWay.map(({ req }) => req.url?.startsWith('/customer/flood')),
    [true, true, true],
  );
  assert.ok((await send('/customer/small')).isUnderWay);
  assert.equal(underWay.at(-1)?.req.url, '/customer/small');
  for (let ended = 0; ended < sent.length + 1; ended++) {
    while (underWay.length <= ended) await nextTurn(undefined);
    underWay[ended]?.end('done');
  }
  assert.ok((await Promise.all(sent)).every(({ status }) => status === 200));
});

test('what takes long keeps nobody else from beginning', async (t) => {
  const { underWay, url } = await startServer(t, 2);
  const sent = Array.from({ length: 5 }, (_, n) => fetch(`${url}/customer/slow/${n}`));
  while (underWay.length < 5) await nextTurn(undefined);
  for (const response of underWay) response.end('done');
  assert.ok((await Promise.all(sent)).every(({ status }) => status === 200));
});

test('a sender that waits for a 100 is refused without one', async (t) => {
  const { send, answerAll, url } = await startServer(t);
  for (let count = 0; count < UNDER_WAY_MIN; count++) await send('/customer/flood');
  const headers = { expect: '100-continue', 'content-length': 2 };
  const sent = httpRequest(`${url}/customer/flood`, { method: 'POST', headers, agent: false });
  sent.on('continue', () => assert.fail('it was asked for its body'));
  sent.flushHeaders();
  const [{ statusCode }] = (await once(sent, 'response')) as [IncomingMessage];
  sent.destroy();
  assert.equal(statusCode, 503);
  answerAll();
});
