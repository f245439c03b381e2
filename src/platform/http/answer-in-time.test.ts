import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { collectGarbage } from '../../../test/support/collect-garbage.ts';
import { ApiError } from '../errors/errors.ts';
import { FaultLog } from '../observability/fault-log.ts';
import { bodyMsMax, registerAnswerInTime } from './answer-in-time.ts';
import { registerErrorHandler } from './error-handler.ts';

const ANSWER_MS_MAX = 50;
const LOOK_MS = 5;
/** A busy machine sends the first part within this time. */
const FIRST_PART_MS_MAX = 500;

test('an answer that is made while it is read may take longer than a request has', async () => {
  const app = fastify();
  registerAnswerInTime(app, { hold: async () => {} }, FIRST_PART_MS_MAX);
  app.get('/', (request, reply) => {
    async function* parts() {
      yield 'first ';
      while (performance.now() < request.answerBy + LOOK_MS) await wait(LOOK_MS);
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

for (const path of ['/', '/twice'])
  test(`an answer that waits for the rest of the body is the only one, however late the body arrives (${path})`, async () => {
    const app = fastify();
    registerAnswerInTime(app, { hold: async () => {} }, ANSWER_MS_MAX);
    registerErrorHandler(app, new FaultLog(app.log));
    const begun = Promise.withResolvers<FastifyRequest>();
    app.post('/', {
      onRequest: (request, _reply, done) => {
        begun.resolve(request);
        done(new ApiError('missing_token', 'It has no token.'));
      },
      handler: () => 'never',
    });
    app.post('/twice', {
      onRequest: (request, reply) => {
        begun.resolve(request);
        reply.code(401).send('one');
        reply.send('two');
      },
      handler: () => 'never',
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    try {
      const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1');
      socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 10\r\n\r\n"ha`);
      const { answerBy } = await begun.promise;
      while (performance.now() < answerBy + ANSWER_MS_MAX) await wait(LOOK_MS);
      socket.write('lf-sent');
      let text = '';
      for await (const chunk of socket) text += chunk;
      assert.deepEqual(text.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 401']);
    } finally {
      await app.close();
    }
  });

test('a request with an empty body has a time limit, too', async () => {
  const app = fastify();
  registerAnswerInTime(app, { hold: async () => {} }, ANSWER_MS_MAX);
  registerErrorHandler(app, new FaultLog(app.log));
  app.post('/', () => new Promise(() => {}));
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  try {
    for (const body of ['', '{}'])
      assert.equal(
        (await fetch(address, { method: 'POST', body, headers: { 'content-type': 'text/plain' } })).status,
        503,
      );
  } finally {
    await app.close();
  }
});

test('a body that arrives too slowly gets 408, and its connection ends', async () => {
  const app = fastify();
  const asked: number[] = [];
  registerAnswerInTime(app, { hold: async () => {} }, ANSWER_MS_MAX, (bytes) => {
    asked.push(bytes);
    return LOOK_MS;
  });
  app.post('/', { bodyLimit: 1_000 }, () => 'never');
  await app.listen({ port: 0, host: '127.0.0.1' });
  try {
    for (const length of ['content-length: 9', 'transfer-encoding: chunked']) {
      const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1');
      socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${length}\r\n\r\n`);
      let text = '';
      for await (const chunk of socket) text += chunk;
      assert.match(text, /^HTTP\/1\.1 408 .*"error":"request_timeout"/s);
    }
    assert.deepEqual(asked, [9, 1_000]);
  } finally {
    await app.close();
  }
});

test('a body has 30 s, and more for its size', () => {
  assert.deepEqual([0, 128_000, 256_000_000].map(bodyMsMax), [30_000, 31_000, 2_030_000]);
});

test('a request whose body breaks off is forgotten', async () => {
  const app = fastify();
  registerAnswerInTime(app, { hold: async () => {} }, ANSWER_MS_MAX);
  const begun = Promise.withResolvers<WeakRef<FastifyReply>>();
  app.addHook('onRequest', (_request, reply, done) => {
    begun.resolve(new WeakRef(reply));
    done();
  });
  app.post('/', () => 'never');
  await app.listen({ port: 0, host: '127.0.0.1' });
  try {
    const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n"ha');
    const reply = await begun.promise;
    socket.destroy();
    await once(socket, 'close');
    // Ends when it is collected.
    while (reply.deref()) {
      await wait(LOOK_MS);
      await collectGarbage();
    }
  } finally {
    await app.close();
  }
});
