import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { FAULTS } from '../chaos/fault-schedule.ts';
import { runChaos } from '../chaos/run-chaos.ts';
import { makeUsedDataDir } from './support/platen-process.ts';

/** A seed whose plan kills a backend, ends connections, kills a process and cuts a connection. */
const SEED = 740;
const LENGTH_MS = 8_000;

test('after a few seconds of random faults every acknowledged change is kept', {
  skip: process.platform !== 'linux' && 'processes are found in /proc',
}, async (t) => {
  const { dataDir } = await makeUsedDataDir(t);
  const folder = await mkdtemp(join(tmpdir(), 'platen-chaos-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const told: string[] = [];
  const report = await runChaos({
    seed: SEED,
    lengthMs: LENGTH_MS,
    processes: 2,
    folder,
    dataDir,
    isBackedUp: false,
    // A full disk would affect other tests on this machine.
    kinds: FAULTS.filter((kind) => kind !== 'fill the disk'),
    tell: (line) => void told.push(line),
    signal: t.signal,
  });
  const log = async () => (await readFile(join(folder, 'platen.log'), 'utf8')).split('\n').slice(-20);
  assert.deepEqual(report.violations, [], `seed ${SEED}\n${report.trace.join('\n')}\n${(await log()).join('\n')}`);
  assert.ok(report.orders > 0 && report.webhooks > 0 && report.faults > 1, told.join('\n'));
});
