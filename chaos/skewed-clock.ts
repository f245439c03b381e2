import { readFileSync } from 'node:fs';

// Loaded into each process of the server by NODE_OPTIONS: what JavaScript takes for the time is off by what a file says for the process, in ms. Durations are measured
// by another clock (performance.now, timers), and PostgreSQL has its own, as where the clock of one machine is set.

const READ_INTERVAL_MS = 50;

const file = process.env.CHAOS_CLOCK_FILE;
const RealDate = Date;
let offsetMs = 0;

if (file) {
  const read = () => {
    try {
      const offsets = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>;
      offsetMs = offsets[process.pid] ?? 0;
    } catch {
      // It is being written.
    }
  };
  read();
  setInterval(read, READ_INTERVAL_MS).unref();
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [RealDate.now() + offsetMs] : given, newTarget),
    apply: () => new RealDate(RealDate.now() + offsetMs).toString(),
    get: (target, name, receiver) =>
      name === 'now' ? () => RealDate.now() + offsetMs : Reflect.get(target, name, receiver),
  });
}
