import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { registerAnswerInTime } from '../../../platform/http/answer-in-time.ts';
import { registerErrorHandler } from '../../../platform/http/error-handler.ts';
import { FaultLog } from '../../../platform/observability/fault-log.ts';
import { sendPdf } from './paper-answers.ts';

const ANSWER_MS_MAX = 50;

test('a document that does not start in time is answered 503 and its drawing stops', async () => {
  const app = fastify();
  registerAnswerInTime(app, { hold: async () => {} }, ANSWER_MS_MAX);
  registerErrorHandler(app, new FaultLog(app.log));
  const stuck = new Readable({ read() {} });
  const drawn = Readable.from([Buffer.from('%PDF-'), Buffer.from('1.7')]);
  const documents: Record<string, Readable> = { stuck, drawn };
  app.get<{ Params: { name: string } }>('/:name', (request, reply) =>
    sendPdf(reply, 'reader', 'list.pdf', async () => ({
      pdf: documents[request.params.name] as Readable,
      notes: Promise.resolve([]),
    })),
  );
  const late = await app.inject('/stuck');
  assert.deepEqual([late.statusCode, late.json().error], [503, 'temporarily_unavailable']);
  const closed = once(stuck, 'close');
  stuck.push('%PDF-');
  await closed;
  const whole = await app.inject('/drawn');
  assert.deepEqual([whole.statusCode, whole.body], [200, '%PDF-1.7']);
  await app.close();
});
