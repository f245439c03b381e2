import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { ApiError } from '../errors.ts';
import { Admission, type Asking } from './admission.ts';

const UNDER_WAY_MIN = 8;
const SPENT = new ApiError('rate_limited', 'Later.', { headers: { 'Retry-After': '30' } });

/** A server that answers nothing until it is told to; the path says who asks, as /customer/shop-a. */
async function startServer(t: TestContext) {
  const underWay: ServerResponse[] = [];
  const admission = new Admission({
    who: ({ url = '' }) => {
      const [, kind, party = ''] = url.split('/') as ['', Asking['kind'], string];
      return { kind, party, refusal: party === 'spent' ? SPENT : undefined };
    },
    onRefused: () => {},
    underWayMin: UNDER_WAY_MIN,
  });
  const server = createServer(admission.guard((_request, response) => underWay.push(response)));
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
  return { admission, send, answerAll };
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
