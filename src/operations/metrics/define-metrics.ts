import { type Aggregator, Counter, Gauge, type Registry } from 'prom-client';

/** Labels and value; what is not known is NaN, so that no alert takes it for zero. */
export type Sample = [labels: Record<string, string>, value: number | null | undefined];

/** No sample where the process does not know the value, because another one does. */
export function known(value: number | undefined): Sample[] {
  return value === undefined ? [] : [[{}, value]];
}

type Read = () => Sample[] | Promise<Sample[]>;
export type Define = Record<
  'gauge' | 'counter',
  (name: string, help: string, labelNames: string[], read: Read) => void
>;

/** `aggregator` makes one measurement of those of several processes. */
export function definer(registry: Registry, aggregator: Aggregator): Define {
  const registers = [registry];
  return {
    gauge: (name, help, labelNames, read) => {
      const collect = async function (this: Gauge) {
        const samples = await read();
        this.reset();
        for (const [labels, value] of samples) this.set(labels, value ?? Number.NaN);
      };
      new Gauge({ name, help, labelNames, registers, collect, aggregator });
    },
    counter: (name, help, labelNames, read) => {
      const collect = async function (this: Counter) {
        const samples = await read();
        this.reset();
        for (const [labels, value] of samples) this.inc(labels, value ?? 0);
      };
      new Counter({ name, help, labelNames, registers, collect });
    },
  };
}

/** 0 when there is nothing that waits. */
export function secondsBetween(since: Date | null, now: Date): number {
  return since ? Math.max(0, now.getTime() - since.getTime()) / 1000 : 0;
}
