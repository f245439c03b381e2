import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fastify } from 'fastify';
import { registerAnswerInTime } from './answer-in-time.ts';

const ANSWER_MS_MAX = 50;
const LOOK_MS = 5;

test('an answer that is made while it is read may take longer than a request has', async () => {
  const app = fastify();
  registerAnswerInTime(app, async () => {}, ANSWER_MS_MAX);
  app.get('/', (request, reply) => {
    async function* parts() {
      yield 'first ';
      while (performance.now() < request.answerBy + ANSWER_MS_MAX) await wait(LOOK_MS);
      yield 'last';
    }
    return reply.send(Readable.from(parts()));
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  try {
    assert.equal(await (await fetch(address)).text(), 'first last');
  } finally {
    await app.close();
  }
});
