import { Counter, type Registry } from 'prom-client';

/** What became of the spans of traces. */
export function measureTracing(
  registry: Registry,
  sent: Readonly<Record<'exported' | 'failed', number>>,
): void {
  new Counter({
    name: 'platen_trace_spans_total',
    help: 'Spans that the collector took, and that it did not take.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, spans] of Object.entries(sent)) this.inc({ outcome }, spans);
    },
  });
}
