import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogFile } from '../src/catalog/catalog-file.ts';
import { importCatalog } from '../src/catalog/import-catalog.ts';
import { createClient, type NewSecret } from '../src/clients/manage-clients.ts';
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../src/platform/database/embedded-postgres.ts';
import { openSuperuser } from '../src/platform/database/embedded-postgres-role.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { openPool, type SharedPool } from '../src/platform/database/pool.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../test/support/database-proxy.ts';
import { freePorts } from '../test/support/free-ports.ts';
import { BackupDisk } from './backup-disk.ts';
import type { ChaosModel } from './chaos-model.ts';
import { type EventTrace, WORLD } from './event-trace.ts';
import { PlatenProcesses } from './platen-processes.ts';
import { openShopHosts, type ShopHosts } from './shop-hosts.ts';

const CLOCK_MODULE = join(import.meta.dirname, 'skewed-clock.ts');
const POOL_SIZE = 2;
/** Retries file downloads and webhooks every second for longer than a run. */
const RETRY_SECONDS = Array.from({ length: 600 }, () => 1).join(',');
/** With less free space no file is downloaded, so a full disk stops downloads. */
const DISK_FLOOR_BYTES = 64 * 1024 * 1024;

/** Codes that orders use. Stock of the scarce ones is too small at first. */
export const CODES = {
  plenty: '4099999000012',
  scarce: '4099999000029',
  blank: 'CHAOS-TEE-M',
} as const;
const ON_SHELF = { [CODES.plenty]: 100_000, [CODES.scarce]: 5, [CODES.blank]: 100_000 } as const;

export interface WorldOptions {
  /** Folder of the world. */
  folder: string;
  /** A migrated database of an earlier run. Without it, a new one is created. */
  dataDir?: string | undefined;
  /**
   * True if Platen runs the embedded database and makes backups. Otherwise DATABASE_URL is a proxy's address.
   */
  isBackedUp: boolean;
  processes: number;
  shops: number;
  trace: EventTrace;
  model: ChaosModel;
}

/** Platen with a database, shops and hosts. */
export interface World {
  url: string;
  /** Connects to PostgreSQL without the proxy. */
  pool: SharedPool;
  /** Data directory of the database. */
  dataDir: string;
  proxy: DatabaseProxy;
  hosts: ShopHosts;
  platen: PlatenProcesses;
  shops: NewSecret[];
  staff: NewSecret;
  logFile: string;
  backups: BackupDisk | undefined;
  /** Reads a metric of the server. Returns undefined if the server does not answer. */
  readMetric(name: string): Promise<number | undefined>;
  /** Shifts the clocks of processes: milliseconds by process id. */
  setClocks(offsets: Record<number, number>): Promise<void>;
  asSuperuser(statement: string): Promise<void>;
  close(): Promise<void>;
}

/** Returns the folder that faults may fill. It has only the database and the files of orders. */
export const diskOf = (folder: string) => join(folder, 'disk');

export async function openWorld({
  folder,
  dataDir: given,
  isBackedUp,
  processes,
  shops,
  trace,
  model,
}: WorldOptions): Promise<World> {
  const disk = diskOf(folder);
  const dataDir = given ?? join(disk, 'data');
  const logFile = join(folder, 'platen.log');
  const clockFile = join(folder, 'clocks.json');
  await mkdir(join(disk, 'server'), { recursive: true });
  const log = (message: string) => trace.add(WORLD, message);
  // The server role restarts a killed PostgreSQL. Platen does that for its embedded one.
  const database = await openEmbeddedDatabase({
    dataDir,
    role: isBackedUp ? 'tool' : 'server',
    log,
    // Only processes are killed, not the machine, so written data survives without fsync.
    settings: { max_wal_size: '96MB', min_wal_size: '32MB', fsync: 'off' },
  });
  const pool = openPool(database.connection, POOL_SIZE, () => {});
  const proxy = await openDatabaseProxy(database.connection);
  const hosts = await openShopHosts(trace);
  const made = await makeClients(pool, shops, model);
  const [port, metricsPort] = (await freePorts(2)) as [number, number];
  const backups = isBackedUp ? await BackupDisk.mount(folder) : undefined;
  const ofDatabase: Record<string, string> = backups
    ? { DATA_DIR: dataDir, BACKUP_DIR: backups.dir, BACKUP_KEEP: '1', BACKUP_HOURS: '1' }
    : {
        DATA_DIR: join(disk, 'server'),
        DATABASE_URL: addressOf(database, proxy.port),
        ENCRYPTION_KEY: randomBytes(32).toString('base64url'),
      };
  const platen = new PlatenProcesses(
    { ...settingsOf({ port, metricsPort, processes, hosts, clockFile }), ...ofDatabase },
    logFile,
    trace,
  );
  const setClocks = (offsets: Record<number, number>) => writeFile(clockFile, JSON.stringify(offsets));
  await setClocks({});
  return {
    ...{ pool, dataDir, proxy, hosts, platen, logFile, backups, setClocks },
    readMetric: (name) => readMetric(`http://127.0.0.1:${metricsPort}/metrics`, name),
    url: `http://127.0.0.1:${port}`,
    ...made,
    asSuperuser: async (statement) => {
      const { client } = await openSuperuser(dataDir);
      await client.query(statement).finally(() => client.end().catch(() => undefined));
    },
    close: async () => {
      platen.kill();
      await hosts.close();
      await proxy.close();
      await pool.end();
      // PostgreSQL continues after Platen was killed.
      if (backups) await database.kill();
      await database.stop();
      await backups?.unmount();
    },
  };
}

