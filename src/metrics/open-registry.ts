import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { VERSION } from '../version.ts';

/** The measurements of this process; those of what it does are made where it is done. */
export function openRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const build = {
    name: 'platen_build_info',
    help: 'Always 1; says which version runs.',
    labelNames: ['version'],
    aggregator: 'max' as const,
  };
  new Gauge({ ...build, registers: [registry] }).set({ version: VERSION }, 1);
  return registry;
}
