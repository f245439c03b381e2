import type { Pool } from 'pg';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type ConnectionKey, countMessages } from './message-store.ts';
import type { OnCost } from './shopify-graphql.ts';

const POINTS = [10, 50, 100, 250, 500, 750, 1_000, 2_000];

/** Metrics of one connector, at GET /metrics. */
export interface Metrics {
  registry: Registry;
  onCost: OnCost;
  countEnabledEndpoint: () => void;
}

export function openMetrics(pool: Pool, { clientId, connection }: ConnectionKey): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ connection });
  const registers = [registry];
  const points = new Histogram({
    name: 'platen_connector_query_points',
    help: 'Cost of queries to Shopify in points. kind: requested (the most it could be), actual.',
    labelNames: ['query', 'kind'] as const,
    buckets: POINTS,
    registers,
  });
  const enabled = new Counter({
    name: 'platen_connector_endpoint_enabled_total',
    help: 'How often the connector enabled its webhook endpoint, which Platen had disabled.',
    registers,
  });
  const age = new Gauge({
    name: 'platen_connector_oldest_message_seconds',
    help: 'Age of the oldest open message.',
    labelNames: ['direction', 'state'] as const,
    registers,
  });
  new Gauge({
    name: 'platen_connector_messages',
    help: 'Open messages. direction: from_shop, to_shop. state: waiting, refused.',
    labelNames: ['direction', 'state'] as const,
    registers,
    async collect() {
      this.reset();
      age.reset();
      for (const { direction, state, count, ageSeconds } of await countMessages(pool, clientId, connection)) {
        this.set({ direction, state }, count);
        age.set({ direction, state }, ageSeconds);
      }
    },
  });
  return {
    registry,
    onCost: (query, { requested, actual }) => {
      points.observe({ query, kind: 'requested' }, requested);
      points.observe({ query, kind: 'actual' }, actual);
    },
    countEnabledEndpoint: () => enabled.inc(),
  };
}
