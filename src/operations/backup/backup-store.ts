import { FORMER_IDENTIFIERS } from '../../platform/database/embedded-postgres-cluster.ts';
import { type Connection, queryRows } from '../../platform/database/transaction.ts';

/** Numbers of advisory locks. The embedded PostgreSQL uses 1 to 3 (platform/database/embedded-postgres). */
const LOCKS = { backup: 4, archive: 5 } as const;
const FOLDER_LOCK = 6;
/** Begins the name of the slot that keeps write-ahead log until it is archived. */
const SLOT_PREFIX = 'platen_backup_';

/** The position of the write-ahead log. Positions are in bytes from the start of the log. */
export interface LogPosition {
  /** The database's clock, read before `flushed`. */
  now: Date;
  systemIdentifier: string;
  formerIdentifiers: string[];
  majorVersion: number;
  timeline: number;
  segmentBytes: number;
  /** The log is on the disk up to this position. */
  flushed: number;
  /** Keeps the log from `restart` on. Absent: no log is kept for the archive. */
  slot?: { name: string; restart: number };
}

const bytesOf = (lsn: string) => `(${lsn} - '0/0'::pg_lsn)::float8`;

/** Takes the advisory lock for `work` until the connection ends. Returns false if another process has it. */
export async function takeLock(connection: Connection, work: keyof typeof LOCKS): Promise<boolean> {
  const { rows } = await connection.query<{ granted: boolean }>('select pg_try_advisory_lock($1::bigint) as granted', [
    LOCKS[work],
  ]);
  return rows[0]!.granted;
}

/** Lets only this transaction record the backup folder. */
export async function lockKnownFolder(connection: Connection): Promise<void> {
  await connection.query('select pg_advisory_xact_lock($1::bigint)', [FOLDER_LOCK]);
}

/** Releases the lock at once. PostgreSQL alone releases it only some time after the connection has ended. */
export async function releaseLock(connection: Connection, work: keyof typeof LOCKS): Promise<void> {
  await connection.query('select pg_advisory_unlock($1::bigint)', [LOCKS[work]]);
}

/**
 * Begins a transaction and takes the lock until the transaction ends, since a pooler keeps no session beyond
 * it. Returns false if another process has the lock.
 */
export async function beginLocked(connection: Connection, work: keyof typeof LOCKS): Promise<boolean> {
  await connection.query('begin isolation level read committed');
  await connection.query('set local idle_in_transaction_session_timeout = 0');
  // A statement with parameters would keep its snapshot, so vacuum could not clean up until the backup has
  // ended.
  const { rows } = await connection.query<{ granted: boolean }>(
    `select pg_try_advisory_xact_lock(${LOCKS[work]}::bigint) as granted`,
  );
  return rows[0]!.granted;
}

export async function endLocked(connection: Connection): Promise<void> {
  await connection.query('rollback');
}

/** Rejects when the connection has ended, which also ends its locks. */
export async function proveConnection(connection: Connection): Promise<void> {
  await connection.query('select');
}

/** Returns the position up to which the log is on the disk, and the slot that keeps it for the archive. */
export async function findLogPosition(connection: Connection): Promise<LogPosition> {
  const { rows } = await connection.query<LogPosition & { slotName: string | null; slotRestart: number | null }>(
    `select clock_timestamp() as now,
            coalesce(string_to_array(pg_read_file($2, true), ' '), '{}') as "formerIdentifiers",
            s.system_identifier::text as "systemIdentifier", current_setting('server_version_num')::int / 10000 as "majorVersion",
            ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline,
            pg_size_bytes(current_setting('wal_segment_size'))::float8 as "segmentBytes",
            ${bytesOf('pg_current_wal_flush_lsn()')} as flushed, slot.name as "slotName", slot.restart as "slotRestart"
     from pg_control_system() s
     left join lateral (
       select slot_name as name, ${bytesOf('restart_lsn')} as restart from pg_replication_slots
       where starts_with(slot_name, $1) and not temporary and restart_lsn is not null order by 1 limit 1) slot on true`,
    [SLOT_PREFIX, FORMER_IDENTIFIERS],
  );
  const { slotName, slotRestart, ...position } = rows[0]!;
  return {
    ...position,
    ...(slotName !== null && slotRestart !== null && { slot: { name: slotName, restart: slotRestart } }),
  };
}

