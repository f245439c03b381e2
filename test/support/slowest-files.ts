import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

const SHOWN_MAX = 10;

/** Reporter of node:test that ends a run with the files that took longest. */
export default async function* slowestFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const durations: { file: string; seconds: number }[] = [];
  for await (const { type, data } of events) {
    if (type !== 'test:summary' || data.file === undefined) continue;
    durations.push({ file: relative(process.cwd(), data.file), seconds: data.duration_ms / 1000 });
  }
  if (durations.length <= SHOWN_MAX) return;
  yield 'slowest files:\n';
  for (const { file, seconds } of durations.sort((a, b) => b.seconds - a.seconds).slice(0, SHOWN_MAX)) {
    yield `${seconds.toFixed(1).padStart(7)} s  ${file}\n`;
  }
}
