import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogFile } from '../src/catalog/import/catalog-file.ts';
import { importCatalog } from '../src/catalog/import/import-catalog.ts';
import { createClient, type NewSecret } from '../src/clients/manage-clients.ts';
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../src/database/embedded-postgres.ts';
import { openSuperuser } from '../src/database/embedded-postgres-superuser.ts';
import { migrate } from '../src/database/migrate.ts';
import { openPool } from '../src/database/pool.ts';
import type { SharedPool } from '../src/database/shared-pool.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../test/support/database-proxy.ts';
import { freePort } from '../test/support/free-ports.ts';
import type { ChaosModel } from './chaos-model.ts';
import { type EventTrace, WORLD } from './event-trace.ts';
import { PlatenProcesses } from './platen-processes.ts';
import { openShopHosts, type ShopHosts } from './shop-hosts.ts';

const CLOCK_MODULE = join(import.meta.dirname, 'skewed-clock.ts');
const POOL_SIZE = 2;
/** Files are fetched again, and webhooks sent again, after a second, as long as a run takes. */
const RETRY_SECONDS = Array.from({ length: 600 }, () => 1).join(',');
/** Below this free space no file is fetched, when the disk is filled. */
const DISK_FLOOR_BYTES = 64 * 1024 * 1024;

/** What is ordered. Of the scarce ones there are too few at first. */
export const CODES = {
  plenty: '4099999000012',
  scarce: '4099999000029',
  blank: 'CHAOS-TEE-M',
} as const;
const ON_SHELF = { [CODES.plenty]: 100_000, [CODES.scarce]: 5, [CODES.blank]: 100_000 } as const;

export interface WorldOptions {
  /** For all that is made. */
  folder: string;
  /** With a database that was migrated before; absent: a new one. */
  dataDir?: string | undefined;
  processes: number;
  shops: number;
  trace: EventTrace;
  model: ChaosModel;
}

/** A Platen with a database, shops and hosts of its own. */
export interface World {
  url: string;
  /** The way around whatever is in the way of Platen. */
  pool: SharedPool;
  /** Of the database. */
  dataDir: string;
  proxy: DatabaseProxy;
  hosts: ShopHosts;
  platen: PlatenProcesses;
  shops: NewSecret[];
  staff: NewSecret;
  logFile: string;
  /** Sets the clocks of processes, by their ids, in ms. */
  setClocks(offsets: Record<number, number>): Promise<void>;
  asSuperuser(statement: string): Promise<void>;
  close(): Promise<void>;
}

/** What the faults may fill: the database, the files of orders, and nothing of ours. */
export const diskOf = (folder: string) => join(folder, 'disk');

export async function openWorld({
  folder,
  dataDir: given,
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
  // As a server it is started again when it is killed.
  const database = await openEmbeddedDatabase({
    dataDir,
    role: 'server',
    log,
    // Processes are killed here, and no machine: what the system was given to write is written.
    settings: { max_wal_size: '96MB', min_wal_size: '32MB', fsync: 'off' },
  });
  const pool = openPool(database.connection, POOL_SIZE, () => {});
  const proxy = await openDatabaseProxy(database.connection);
  const hosts = await openShopHosts(trace);
  const made = await makeClients(pool, shops, model);
  const port = await freePort();
  const platen = new PlatenProcesses(
    settingsOf({ folder, port, processes, database, proxy, hosts, clockFile }),
    logFile,
    trace,
  );
  const setClocks = (offsets: Record<number, number>) => writeFile(clockFile, JSON.stringify(offsets));
  await setClocks({});
  return {
    ...{ pool, dataDir, proxy, hosts, platen, logFile, setClocks },
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
      await database.stop();
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
  // What a cluster from before had on its shelf is counted as well.
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

function settingsOf({
  folder,
  port,
  processes,
  database,
  proxy,
  hosts,
  clockFile,
}: {
  folder: string;
  port: number;
  processes: number;
  database: EmbeddedDatabase;
  proxy: DatabaseProxy;
  hosts: ShopHosts;
  clockFile: string;
}): Record<string, string> {
  const { user, password, database: name } = database.connection;
  return {
    DATABASE_URL: `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}/${name}`,
    DATA_DIR: join(diskOf(folder), 'server'),
    ENCRYPTION_KEY: randomBytes(32).toString('base64url'),
    BASE_URL: 'http://platen.test',
    HOST: '127.0.0.1',
    PORT: String(port),
    PROCESSES: String(processes),
    METRICS_PORT: 'off',
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
