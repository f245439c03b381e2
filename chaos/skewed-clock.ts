import { readFileSync } from 'node:fs';

// Loaded into each server process by NODE_OPTIONS. It shifts JavaScript's time by the milliseconds that a
// file gives for the process. Timers, performance.now and PostgreSQL have other clocks and are not affected.

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
      // The file is being written.
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
