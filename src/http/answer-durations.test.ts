import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Histogram, Registry } from 'prom-client';
import { AnswerDurations } from './answer-durations.ts';

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const GET = { method: 'GET', route: '/v1/orders/:orderId', status: '200' };
const POST = { method: 'POST', route: '/v1/orders', status: '400' };

test('answers are told as a histogram of prom-client tells them', async () => {
  const own = new Registry();
  const durations = new AnswerDurations(own);
  const others = new Registry();
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [others],
  });
  for (const labels of [GET, POST]) {
    const duration = durations.add(labels);
    for (const seconds of [0, 0.0005, 0.001, 0.00100001, 0.3, 10, 10.1, 99]) {
      duration.observe(seconds);
      histogram.observe(labels, seconds);
    }
  }
  assert.equal(await own.metrics(), await others.metrics());
});
