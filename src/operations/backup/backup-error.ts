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

/** Says what is wrong with a folder, and what to do. */
type Describe = (folder: string) => string;

const describeNoFolder: Describe = (folder) => `Platen cannot use ${folder}: it is not a folder.`;
const describeNoRight: Describe = (folder) =>
  `Platen cannot write to ${folder}: give the user who runs it the right to.`;
const describeFull: Describe = (folder) => `There is no space left in ${folder}: make room.`;
const describeLostDisk: Describe = (folder) => `Platen cannot reach ${folder}: mount its disk again.`;

const FAULTS_BY_CODE: Readonly<Record<string, [fault: FolderFault, describe: Describe]>> = {
  ENOENT: ['folder_missing', (folder) => `Platen cannot find ${folder}: mount or create it.`],
  ENOTDIR: ['folder_unusable', describeNoFolder],
  EEXIST: ['folder_unusable', describeNoFolder],
  EROFS: ['folder_read_only', (folder) => `Platen cannot write to ${folder}: it is read-only.`],
  EACCES: ['folder_read_only', describeNoRight],
  EPERM: ['folder_read_only', describeNoRight],
  ENOSPC: ['folder_full', describeFull],
  EDQUOT: ['folder_full', describeFull],
  EIO: ['folder_unusable', (folder) => `Platen cannot use ${folder}: its disk fails. Replace the disk.`],
  ESTALE: ['folder_unusable', describeLostDisk],
  ENOTCONN: ['folder_unusable', describeLostDisk],
  ENODEV: ['folder_unusable', describeLostDisk],
  ENXIO: ['folder_unusable', describeLostDisk],
  EHOSTDOWN: ['folder_unusable', describeLostDisk],
  ETIMEDOUT: ['folder_unusable', describeLostDisk],
};

/**
 * Returns the fault of the folder that explains this error of the file system, or the error as it is. `name` is what the message calls the folder.
 */
export function asFolderError(error: unknown, dir: string, name = `the backup folder ${dir}`): unknown {
  if (error instanceof BackupError) return error;
  const { code = '', path, syscall } = error as NodeJS.ErrnoException;
  const known = FAULTS_BY_CODE[code];
  const isOfFolder =
    path === undefined
      ? syscall === 'write' || syscall === 'fsync'
      : path === dir || path.startsWith(dir + sep);
  if (!known || !isOfFolder) return error;
  const [fault, describe] = known;
  return new BackupFolderError(fault, describe(name), { cause: error });
}
