import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { workInRounds } from '../../platform/database/in-rounds.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { BlobMissingError, type BlobStore } from '../../platform/files/blobs.ts';
import type { MediaType } from '../../platform/files/file-content.ts';
import { recordBlobs } from '../../platform/files/open-blobs.ts';
import type { TaskPool } from '../../platform/files/task-pool.ts';
import { deleteUnnamedFiles } from './order-blob-names.ts';
import { endDuePicture, findDuePicture, findPictures, type PictureNames, savePictures } from './order-file-store.ts';

/** Duration of one client's run, before other clients have their turn. */
const RUN_MS_MAX = 10_000;
const NOT_DRAWABLE: PictureNames = { small: null, large: null };

interface DrawingContext {
  pool: Pool;
  blobs: BlobStore;
  /** The drawing processes. Others inspect files, so that no order waits for pictures. */
  drawing: Pick<TaskPool, 'run'>;
  clock: () => Date;
}

/** Draws pictures of order files in separate processes, and stores them beside the files. */
export class PictureDrawer {
  readonly #context: DrawingContext;
  readonly #folders = new PictureFolders();
  /** Running drawings by the SHA-256 of the file. Concurrent callers share one. */
  readonly #underWay = new Map<string, Promise<PictureNames>>();

  constructor(context: DrawingContext) {
    this.#context = context;
  }

  /** Draws missing pictures. Parties take turns. Rejects if the blob store fails or the processes stop. */
  async picturesOf(
    party: string,
    file: { sha256: string; mediaType: string },
    signal: AbortSignal,
  ): Promise<PictureNames> {
    const { pool } = this.#context;
    const found = await withRetry(() => findPictures(pool, file.sha256));
    if (found) return found;
    return this.draw(party, file, signal);
  }

  draw(party: string, file: { sha256: string; mediaType: string }, signal: AbortSignal): Promise<PictureNames> {
    const underWay = this.#underWay.get(file.sha256);
    if (underWay) return underWay;
    const drawn = this.#draw(party, file, signal).finally(() => this.#underWay.delete(file.sha256));
    this.#underWay.set(file.sha256, drawn);
    return drawn;
  }

  /** Draws pictures of the client's new files, first fetched first. */
  async drawDue(clientId: string, signal: AbortSignal): Promise<void> {
    const { pool } = this.#context;
    await workInRounds(RUN_MS_MAX, signal, async () => {
      const due = await withRetry(() => findDuePicture(pool, clientId));
      if (!due) return false;
      // The blob store has lost the file; staff see that when they open it.
      await this.picturesOf(clientId, due, signal).catch((error) => {
        if (!(error instanceof BlobMissingError)) throw error;
      });
      await withRetry(() => endDuePicture(pool, clientId, due.sha256));
      return true;
    });
  }

  async #draw(
    party: string,
    { sha256, mediaType }: { sha256: string; mediaType: string },
    signal: AbortSignal,
  ): Promise<PictureNames> {
    const { pool, blobs, drawing, clock } = this.#context;
    const folder = await this.#folders.make(clock());
    try {
      const path = join(folder, 'file');
      await pipeline(await blobs.read(sha256), createWriteStream(path), { signal });
      const drawn = await drawing.run(party, 'draw', { path, mediaType: mediaType as MediaType }, signal);
      const names =
        drawn === undefined || drawn === 'too_complex'
          ? NOT_DRAWABLE
          : { small: await this.#keep(folder, drawn.small), large: await this.#keep(folder, drawn.large) };
      await withRetry(() => savePictures(pool, sha256, names, clock()));
      // The order of the file may have been erased meanwhile.
      const saved = [names.small, names.large].filter((name) => name !== null);
      await deleteUnnamedFiles(this.#context, saved);
      return names;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #keep(folder: string, base64: string): Promise<string> {
    const { pool, blobs } = this.#context;
    const picture = Buffer.from(base64, 'base64');
    const sha256 = createHash('sha256').update(picture).digest('hex');
    const path = join(folder, sha256);
    await writeFile(path, picture);
    await recordBlobs(pool, blobs).put(sha256, path);
    return sha256;
  }
}

const PREFIX = 'platen-picture-';
/** All folders of `PictureFolders`, as a pattern. */
export const PICTURE_FOLDERS = join(tmpdir(), `${PREFIX}*`);
/** Drawing takes some minutes at most. An older folder was left by a killed process. */
const ABANDONED_AFTER_MS = 3_600_000;
const TIDY_INTERVAL_MS = 600_000;

/** Creates a folder for each drawing. Removes folders of killed processes, which have customers' files. */
export class PictureFolders {
  readonly #parent: string;
  #tidied = Number.NEGATIVE_INFINITY;

  constructor(parent = tmpdir()) {
    this.#parent = parent;
  }

  /** The caller removes the folder. */
  async make(now: Date): Promise<string> {
    if (Math.abs(now.getTime() - this.#tidied) > TIDY_INTERVAL_MS) {
      this.#tidied = now.getTime();
      // Another process may remove them at the same time.
      await this.#tidy(now).catch(() => {});
    }
    return mkdtemp(join(this.#parent, PREFIX));
  }

  /** Removes only folders of this account, because the parent folder is shared. */
  async #tidy(now: Date): Promise<void> {
    const names = (await readdir(this.#parent)).filter((name) => name.startsWith(PREFIX));
    for (const path of names.map((name) => join(this.#parent, name))) {
      const found = await lstat(path).catch(() => undefined);
      if (!found?.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) continue;
      if (now.getTime() - found.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
    }
  }
}
