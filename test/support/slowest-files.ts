import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

const SHOWN_MAX = 10;
const FILE = /\.test\.ts$/;

/** Reporter of node:test that ends a run with the files that took longest. */
export default async function* slowestFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const seconds = new Map<string, number>();
  for await (const event of events) {
    const ended = fileThatEnded(event);
    if (ended && FILE.test(ended.file)) seconds.set(ended.file, ended.ms / 1000);
  }
  if (seconds.size <= SHOWN_MAX) return;
  yield 'slowest files:\n';
  for (const [file, took] of [...seconds].sort(([, a], [, b]) => b - a).slice(0, SHOWN_MAX)) {
    yield `${took.toFixed(1).padStart(7)} s  ${file}\n`;
  }
}

/** A file has a process of its own, or is a suite that test-together names after it. */
function fileThatEnded({ type, data }: TestEvent): { file: string; ms: number } | undefined {
  if (type === 'test:summary' && data.file !== undefined)
    return { file: relative(process.cwd(), data.file), ms: data.duration_ms };
  if ((type === 'test:pass' || type === 'test:fail') && data.nesting === 0)
    return { file: data.name, ms: data.details.duration_ms };
  return undefined;
}
