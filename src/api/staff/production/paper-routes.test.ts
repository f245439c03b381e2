import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { registerAnswerInTime } from '../../../platform/http/answer-in-time.ts';
import { registerErrorHandler } from '../../../platform/http/error-handler.ts';
import { FaultLog } from '../../../platform/observability/fault-log.ts';
import { sendPdf } from './paper-answers.ts';

const [STUCK_MS_MAX, DRAWN_MS_MAX] = [50, 60_000];

test('a document that does not start in time is answered 503 and its drawing stops', async () => {
  const app = fastify();
  registerAnswerInTime(app, { hold: async () => {} });
  registerErrorHandler(app, new FaultLog(app.log));
  const stuck = new Readable({ read() {} });
  const drawn = Readable.from([Buffer.from('%PDF-'), Buffer.from('1.7')]);
  for (const [path, pdf, answerMsMax] of [
    ['/stuck', stuck, STUCK_MS_MAX],
    ['/drawn', drawn, DRAWN_MS_MAX],
  ] as const)
    app.get(path, { config: { answerMsMax } }, (_request, reply) =>
      sendPdf(reply, 'reader', 'list.pdf', async () => ({ pdf, notes: Promise.resolve([]) })),
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
