import type { Readable } from 'node:stream';

/**
 * `unavailable`: the machine accepts no file now, so its files wait.
 * `refused`: the machine refuses this file.
 * `unknown`: the machine may have the file.
 */
type MachineFault = 'unavailable' | 'refused' | 'unknown';

export class MachineError extends Error {
  readonly fault: MachineFault;
  /** A short name, which staff read in the language of the console. */
  readonly reason: string;
  /** The fingerprint of a host key that is not the known one. */
  readonly hostKey: string | undefined;

  constructor(fault: MachineFault, reason: string, hostKey?: string) {
    super(reason);
    this.name = 'MachineError';
    this.fault = fault;
    this.reason = reason;
    this.hostKey = hostKey;
  }
}

/** A folder of a file system, on this host or another one. Every function throws MachineError. */
export interface FolderOutlet {
  kind: 'folder';
  /** Returns the sizes of all files by their names. */
  list(): Promise<Map<string, number>>;
  /** Returns the SHA-256 of a file; undefined if it does not exist. */
  digest(name: string): Promise<string | undefined>;
  /** Writes a file and flushes it to the disk. An existing one is replaced. */
  write(name: string, content: Readable): Promise<void>;
  /** Renames a file. Returns false if it does not exist. */
  rename(from: string, to: string): Promise<boolean>;
  /** Flushes the names of files to the disk, where that is possible. */
  flush(): Promise<void>;
  /** Deletes a file. Returns false if it does not exist. */
  remove(name: string): Promise<boolean>;
  close(): Promise<void>;
}

/** A bucket, whose objects are complete or absent. Every function throws MachineError. */
export interface BucketOutlet extends Pick<FolderOutlet, 'list' | 'remove' | 'close'> {
  kind: 'bucket';
  put(name: string, part: SentPart): Promise<void>;
}

/** A printer or a server, which takes a file or refuses it. */
export interface SendOutlet {
  kind: 'send';
  /** Throws MachineError. */
  send(job: SentJob): Promise<void>;
  /** Throws MachineError if the machine does not answer. */
  test(): Promise<void>;
  close(): Promise<void>;
}

export type Outlet = FolderOutlet | BucketOutlet | SendOutlet;

export interface SentPart {
  bytes: number;
  mediaType: string;
  sha256: string;
  open: () => Promise<Readable>;
}

export interface SentJob extends SentPart {
  /** The same for every attempt of a person's request, so that a server can recognize a repeated one. */
  key: string;
  fileName: string;
  ticketName: string | null;
  ticket: string | null;
  copies: number;
  widthMm: number;
  heightMm: number;
}

/** A hidden file by which Platen recognizes the folder. An unmounted share has none. */
export const MARKER = '.platen-folder';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'folder_missing',
  ENOTDIR: 'folder_missing',
  EROFS: 'folder_read_only',
  EACCES: 'folder_read_only',
  EPERM: 'folder_read_only',
  ENOSPC: 'folder_full',
  EDQUOT: 'folder_full',
  EFBIG: 'folder_full',
};

/** Returns the error of a file system as the fault of the machine. */
export function folderFault(error: unknown): MachineError {
  if (error instanceof MachineError) return error;
  return new MachineError('unavailable', REASONS[(error as { code?: string }).code ?? ''] ?? 'folder_failed');
}
