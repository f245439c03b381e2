import type { DueQuery } from '../database/due-query.ts';
import { type Connection, queryRows } from '../database/transaction.ts';

export interface BlobRecord {
  sha256: string;
  bytes: number;
  /** When the sweep first found no reference to the blob; null while there are references. */
  unnamedSince: Date | null;
}

interface SweepState {
  next: Date;
  step: number;
  reached: string;
  /** The referenced blobs that this sweep has found so far. */
  walkedFiles: number;
  walkedBytes: number;
}

/** Records a blob before it is stored. Waits for a deletion in progress. Restarts the grace period. */
export async function claimBlob(connection: Connection, sha256: string, bytes: number): Promise<void> {
  await connection.query({
    name: 'claim-blob',
    text: `insert into blobs as b (sha256, bytes) values ($1, $2)
           on conflict (sha256) do update set unnamed_since = null where b.unnamed_since is not null`,
    values: [sha256, bytes],
  });
}

/** Records blobs that the store has and the table lacks. */
export async function adoptBlobs(connection: Connection, blobs: readonly BlobRecord[]): Promise<void> {
  await connection.query(
    `insert into blobs (sha256, bytes, unnamed_since)
     select * from unnest($1::text[], $2::bigint[], $3::timestamptz[]) on conflict (sha256) do nothing`,
    [blobs.map(({ sha256 }) => sha256), blobs.map(({ bytes }) => bytes), blobs.map(({ unnamedSince }) => unnamedSince)],
  );
}

export async function findBlobs(connection: Connection, after: string, limit: number): Promise<BlobRecord[]> {
  return queryRows<BlobRecord>(connection, {
    name: 'find-blobs',
    text: `select sha256, bytes::float8 as bytes, unnamed_since as "unnamedSince"
           from blobs where sha256 > $1 order by sha256 limit $2`,
    values: [after, limit],
  });
}

export async function findRecorded(connection: Connection, sha256s: readonly string[]): Promise<Set<string>> {
  const { rows } = await connection.query<{ sha256: string }>('select sha256 from blobs where sha256 = any($1)', [
    sha256s,
  ]);
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** Sets the time since when the blobs have no references; null if they have some. */
export async function markUnnamed(
  connection: Connection,
  sha256s: readonly string[],
  since: Date | null,
): Promise<void> {
  await connection.query(
    'update blobs set unnamed_since = $2 where sha256 = any($1) and (unnamed_since is null) <> ($2::timestamptz is null)',
    [sha256s, since],
  );
}

/** Locks the blobs that have had no references since `before`, and that no other transaction is claiming. */
export async function lockUnnamedBlobs(
  connection: Connection,
  sha256s: readonly string[],
  before: Date,
): Promise<string[]> {
  const { rows } = await connection.query<{ sha256: string }>(
    'select sha256 from blobs where sha256 = any($1) and unnamed_since <= $2 for update skip locked',
    [sha256s, before],
  );
  return rows.map(({ sha256 }) => sha256);
}

export async function deleteBlobRecords(connection: Connection, sha256s: readonly string[]): Promise<void> {
  await connection.query('delete from blobs where sha256 = any($1)', [sha256s]);
}

export function dueSweep(now: Date): DueQuery {
  return { text: `select 'files' as key from blob_sweep where next <= $1`, values: [now] };
}

export async function findSweepState(connection: Connection): Promise<SweepState> {
  const { rows } = await connection.query<SweepState>({
    name: 'find-sweep-state',
    text: `select next, step, reached, walked_files::float8 as "walkedFiles", walked_bytes::float8 as "walkedBytes"
           from blob_sweep`,
  });
  return rows[0] as SweepState;
}

export async function saveSweepState(connection: Connection, state: SweepState): Promise<void> {
  await connection.query({
    name: 'save-sweep-state',
    text: 'update blob_sweep set next = $1, step = $2, reached = $3, walked_files = $4, walked_bytes = $5',
    values: [state.next, state.step, state.reached, state.walkedFiles, state.walkedBytes],
  });
}

/** Ends the sweep. Its counts replace the previous ones. */
export async function endSweep(connection: Connection, next: Date): Promise<void> {
  await connection.query(
    `update blob_sweep set next = $1, step = 0, reached = '', kept_files = walked_files, kept_bytes = walked_bytes,
                           walked_files = 0, walked_bytes = 0`,
    [next],
  );
}
