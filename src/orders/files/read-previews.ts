import { buffer } from 'node:stream/consumers';
import type { Pool } from 'pg';
import { withRetry } from '../../platform/database/transaction.ts';
import { BlobMissingError, type BlobStore } from '../../platform/files/blobs.ts';
import type { Order } from '../document/order-schemas.ts';
import { findKeptFiles, listPictures } from './order-file-store.ts';

/** Pictures in one answer, of some 10 KB each. */
export const PREVIEWS_MAX = 20;
/** PENDING: the picture is drawn soon. NONE: no picture of the file can be drawn. */
export const PREVIEW_STATES = ['READY', 'PENDING', 'NONE'] as const;

/** Sorts prints/10 behind prints/2. */
const byPointer = new Intl.Collator('en', { numeric: true });

/** A small picture of a file of an item. */
interface Preview {
  role: string;
  location?: string | undefined;
  technology?: string | undefined;
  state: (typeof PREVIEW_STATES)[number];
  /** A data URL. Present in READY. */
  image?: string;
}

/** Reads small pictures of the files of an item in the order of its prints, at most PREVIEWS_MAX. */
export async function readPreviews(
  { pool, blobs }: { pool: Pool; blobs: BlobStore },
  clientId: string,
  { orderId, items }: Order,
  index: number,
): Promise<Preview[]> {
  const at = `/items/${index}/customProduct/`;
  const kept = await withRetry(() => findKeptFiles(pool, clientId, orderId));
  const files = kept
    .filter(({ pointer }) => pointer.startsWith(at))
    .sort((one, other) => byPointer.compare(one.pointer, other.pointer))
    .slice(0, PREVIEWS_MAX);
  const sha256s = files.map(({ sha256 }) => sha256);
  const pictures = await withRetry(() => listPictures(pool, sha256s));
  const smallBySha256 = new Map(pictures.map(({ sha256, small }) => [sha256, small]));
  return Promise.all(
    files.map(async ({ pointer, role, sha256 }) => {
      const [, kind, place] = /\/(prints|customizations)\/(\d+)\//.exec(pointer) ?? [];
      const list = items[index]?.customProduct?.[kind as 'prints'] ?? [];
      const { location, technology } = list[Number(place)] ?? {};
      return { role, location, technology, ...(await readSmall(blobs, smallBySha256.get(sha256))) };
    }),
  );
}

/** Reads a picture by its blob name: null if none can be drawn, undefined if none is drawn yet. */
async function readSmall(blobs: BlobStore, name: string | null | undefined): Promise<Pick<Preview, 'state' | 'image'>> {
  if (name === undefined) return { state: 'PENDING' };
  if (name === null) return { state: 'NONE' };
  try {
    const picture = await buffer(await blobs.read(name));
    return { state: 'READY', image: `data:image/webp;base64,${picture.toString('base64')}` };
  } catch (error) {
    if (!(error instanceof BlobMissingError)) throw error;
    return { state: 'NONE' };
  }
}