/** Creates a slot, which keeps the log from now on. A `temporary` slot ends with the connection. */
export async function createSlot(connection: Connection, id: string, temporary: boolean): Promise<string> {
  const name = `${SLOT_PREFIX}${id}`;
  await connection.query('select pg_create_physical_replication_slot($1, true, $2)', [name, temporary]);
  return name;
}

export async function advanceSlot(connection: Connection, name: string, to: number): Promise<void> {
  await connection.query(`select pg_replication_slot_advance($1, '0/0'::pg_lsn + $2::numeric)`, [name, to]);
}

export async function dropSlots(connection: Connection): Promise<void> {
  await connection.query(
    `select pg_drop_replication_slot(slot_name) from pg_replication_slots
     where starts_with(slot_name, $1) and not temporary and not active`,
    [SLOT_PREFIX],
  );
}

/** Begins a base backup (PostgreSQL manual, 25.3.3). Returns the position where recovery begins. */
export async function startClusterBackup(connection: Connection, label: string): Promise<number> {
  const { rows } = await connection.query<{ start: number }>(
    `select ${bytesOf('pg_backup_start($1, true)')} as start`,
    [label],
  );
  return rows[0]!.start;
}

/** Ends the base backup. Returns the content of backup_label, and the position that recovery must reach. */
export async function stopClusterBackup(connection: Connection): Promise<{ stop: number; label: string; now: Date }> {
  const { rows } = await connection.query<{ stop: number; label: string; now: Date }>(
    `select ${bytesOf('lsn')} as stop, labelfile as label, clock_timestamp() as now from pg_backup_stop(false)`,
  );
  return rows[0]!;
}

/** Lets a superuser name Platen's tables. PostgreSQL's own names come first, so no table can hide them. */
export async function setSearchPath(connection: Connection): Promise<void> {
  await connection.query('set search_path to pg_catalog, public');
}

/** Lists the stored files that were recorded after the file `sha256`, oldest first. */
export async function findRecentBlobs(
  connection: Connection,
  { after, sha256 }: { after: Date; sha256: string },
  limit: number,
): Promise<{ sha256: string; recorded: Date }[]> {
  return queryRows<{ sha256: string; recorded: Date }>(connection, {
    name: 'find-recent-blobs',
    text: `select sha256, recorded from blobs
           where (recorded, sha256) > ($1::timestamptz, $2) order by recorded, sha256 limit $3`,
    values: [after, sha256, limit],
  });
}

export async function findBlobNames(connection: Connection, after: string, limit: number): Promise<string[]> {
  const { rows } = await connection.query<{ sha256: string }>(
    'select sha256 from blobs where sha256 > $1 order by sha256 limit $2',
    [after, limit],
  );
  return rows.map(({ sha256 }) => sha256);
}

export interface RestoredState {
  /** Time of the last replayed transaction; null: none after the backup. */
  lastTransaction: Date | null;
  orders: number;
}

export async function findRestoredState(connection: Connection): Promise<RestoredState> {
  const { rows } = await connection.query<RestoredState>(
    `select pg_last_xact_replay_timestamp() as "lastTransaction", (select count(*)::float8 from orders) as orders`,
  );
  return rows[0]!;
}

export async function findSealedKeys(connection: Connection): Promise<Buffer[]> {
  const { rows } = await connection.query<{ sealed: Buffer }>(
    'select private_key_encrypted as sealed from signing_keys where retired is null',
  );
  return rows.map(({ sealed }) => sealed);
}

export type NamedFile = { clientId: string; orderId: string; pointer: string; sha256: string };

/** Lists at most `limit` places in orders that name these files, or the originals of these pictures. */
export async function findOrdersOfFiles(connection: Connection, sha256s: readonly string[], limit: number) {
  return queryRows<NamedFile>(connection, {
    text: `with files as materialized (
       select named, named as sha256 from unnest($1::text[]) as wanted (named)
       union all select small, sha256 from file_pictures where small = any($1)
       union all select large, sha256 from file_pictures where large = any($1)
     )
     select f.client_id as "clientId", f.order_id as "orderId", f.pointer, files.named as sha256
     from order_files f join files on files.sha256 = f.sha256 order by 1, 2, 3 limit $2`,
    values: [sha256s, limit],
  });
}
