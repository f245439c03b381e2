import { AggregatorRegistry, type Registry } from 'prom-client';
import type { Metrics } from './process-messages.ts';

/** What only grows; it must not shrink when one that counted it has ended. */
const COUNTS = ['counter', 'histogram'];

/** Returns the measurements of several processes as those of one: each by its aggregator. */
export function addUp(all: readonly Metrics[]): Registry {
  return AggregatorRegistry.aggregate(withoutUnknown(all.filter((metrics) => metrics.length > 0)));
}

/** Drops each NaN for which another process has a number, because an aggregate with NaN is NaN. Only one process archives the log, for example. */
function withoutUnknown(all: readonly Metrics[]): Metrics[] {
  const keyOf = (name: string, labels: object) => JSON.stringify([name, labels]);
  const known = new Set(
    all.flatMap((metrics) =>
      metrics.flatMap(({ name, values }) =>
        values.filter(({ value }) => !Number.isNaN(value)).map(({ labels }) => keyOf(name, labels)),
      ),
    ),
  );
  return all.map((metrics) =>
    metrics.map((metric) => ({
      ...metric,
      values: metric.values.filter(
        ({ value, labels }) => !Number.isNaN(value) || !known.has(keyOf(metric.name, labels)),
      ),
    })),
  );
}

/** What was counted, without what is only so at a moment. */
export function lastCounts(all: readonly Metrics[]): Metrics {
  const counted = all.map((metrics) => metrics.filter(({ type }) => COUNTS.includes(String(type))));
  const together = addUp(counted);
  return counted.flat().length === 0 ? [] : (together.getMetricsAsArray() as unknown as Metrics);
}
