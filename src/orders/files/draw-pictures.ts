import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { workInRounds } from '../../platform/concurrency/in-rounds.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { BlobMissingError, type BlobStore } from '../../platform/files/blobs.ts';
import type { MediaType } from '../../platform/files/file-content.ts';
import { recordBlobs } from '../../platform/files/open-blobs.ts';
import type { TaskPool } from '../../platform/files/task-pool.ts';
import { deleteUnnamedFiles } from './order-blob-names.ts';
import { PictureFolders } from './picture-folders.ts';
import {
  endDuePicture,
  findDuePicture,
  findPictures,
  type PictureNames,
  savePictures,
} from './picture-store.ts';

/** So long a client's files are drawn, then others have their turn. */
const RUN_MS_MAX = 10_000;
const NOT_DRAWABLE: PictureNames = { small: null, large: null };

export interface DrawingContext {
  pool: Pool;
  blobs: BlobStore;
  /** The processes that draw; they are others than those that judge, so that no order waits for pictures. */
  drawing: Pick<TaskPool, 'run'>;
  clock: () => Date;
}

/** Draws pictures of files that orders keep, in processes of their own, and keeps them beside the files. */
export class PictureDrawer {
  readonly #context: DrawingContext;
  readonly #folders = new PictureFolders();
  /** What is being drawn, by the SHA-256 of the file: whoever asks meanwhile waits for the same. */
  readonly #underWay = new Map<string, Promise<PictureNames>>();

  constructor(context: DrawingContext) {
    this.#context = context;
  }

  /** Names of the pictures, drawn where they are not there yet. Parties take turns. Rejects when the store fails or the processes stop. */
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

  /** Draws them anew. */
  draw(
    party: string,
    file: { sha256: string; mediaType: string },
    signal: AbortSignal,
  ): Promise<PictureNames> {
    const underWay = this.#underWay.get(file.sha256);
    if (underWay) return underWay;
    const drawn = this.#draw(party, file, signal).finally(() => this.#underWay.delete(file.sha256));
    this.#underWay.set(file.sha256, drawn);
    return drawn;
  }

  /** Draws what the client's orders brought, the first ones fetched first. */
  async drawDue(clientId: string, signal: AbortSignal): Promise<void> {
    const { pool } = this.#context;
    await workInRounds(RUN_MS_MAX, signal, async () => {
      const due = await withRetry(() => findDuePicture(pool, clientId));
      if (!due) return false;
      // The store has lost it: staff are told when they look.
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

  /** Answers the name. */
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
