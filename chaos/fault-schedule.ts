import { SeededRandom } from './seeded-random.ts';

/** All faults. One with a duration is undone at its end. */
export const FAULTS = [
  'kill the server',
  'kill a process of the server',
  'stop a process of the server for a while',
  'kill a process that judges files',
  'kill the postmaster',
  'kill a backend of PostgreSQL',
  'end all connections in order',
  'cut a connection at a statement',
  'freeze the way to the database',
  'freeze PostgreSQL',
  'set the clock of a process',
  'let file hosts be slow',
  'let file hosts fail',
  'let receivers be slow',
  'let receivers fail',
  'fill the disk',
] as const;

/** Faults of the backup folder, for a world in which Platen makes backups. */
export const BACKUP_FAULTS = [
  'the backup folder disappears',
  'the backup folder is replaced by an empty one',
  'the backup folder becomes read-only',
  'the backup folder is full',
] as const;

export type FaultKind = (typeof FAULTS)[number] | (typeof BACKUP_FAULTS)[number];

/** Faults of the proxy between Platen and a database with an address. */
const OF_ADDRESS: readonly FaultKind[] = ['cut a connection at a statement', 'freeze the way to the database'];

/** Lists the faults that a world can have. */
export function faultsOf(isBackedUp: boolean): FaultKind[] {
  return isBackedUp ? [...FAULTS.filter((kind) => !OF_ADDRESS.includes(kind)), ...BACKUP_FAULTS] : [...FAULTS];
}

export interface PlannedFault {
  kind: FaultKind;
  /** Milliseconds since the start. */
  at: number;
  forMs: number;
  /** A random number that selects a process or statement when the fault happens. */
  choice: number;
}

/** Longer than the time after which a stopped process counts as dead. */
const LASTS_MS_MAX = 8_000;
const LASTS_MS_MIN = 500;
const GAP_MS_MIN = 200;
const GAP_MS_MAX = 7_000;
/**
 * Quiet time at both ends of a run: orders exist before the first fault, and the last one ends within the
 * run.
 */
const QUIET_MS = 1_500;

/** Plans the faults of a run. The same seed, length and kinds give the same plan. */
export function planFaults(
  seed: number,
  { lengthMs, kinds }: { lengthMs: number; kinds: readonly FaultKind[] },
): PlannedFault[] {
  const random = new SeededRandom(seed);
  const planned: PlannedFault[] = [];
  // Every kind occurs once before any occurs again.
  let waiting: FaultKind[] = [];
  for (let at = QUIET_MS; at < lengthMs - QUIET_MS; at += random.integer(GAP_MS_MIN, GAP_MS_MAX)) {
    if (waiting.length === 0) waiting = [...kinds];
    const kind = random.pick(waiting);
    waiting = waiting.filter((one) => one !== kind);
    const forMs = random.integer(LASTS_MS_MIN, Math.min(LASTS_MS_MAX, lengthMs / 2));
    planned.push({ kind, at, forMs, choice: random.integer(0, 999_999) });
  }
  return planned;
}
