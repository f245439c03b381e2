import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { diskOf } from './chaos-world.ts';
import { BACKUP_FAULTS, FAULTS, faultsOf } from './fault-schedule.ts';
import { runChaos } from './run-chaos.ts';

// Usage, explained in docs/high-availability.md:
// npm run chaos -- [--seed N] [--minutes N] [--processes N] [--without FAULT …] [--world NAME]

const SEED_MAX = 2 ** 31;
const DISK_BYTES = 640 * 1024 * 1024;
const VIOLATIONS_TOLD = 20;

/** In `address` Platen has a DATABASE_URL. In `backups` it runs the embedded database and makes backups. */
const WORLDS = ['address', 'backups'] as const;
type WorldName = (typeof WORLDS)[number];

const number = (most: number) => (text: string) => {
  const value = Number(text);
  if (!(value > 0 && value <= most)) throw new InvalidArgumentError(`a number up to ${most}`);
  return value;
};
const kindsToName = [...FAULTS, ...BACKUP_FAULTS].join(', ');
const command = new Command('chaos')
  .option('--seed <number>', 'of the faults and orders; another each time', number(SEED_MAX))
  .option('--minutes <number>', 'how long faults happen in each world', number(24 * 60), 2)
  .option('--processes <number>', 'processes of the server', number(16), 2)
  .option('--without <fault...>', `kinds of faults to leave out: ${kindsToName}`, [])
  .addOption(new Option('--world <name>', 'only this world').choices(WORLDS))
  .parse();
const given = command.opts<{
  seed?: number;
  minutes: number;
  processes: number;
  without: string[];
  world?: WorldName;
}>();
const seed = Math.floor(given.seed ?? Math.random() * SEED_MAX);
const folder = mkdtempSync(join(tmpdir(), 'platen-chaos-'));
const tell = (line: string) => process.stdout.write(`${line}\n`);
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());

tell(`seed ${seed}, ${given.minutes} minutes, ${given.processes} processes, in ${folder}`);
let isWell = true;
for (const world of given.world ? [given.world] : WORLDS) isWell &&= await runWorld(world);
if (isWell) rmSync(folder, { recursive: true, force: true });
process.exit(isWell ? 0 : 1);

/** Runs the faults in one world. Resolves to true if there is no violation. */
async function runWorld(world: WorldName): Promise<boolean> {
  const ofWorld = join(folder, world);
  const isMounted = mountDisk(ofWorld);
  const unwanted = isMounted ? given.without : [...given.without, 'fill the disk'];
  if (!isMounted) tell('The disk is not filled: only root may make a small one.');
  const isBackedUp = world === 'backups';
  tell(`world: ${world}`);
  try {
    const report = await runChaos({
      seed,
      lengthMs: given.minutes * 60_000,
      processes: given.processes,
      folder: ofWorld,
      isBackedUp,
      kinds: faultsOf(isBackedUp).filter((kind) => !unwanted.includes(kind)),
      tell,
      signal: stop.signal,
    });
    const { violations, trace, orders, faults, webhooks, unanswered } = report;
    if (violations.length > 0) {
      tell('\nWhat happened to it, and to the world meanwhile:');
      for (const line of trace) tell(line);
      tell('');
      for (const { key, what } of violations.slice(0, VIOLATIONS_TOLD)) tell(`VIOLATION ${key ?? ''} ${what}`);
      tell(
        `\nAgain: npm run chaos -- --world ${world} --seed ${seed} --minutes ${given.minutes} --processes ${given.processes}`,
      );
      tell(`The server's log: ${join(ofWorld, 'platen.log')}`);
    }
    const result = violations.length === 0 ? 'all as acknowledged' : `${violations.length} violations`;
    tell(`${orders} orders, ${webhooks} webhooks, ${faults} faults, ${unanswered} requests sent again: ${result}`);
    return violations.length === 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\nseed ${seed}\n`);
    return false;
  } finally {
    if (isMounted) execFileSync('umount', ['--lazy', diskOf(ofWorld)]);
  }
}

/** Mounts a small disk in memory that faults can fill. Returns false without permission. */
function mountDisk(folder: string): boolean {
  const disk = diskOf(folder);
  mkdirSync(disk, { recursive: true });
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'platen-chaos', disk], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
