import { AggregatorRegistry, type Registry } from 'prom-client';
import type { Metrics } from './process-messages.ts';

/** What only grows; it must not shrink when one that counted it has ended. */
const COUNTS = ['counter', 'histogram'];

/** The measurements of several processes as those of one: each by its aggregator. */
export function addUp(all: readonly Metrics[]): Registry {
  return AggregatorRegistry.aggregate(all.flatMap((metrics) => (metrics.length > 0 ? [metrics] : [])));
}

/** What was counted, without what is only so at a moment. */
export function lastCounts(all: readonly Metrics[]): Metrics {
  const counted = all.map((metrics) => metrics.filter(({ type }) => COUNTS.includes(String(type))));
  const together = addUp(counted);
  return counted.flat().length === 0 ? [] : (together.getMetricsAsArray() as unknown as Metrics);
}
