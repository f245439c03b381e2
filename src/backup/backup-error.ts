import { sep } from 'node:path';

/** A backup or a restore that cannot be made. The message is one sentence that says what to do. */
export class BackupError extends Error {}

/** The reasons why the server cannot write backups. */
export type FolderFault =
  | 'folder_missing'
  | 'folder_not_known'
  | 'folder_read_only'
  | 'folder_full'
  | 'folder_unusable'
  | 'log_given_up';

/** The backup folder cannot be written. The server goes on and tries again. */
export class BackupFolderError extends BackupError {
  readonly fault: FolderFault;

  constructor(fault: FolderFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

const FAULTS_BY_CODE: Readonly<Record<string, [fault: FolderFault, message: (dir: string) => string]>> = {
  ENOENT: ['folder_missing', (dir) => `The backup folder ${dir} is missing: mount or create it.`],
  ENOTDIR: ['folder_unusable', (dir) => `The backup folder ${dir} is not a folder.`],
  EEXIST: ['folder_unusable', (dir) => `The backup folder ${dir} is not a folder.`],
  EROFS: ['folder_read_only', (dir) => `The backup folder ${dir} is read-only: make it writable.`],
  EACCES: [
    'folder_read_only',
    (dir) => `The user who runs Platen may not write to the backup folder ${dir}.`,
  ],
  EPERM: ['folder_read_only', (dir) => `The user who runs Platen may not write to the backup folder ${dir}.`],
  ENOSPC: ['folder_full', (dir) => `There is no space left in the backup folder ${dir}: make room.`],
  EDQUOT: ['folder_full', (dir) => `There is no space left in the backup folder ${dir}: make room.`],
  EIO: [
    'folder_unusable',
    (dir) => `The disk of the backup folder ${dir} fails: replace it or mount it again.`,
  ],
  ESTALE: ['folder_unusable', describeLostDisk],
  ENOTCONN: ['folder_unusable', describeLostDisk],
  ENODEV: ['folder_unusable', describeLostDisk],
  ENXIO: ['folder_unusable', describeLostDisk],
  EHOSTDOWN: ['folder_unusable', describeLostDisk],
  ETIMEDOUT: ['folder_unusable', describeLostDisk],
};

function describeLostDisk(dir: string): string {
  return `The disk of the backup folder ${dir} is gone: mount it again.`;
}

/** The fault of the backup folder that explains this error of the file system; any other error as it is. */
export function asFolderError(error: unknown, dir: string): unknown {
  if (error instanceof BackupError) return error;
  const { code = '', path, syscall } = error as NodeJS.ErrnoException;
  const known = FAULTS_BY_CODE[code];
  const isOfFolder =
    path === undefined
      ? syscall === 'write' || syscall === 'fsync'
      : path === dir || path.startsWith(dir + sep);
  if (!known || !isOfFolder) return error;
  const [fault, describe] = known;
  return new BackupFolderError(fault, describe(dir), { cause: error });
}
