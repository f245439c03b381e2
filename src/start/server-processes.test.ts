import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Gauge, Registry } from 'prom-client';
import { aggregateMetrics, type Metrics } from './server-processes.ts';

async function measure(value: number): Promise<Metrics> {
  const registry = new Registry();
  new Gauge({ name: 'age', help: 'Age.', registers: [registry], aggregator: 'max' }).set(value);
  return (await registry.getMetricsAsJSON()) as Metrics;
}

test('a value that is unknown in some processes is aggregated from the others', async () => {
  const addUpValues = async (...values: number[]) => {
    const together = aggregateMetrics(await Promise.all(values.map(measure)));
    return (await together.getMetricsAsJSON())[0]?.values[0]?.value;
  };
  assert.equal(await addUpValues(Number.NaN, 3), 3);
  assert.equal(await addUpValues(3, Number.NaN, 2), 3);
  assert.equal(await addUpValues(Number.NaN, Number.NaN), Number.NaN);
});
