import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTraceParent, writeTraceParent } from './spans.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

test('a traceparent is read as W3C Trace Context has it, of later versions too', () => {
  const read = { traceId, spanId, isRemote: true };
  assert.deepEqual(readTraceParent(`00-${traceId}-${spanId}-01`), { ...read, traceFlags: 1 });
  assert.deepEqual(readTraceParent(`00-${traceId}-${spanId}-fe`), { ...read, traceFlags: 0 });
  assert.deepEqual(readTraceParent(`cc-${traceId}-${spanId}-03-more`), { ...read, traceFlags: 1 });
  assert.equal(writeTraceParent({ ...read, traceFlags: 3 }), `00-${traceId}-${spanId}-01`);
});

test('anything else is none', () => {
  for (const value of [
    undefined,
    null,
    7,
    ['a'],
    '',
    `00-${traceId}-${spanId}-01-more`,
    `00-${traceId}-${spanId}-01\n`,
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId.slice(1)}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `cc-${traceId}-${spanId}-01-${'x'.repeat(1_000_000)}`,
  ])
    assert.equal(readTraceParent(value), undefined, String(value).slice(0, 80));
});
