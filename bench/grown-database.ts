import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { openEmbeddedDatabase } from '../src/database/embedded-postgres.ts';
import { openPool } from '../src/database/pool.ts';
import { FILL_SETTINGS, fillCatalogue, fillOrders } from './grow-database.ts';
import { PRODUCTS_OF_SMALL, type Shop } from './grown-orders.ts';
import { type GrownWorld, ROUNDS_MAX } from './growth-cases.ts';
import type { Grown, TableBytes } from './growth-report.ts';
import { PlatenServer } from './platen-server.ts';
import { processorMsOf } from './processor-time.ts';

const FILL_CONNECTIONS = 8;
/** Beside the folders of a database that was filled; what is needed to ask it again. */
const FILLED_FILE = 'growth.json';

interface Filled extends Omit<Grown, 'load' | 'medians'> {
  /** Of the first shop. */
  products: number;
  /** Ids of the first shop and of the second, where there is one, which have tokens. */
  shopIds: string[];
  /** In so many rounds it was asked, of which each changes other orders. */
  asked: number;
}

/** A server of its own with orders that were filled in. */
export class GrownDatabase {
  readonly filled: Filled;
  readonly #server: PlatenServer;
  #tokens: readonly string[] = [];

  private constructor(server: PlatenServer, filled: Filled) {
    this.#server = server;
    this.filled = filled;
  }

  /** Fills it, kills Node and PostgreSQL (kill -9), and stops it in order when it is ready again. */
  static async fill(orders: number, clients: number, products: number): Promise<GrownDatabase> {
    const server = await PlatenServer.start(undefined, []);
    try {
      const shopIds: string[] = [];
      for (const name of ['Shop 0', 'Shop 1'].slice(0, clients))
        shopIds.push((await server.makeClient(name)).clientId);
      const { bytes, fillSeconds } = await fill(server, shopsOf({ clients, products, shopIds }), orders);
      const readyMs = server.databasePid === undefined ? undefined : await server.killAndRestart();
      await server.halt();
      const filled = { orders, clients, products, shopIds, fillSeconds, bytes, readyMs, asked: 0 };
      return new GrownDatabase(server, filled);
    } catch (error) {
      await server.stop({ keep: false });
      throw error;
    }
  }

  /** One that was kept, as it was left. */
  static async open(dataDir: string): Promise<GrownDatabase> {
    const filled = JSON.parse(await readFile(join(dataDir, FILLED_FILE), 'utf8')) as Filled;
    const server = await PlatenServer.start(undefined, [], { dataDir });
    await server.halt();
    return new GrownDatabase(server, filled);
  }

  /** Starts the server, which is then asked in so many rounds more. */
  async start(rounds: number): Promise<void> {
    const { filled } = this;
    if (filled.asked + rounds > ROUNDS_MAX)
      throw new Error(`${this.dataDir} was asked too often: fill another one`);
    await this.#server.resume();
    const tokens: string[] = [];
    for (const id of filled.shopIds) {
      const { body } = await this.#server.operator<{ clientId: string; clientSecret: string }>(
        ...(['POST', `/clients/${id}/rotate-secret`, { revokeOthers: true }] as const),
      );
      tokens.push(await this.#server.token(body));
    }
    this.#tokens = tokens;
  }

  get dataDir(): string {
    return this.#server.dataDir;
  }

  get world(): GrownWorld {
    const server = this.#server;
    return {
      size: this.filled.orders,
      shops: shopsOf(this.filled),
      tokens: this.#tokens,
      call: (token, method, path, body, status) => call(server, token, method, path, body, status),
      operator: (method, path, body) =>
        call(server, server.operatorToken, method, `/operator/v1${path}`, body),
    };
  }

  /** Of Node and PostgreSQL since they started. */
  processorMs(): Promise<number> {
    return processorMsOf([this.#server.pid, this.#server.databasePid]);
  }

  /** Stops it; to be asked again when it is kept, after so many rounds. */
  async stop({ keep, rounds }: { keep: boolean; rounds: number }): Promise<void> {
    await this.#server.stop({ keep });
    const filled: Filled = { ...this.filled, asked: this.filled.asked + rounds };
    if (keep) await writeFile(join(this.dataDir, FILLED_FILE), `${JSON.stringify(filled)}\n`);
  }
}

function shopsOf({ clients, products, shopIds }: Pick<Filled, 'clients' | 'products' | 'shopIds'>): Shop[] {
  return Array.from({ length: clients }, (_, index) => ({
    clientId: shopIds[index] ?? `shop${String(index).padStart(8, '0')}`,
    name: `Shop ${index}`,
    products: index === 0 ? products : Math.min(products, PRODUCTS_OF_SMALL),
  }));
}

async function fill(server: PlatenServer, shops: readonly Shop[], orders: number) {
  await server.halt();
  const database = await openEmbeddedDatabase({
    dataDir: server.dataDir,
    role: 'tool',
    log: () => {},
    settings: FILL_SETTINGS,
  });
  // Filling takes longer than a request may.
  const pool = openPool(database.connection, FILL_CONNECTIONS, () => {}, { statementTimeoutMs: 0 });
  try {
    const started = performance.now();
    await fillCatalogue(pool, shops);
    await fillOrders(pool, shops, orders);
    const fillSeconds = Math.round((performance.now() - started) / 1_000);
    return { bytes: await bytesOf(pool, orders), fillSeconds };
  } finally {
    await pool.end();
    await database.stop();
    // None of it was told to the disk, and after a kill PostgreSQL waits until all of it is there.
    await promisify(execFile)('sync').catch(() => {});
    await server.resume();
  }
}

/** What each table that has rows of orders takes on the disk, for each order. */
async function bytesOf(pool: Pool, orders: number): Promise<TableBytes[]> {
  const { rows } = await pool.query<TableBytes>(
    `select c.relname as table, pg_table_size(c.oid)::float8 / $1 as rows, pg_indexes_size(c.oid)::float8 / $1 as indexes,
            (select json_object_agg(i.indexrelid::regclass::text, pg_relation_size(i.indexrelid)::float8 / $1)
             from pg_index i where i.indrelid = c.oid) as "byIndex"
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and c.relname = any($2) order by pg_total_relation_size(c.oid) desc`,
    [
      orders,
      [
        'orders',
        'order_events',
        'order_items',
        'order_search',
        'stock_movements',
        'stock_reservations',
        'order_days',
      ],
    ],
  );
  return rows;
}

async function call(
  server: PlatenServer,
  token: string,
  method: string,
  path: string,
  body?: unknown,
  status?: number,
): Promise<Headers> {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok && response.status !== status)
    throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
  return response.headers;
}
