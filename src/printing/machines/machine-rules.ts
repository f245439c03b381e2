/**
 * FOLDER: a mounted share that the machine watches. SFTP and BUCKET: the same on another host. IPP: a
 * printer. HTTP: a server that takes files. BROWSER: staff download the files.
 */
export const MACHINE_KINDS = ['FOLDER', 'SFTP', 'BUCKET', 'IPP', 'HTTP', 'BROWSER'] as const;
export type MachineKind = (typeof MACHINE_KINDS)[number];

/** When files are put into the queue: a whole batch at its release, a piece at its scan, or by a person. */
export const MACHINE_MODES = ['RELEASE', 'MAKE_SCAN', 'BY_HAND'] as const;
export type MachineMode = (typeof MACHINE_MODES)[number];

export const TICKET_FORMATS = ['JSON', 'XML', 'CSV'] as const;
export type TicketFormat = (typeof TICKET_FORMATS)[number];

/** A roll on which the prints of several pieces are nested. */
export interface SheetRoll {
  widthMm: number;
  /** Between two prints, and to the edges. */
  gapMm: number;
  lengthMaxMm: number;
}

export interface MachineSettings {
  /** FOLDER: a path. BUCKET, HTTP: a URL. SFTP, IPP: a URI. Null for BROWSER. */
  address: string | null;
  /** The user of SFTP, or the access key of the bucket. */
  user: string | null;
  /** SHA-256 fingerprint of the SFTP server's host key. */
  hostKey: string | null;
  /** Region of the bucket. */
  region: string | null;
  nameTemplate: string;
  /** Null: the machine gets no ticket. */
  ticket: { format: TicketFormat; template: string; isFirst: boolean } | null;
  /** Removes a file that the machine has not taken when its piece is made. */
  removesMade: boolean;
  /** Removes a file after this number of days. */
  keepDays: number;
  /** Null: each print is a separate file. Absent: stored by an earlier version. */
  roll?: SheetRoll | null;
}

/**
 * WRITING: a temporary file is written. PLACING: it is complete and gets its name. WRITTEN: the machine can
 * take it. TAKEN: it is gone, but not by Platen. DONE: its piece is made. WITHDRAWN: Platen took it back.
 */
export const MACHINE_JOB_STATES = [
  'WAITING',
  'WRITING',
  'PLACING',
  'WRITTEN',
  'TAKEN',
  'DONE',
  'WITHDRAWN',
  'FAILED',
] as const;
export type MachineJobState = (typeof MACHINE_JOB_STATES)[number];

/** Why a file should leave the machine. */
export const UNWANTED = ['MADE', 'REJECTED', 'CORRECTED', 'CANCELLED', 'STOPPED'] as const;
export type Unwanted = (typeof UNWANTED)[number];

export interface MachineRule {
  machineId: string;
  technology: string | null;
  manufacturerCode: string | null;
  stationId: string | null;
}

/** A step of a piece, and the station where it is made if it is known. */
type RuledStep = { technology: string; manufacturerCode: string | null; stationId: string | null };

/** A station is more specific than an article, and an article than a technology. */
const WEIGHTS = { stationId: 4, manufacturerCode: 2, technology: 1 } as const;

function weightOf(rule: MachineRule): number {
  return (Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]).reduce(
    (sum, name) => sum + (rule[name] === null ? 0 : WEIGHTS[name]),
    0,
  );
}

/** Returns the fitting rule with the most specific condition, the first of equal ones. */
export function chooseMachineRule(rules: readonly MachineRule[], step: RuledStep): MachineRule | undefined {
  const fits = rules.filter((rule) =>
    (Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]).every(
      (name) => rule[name] === null || rule[name] === step[name],
    ),
  );
  return fits.sort((one, other) => weightOf(other) - weightOf(one))[0];
}

/** Names of temporary files begin with a dot, and no RIP knows the ending. */
export function temporaryNameOf(jobId: string, attempt: number, part: 'file' | 'ticket'): string {
  return `.platen-${jobId}-${attempt}-${part}.part`;
}
