import { SeededRandom } from './seeded-random.ts';

/** What is done to the world. Those with a duration are undone after it. */
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

/** Faults of the backup folder, in a world where Platen makes backups of the embedded database. */
export const BACKUP_FAULTS = [
  'the backup folder disappears',
  'the backup folder is replaced by an empty one',
  'the backup folder becomes read-only',
  'the backup folder is full',
] as const;

export type FaultKind = (typeof FAULTS)[number] | (typeof BACKUP_FAULTS)[number];

/** Faults of the proxy between Platen and a database with an address. */
const OF_ADDRESS: readonly FaultKind[] = [
  'cut a connection at a statement',
  'freeze the way to the database',
];

/** Lists the faults that a world can have. */
export function faultsOf(isBackedUp: boolean): FaultKind[] {
  return isBackedUp
    ? [...FAULTS.filter((kind) => !OF_ADDRESS.includes(kind)), ...BACKUP_FAULTS]
    : [...FAULTS];
}

export interface PlannedFault {
  kind: FaultKind;
  /** In ms since the beginning. */
  at: number;
  forMs: number;
  /** For whatever is to be chosen when it happens: which process, which statement. */
  choice: number;
}

/** Long enough that a process is taken for dead while it only stands still. */
const LASTS_MS_MAX = 8_000;
const LASTS_MS_MIN = 500;
const GAP_MS_MIN = 200;
const GAP_MS_MAX = 7_000;
/** The first comes when there is something to lose, and the last early enough that its end is part of the run. */
const QUIET_MS = 1_500;

/** The faults of a run: the same for the same seed, length and kinds. */
export function planFaults(
  seed: number,
  { lengthMs, kinds }: { lengthMs: number; kinds: readonly FaultKind[] },
): PlannedFault[] {
  const random = new SeededRandom(seed);
  const planned: PlannedFault[] = [];
  // Each kind comes before any comes a second time.
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
