import assert from 'node:assert/strict';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { copyCluster } from '../../src/operations/backup/copy-cluster.ts';
import type { Place } from '../../src/platform/database/embedded-postgres-account.ts';
import { readPassword, SUPERUSER } from '../../src/platform/database/embedded-postgres-cluster.ts';
import { findPlace } from '../../src/platform/database/embedded-postgres-place.ts';
import {
  killPostgres,
  listChildren,
  readPostmaster,
  startPostgres,
  stopPostgres,
} from '../../src/platform/database/embedded-postgres-process.ts';
import { until } from './platen-process.ts';
import type { Scope } from './scope.ts';

/** Either node may have to catch up with changes that the other wrote during its absence. */
const KEPT_LOG = '512MB';

/** One node of a primary and its standby, which change roles. */
export interface PostgresNode {
  port: number;
  place: Place;
}

/** Creates and starts a cluster in the folder, on a port that all of this machine can reach. */
export async function startPrimary(t: Scope, dataDir: string, port: number): Promise<PostgresNode> {
  const node = { port, place: await findPlace(dataDir) };
  t.after(() => killNode(node));
  await start(node, {});
  return node;
}

/** Creates a standby from a copy of the running primary, and starts it on a port. */
export async function makeStandby(
  t: Scope,
  primary: PostgresNode,
  dataDir: string,
  port: number,
): Promise<PostgresNode> {
  await mkdir(dataDir, { recursive: true });
  const client = await connect(primary, 'postgres');
  try {
    await copyCluster(client, {
      source: primary.place.cluster,
      folder: dataDir,
      label: 'standby',
      archiving: 'none',
      signal: new AbortController().signal,
      onFile: () => {},
    });
  } finally {
    await client.end();
  }
  // When run as root, the folder is given to the account that PostgreSQL runs as.
  const node = { port, place: await findPlace(dataDir) };
  t.after(() => killNode(node));
  await follow(node, primary);
  return node;
}

/** Starts the node as a standby. From then on the primary waits until both have changes on disk. */
export async function follow(node: PostgresNode, primary: PostgresNode): Promise<void> {
  const signal = join(node.place.cluster, 'standby.signal');
  await writeFile(signal, '');
  const { uid, gid, switched } = node.place.account;
  if (switched) await chown(signal, uid, gid);
  const password = await readPassword(node.place);
  await start(node, {
    primary_conninfo: `host=127.0.0.1 port=${primary.port} user=${SUPERUSER} password=${password} application_name=standby`,
  });
  await queryAsSuperuser(primary, `alter system set synchronous_standby_names = 'standby'`, 'select pg_reload_conf()');
  await until(async () => {
    const [found] = await queryAsSuperuser(primary, `select from pg_stat_replication where sync_state = 'sync'`);
    return found !== undefined;
  }, 'the standby is synchronous');
}

/** Makes the standby the primary. It then waits for no other node. */
export async function promote(node: PostgresNode): Promise<void> {
  await queryAsSuperuser(
    node,
    'alter system reset synchronous_standby_names',
    'alter system reset default_transaction_read_only',
    'select pg_reload_conf()',
    'select pg_promote()',
  );
}

/** Kills all its processes at once with kill -9, like a power failure. */
export async function killNode({ place }: PostgresNode): Promise<void> {
  const postmaster = await readPostmaster(place);
  if (postmaster) await killPostgres(place, postmaster);
}

/**
 * Stops all its processes with SIGSTOP. Connections stay open, the kernel accepts new ones, and nothing is
 * answered.
 */
export async function freezeNode({ place }: PostgresNode): Promise<void> {
  const postmaster = await readPostmaster(place);
  assert.ok(postmaster);
  // The postmaster is first, so that it starts no further process.
  process.kill(postmaster.pid, 'SIGSTOP');
  for (const pid of await listChildren(postmaster.pid)) process.kill(pid, 'SIGSTOP');
}

/** Stops it in order, after the standby has received all changes. */
export async function stopNode({ place }: PostgresNode): Promise<void> {
  const postmaster = await readPostmaster(place);
  assert.ok(postmaster);
  await stopPostgres(place, postmaster);
}

/** Sends statements as the superuser. Returns the rows of the last. */
export async function queryAsSuperuser(
  node: PostgresNode,
  ...statements: string[]
): Promise<Record<string, unknown>[]> {
  const client = await connect(node, 'postgres');
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

async function start(node: PostgresNode, settings: Record<string, string>): Promise<void> {
  const started = await startPostgres(node.place, undefined, {
    listen_addresses: '127.0.0.1',
    port: `${node.port}`,
    wal_keep_size: KEPT_LOG,
    // Only processes are killed, not the machine, so written data survives without fsync.
    fsync: 'off',
    ...settings,
  });
  await until(async () => {
    const ended = await started.ended();
    if (ended) throw ended.error;
    return queryAsSuperuser(node, 'select 1').then(
      () => true,
      () => false,
    );
  }, 'PostgreSQL takes connections');
}

async function connect({ place, port }: PostgresNode, database: string): Promise<Client> {
  const password = await readPassword(place);
  const client = new Client({ host: '127.0.0.1', port, user: SUPERUSER, password, database });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}
