import type { Connection } from '../database/transaction.ts';
import { withRetry } from '../database/transaction.ts';
import type { BlobNames } from '../files/sweep-blobs.ts';
import { findBlobNames } from './backup-store.ts';

const PAGE_MAX = 500;

/** Every file that an order names, or that is a picture of one, some at a time. */
export async function* namedFiles(connection: Connection, names: BlobNames): AsyncGenerator<string[]> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    const page = await withRetry(() => findBlobNames(connection, from, PAGE_MAX));
    const named = await withRetry(() => names.find(connection, page, false));
    yield page.filter((sha256) => named.has(sha256));
    after = page.length < PAGE_MAX ? undefined : page.at(-1);
  }
}
