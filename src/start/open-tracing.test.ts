import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { startTraceCollector } from '../../test/support/trace-collector.ts';
import { runInRequest, runInSpan, runInTrace, startRequestSpan } from '../platform/observability/spans.ts';
import { openTracing } from './open-tracing.ts';

const PARENT = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
/** The limit of waiting spans, plus the spans that are being sent. */
const HELD_MAX = 4_096 + 2 * 256;

test('a collector that does not answer costs spans and nothing else, and gets those that waited once it does', async (t) => {
  const collector = await startTraceCollector(t);
  const { promise: asked, resolve: ask } = Promise.withResolvers<ServerResponse>();
  collector.answer = ask;
  const failures: Error[] = [];
  const tracing = await openTracing(collector.settings(), {
    failed: (error) => failures.push(error),
    worked: () => {},
  });
  const spans = 20_000;
  for (let number = 0; number < spans; number++) startRequestSpan('GET /', undefined, {})?.end();
  const response = await asked;
  for (let number = 0; number < spans; number++) startRequestSpan('GET /', undefined, {})?.end();
  collector.answer = (other) => other.writeHead(200).end();
  collector.answer(response);
  await tracing.close();
  assert.equal(collector.spans.length, tracing.sent.exported);
  assert.ok(tracing.sent.exported >= 256 && tracing.sent.exported <= HELD_MAX, `${tracing.sent.exported}`);
  assert.deepEqual(failures, []);
});

test('a collector that refuses is a fault, which has none of the words of the collector', async (t) => {
  const collector = await startTraceCollector(t);
  collector.answer = (response) => response.writeHead(401).end('Bearer hunter2 is no token');
  const failures: (Error & { code?: unknown })[] = [];
  const settings = collector.settings({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20hunter2' });
  const tracing = await openTracing(settings, {
    failed: (error) => failures.push(error),
    worked: () => {},
  });
  for (let number = 0; number < 600; number++) startRequestSpan('GET /', undefined, {})?.end();
  await tracing.close();
  assert.ok(tracing.sent.failed > 0);
  assert.equal(failures[0]?.code, 401);
  assert.doesNotMatch(failures.map(({ stack }) => stack).join(), /hunter2/);
});

test('of what is not kept no span is made, at whatever depth; without tracing there are none', async (t) => {
  const collector = await startTraceCollector(t);
  const settings = collector.settings({
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  });
  const tracing = await openTracing(settings, { failed: () => {}, worked: () => {} });
  assert.equal(startRequestSpan('GET /', undefined, {}), undefined);
  const left = startRequestSpan('GET /', PARENT.replace(/01$/, '00'), {});
  assert.ok(left);
  await runInRequest(left, () => runInSpan('child', {}, async (span) => assert.equal(span, undefined)));
  await runInTrace('work', null, {}, async () => runInSpan('child', {}, async (span) => assert.equal(span, undefined)));
  const failure = Object.assign(new Error('secret'), { code: '23505' });
  await assert.rejects(
    runInTrace('work', PARENT, {}, () => Promise.reject(failure)),
    /secret/,
  );
  await tracing.close();
  assert.equal(startRequestSpan('GET /', PARENT, {}), undefined);
  assert.equal(await runInTrace('work', PARENT, {}, async (span) => span), undefined);
  assert.deepEqual(
    collector.spans.map(({ name, attributes, status }) => ({ name, attributes, code: status.code })),
    [{ name: 'work', attributes: { 'error.type': '23505' }, code: 2 }],
  );
  assert.doesNotMatch(collector.texts.join(), /secret/);
});