async function makeClients(pool: SharedPool, count: number, model: ChaosModel) {
  await migrate(pool);
  const newClient = (name: string, scope: 'fulfillment' | 'operator') =>
    createClient(pool, { name, mode: 'live', scope, now: new Date() });
  const shops: NewSecret[] = [];
  for (let number = 1; number <= count; number++) {
    const shop = await newClient(`Shop ${number}`, 'fulfillment');
    await importCatalog(pool, CATALOG, { clientId: shop.clientId });
    shops.push(shop);
  }
  // Adds the stock that a cluster of an earlier run has.
  for (const [code, { on_hand }] of Object.entries(await shelfOf(pool))) model.put(code, on_hand);
  return { shops, staff: await newClient('Staff', 'operator') };
}

async function shelfOf(pool: SharedPool): Promise<Record<string, { on_hand: number }>> {
  const { rows } = await pool.query<{ code: string; on_hand: number }>(
    `select ean13 as code, stock_level_quantity as on_hand from product_variants where ean13 = any($1)
     union all select sku, stock_level_quantity from article_variants where sku = any($1)`,
    [Object.values(CODES)],
  );
  return Object.fromEntries(rows.map((row) => [row.code, row]));
}

async function readMetric(url: string, name: string): Promise<number | undefined> {
  const text = await fetch(url).then(
    (answer) => answer.text(),
    () => '',
  );
  const found = new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

function addressOf({ connection: { user, password, database } }: EmbeddedDatabase, port: number): string {
  return `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

function settingsOf({
  port,
  metricsPort,
  processes,
  hosts,
  clockFile,
}: {
  port: number;
  metricsPort: number;
  processes: number;
  hosts: ShopHosts;
  clockFile: string;
}): Record<string, string> {
  return {
    BASE_URL: 'http://platen.test',
    HOST: '127.0.0.1',
    PORT: String(port),
    PROCESSES: String(processes),
    METRICS_PORT: String(metricsPort),
    DEMO: 'off',
    RATE_LIMIT: 'off',
    FILE_FETCH_ALLOW: hosts.name,
    INTAKE_RETRY_SECONDS: RETRY_SECONDS,
    WEBHOOK_RETRY_SECONDS: RETRY_SECONDS,
    DISK_FREE_MIN_BYTES: String(DISK_FLOOR_BYTES),
    CHAOS_CLOCK_FILE: clockFile,
    NODE_OPTIONS: `--import=${CLOCK_MODULE}`,
  };
}

const product = (ean13: keyof typeof ON_SHELF, size: string) => ({
  ean13,
  name: `Chaos Tee ${size}`,
  color: 'Black',
  size,
  stockLevelQuantity: ON_SHELF[ean13],
});

const CATALOG: CatalogFile = {
  articles: [
    {
      manufacturerCode: 'CHAOS-TEE',
      title: 'Chaos Tee',
      type: 'BLANK',
      variants: [
        {
          sku: CODES.blank,
          color: 'Black',
          size: 'M',
          stockLevelQuantity: ON_SHELF[CODES.blank],
          dtgType: 'WHITE_UNDERBASE',
          allowedLocations: [{ location: 'FRONT', printTechnologies: ['DTG'] }],
          isAllowedOnLocations: [],
        },
      ],
    },
  ],
  products: [
    {
      productId: 'CHAOS-1',
      name: 'Chaos Tee',
      previewImageUrls: [],
      variants: [product(CODES.plenty, 'M'), product(CODES.scarce, 'L')],
    },
  ],
  carriers: [{ carrierId: 'chaos-post', name: 'Chaos Post' }],
};
