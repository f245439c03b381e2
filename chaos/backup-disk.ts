import { execFile } from 'node:child_process';
import { chmod, lstat, mkdir, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Size limit of the tmpfs. It uses only the memory of the files on it. */
const DISK_BYTES = 16 * 1024 ** 3;
/** A remount fails while a file is open for writing. */
const REMOUNT_TRIES_MAX = 200;
const REMOUNT_PAUSE_MS = 20;

type Undo = () => Promise<void>;

/** The backup folder and its faults. It is on a separate tmpfs if the user may mount one. */
export class BackupDisk {
  readonly dir: string;
  readonly isMounted: boolean;
  /** Paths that the server wrote while the backup folder was away. */
  readonly strayPaths: string[] = [];
  readonly #root: string;
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(root: string, isMounted: boolean) {
    this.#root = root;
    this.dir = join(root, 'backups');
    this.isMounted = isMounted;
  }

  static async mount(folder: string): Promise<BackupDisk> {
    const root = join(folder, 'backup-disk');
    await mkdir(root);
    const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
    const mounting = ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'platen-chaos', root];
    const isMounted = isRoot && (await succeeds(run('mount', mounting)));
    return new BackupDisk(root, isMounted);
  }

  async unmount(): Promise<void> {
    if (this.isMounted) await run('umount', ['--lazy', this.#root]);
  }

  /** Runs one fault at a time. Each is undone before the next begins. */
  runInTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /**
   * Moves the folder away. `standIn` puts an empty folder in its place, like the mount point of an unmounted
   * disk.
   */
  async disappear(standIn: boolean): Promise<Undo> {
    const away = `${this.dir}.away`;
    await rename(this.dir, away);
    if (standIn) await mkdir(this.dir);
    return async () => {
      const isThere = await succeeds(lstat(this.dir));
      if (isThere !== standIn) this.strayPaths.push(this.dir);
      if (isThere) this.strayPaths.push(...(await readdir(this.dir)));
      await rm(this.dir, { recursive: true, force: true });
      await rename(away, this.dir);
    };
  }

  /**
   * Makes the folder read-only. Root ignores file modes, so for root the tmpfs is remounted read-only.
   * Without permission to mount, a file replaces the folder of the log, because root cannot write below a
   * file.
   */
  async becomeReadOnly(): Promise<Undo> {
    if (this.isMounted) {
      await this.#remount('ro');
      return () => this.#remount('rw');
    }
    if (process.getuid?.() !== 0) {
      await this.#setModes(0o500);
      return () => this.#setModes(0o700);
    }
    const wal = join(this.dir, 'wal');
    await rename(wal, `${wal}.away`);
    await writeFile(wal, '');
    return async () => {
      await rm(wal);
      await rename(`${wal}.away`, wal);
    };
  }

  /** Shrinks the tmpfs to its used size, which needs no memory for a filler. Needs a mounted disk. */
  async fill(): Promise<Undo> {
    await this.#remount(async () => {
      const { blocks, bfree, bsize } = await statfs(this.#root);
      return `size=${(blocks - bfree) * bsize}`;
    });
    return () => this.#remount(`size=${DISK_BYTES}`);
  }

  async #remount(option: string | (() => Promise<string>)): Promise<void> {
    for (let tries = 1; ; tries++) {
      const how = typeof option === 'string' ? option : await option();
      const failure = await run('mount', ['-o', `remount,${how}`, this.#root]).catch((error: Error) => error);
      if (!(failure instanceof Error)) return;
      if (tries === REMOUNT_TRIES_MAX) throw failure;
      await sleep(REMOUNT_PAUSE_MS);
    }
  }

  async #setModes(mode: number): Promise<void> {
    const entries = await readdir(this.dir, { recursive: true, withFileTypes: true });
    for (const entry of entries)
      if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), mode).catch(() => undefined);
    await chmod(this.dir, mode);
  }
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
