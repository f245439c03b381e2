import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { parse } from 'libpg-query';
import { pretendDistributed } from '../src/database/is-distributed.ts';
import { gatherStatements } from './support/stored-statements.ts';
import { changesIn } from './support/syntax-tree.ts';

const ROOT = join(import.meta.dirname, '..');

after(() => pretendDistributed(false));

/** The one folder below src/ that writes a table. */
const OWNERS: Readonly<Record<string, string>> = {
  article_notes: 'notes',
  article_variants: 'catalog/import',
  articles: 'catalog/import',
  audit: 'audit',
  backlog_technologies: 'orders/change',
  backlog_technology_changes: 'orders/change',
  backup_state: 'backup',
  blob_sweep: 'files',
  blobs: 'files',
  carriers: 'catalog/import',
  catalog_version: 'catalog/import',
  client_carriers: 'catalog/contracts',
  client_catalogs: 'catalog/import',
  client_file_bytes: 'orders/files',
  client_files: 'orders/files',
  client_product_variants: 'catalog/import',
  client_products: 'catalog/import',
  client_secrets: 'clients',
  clients: 'clients',
  file_pictures: 'orders/files',
  idempotency_keys: 'idempotency',
  job_runs: 'jobs',
  migrations: 'database',
  operator_sessions: 'people',
  operators: 'people',
  order_count_changes: 'orders/change',
  order_counts: 'orders/change',
  order_day_durations: 'orders/change',
  order_days: 'orders/change',
  order_events: 'orders/change',
  order_files: 'orders/files',
  order_fills: 'orders/change',
  order_items: 'orders/search',
  order_notes: 'notes',
  order_sums: 'orders/change',
  order_search: 'orders/search',
  batches: 'production',
  bins: 'production/scan',
  hand_overs: 'production/hand-over',
  parcel_lines: 'production',
  paper_runs: 'production/papers',
  parcel_papers: 'production/papers',
  parcels: 'production',
  piece_events: 'production/scan',
  postponed_keys: 'database',
  scans: 'production/scan',
  pieces: 'production',
  production_days: 'reports',
  production_summed_days: 'reports',
  return_lines: 'production/returns',
  returns: 'production/returns',
  production_due: 'orders/change',
  quota_counts: 'http',
  serving_processes: 'http',
  production_orders: 'production',
  scan_numbers: 'production',
  orders: 'orders/change',
  print_jobs: 'printing',
  printers: 'printing',
  product_variants: 'catalog/import',
  products: 'catalog/import',
  restore_pause: 'backup',
  sign_in_attempts: 'people',
  signing_keys: 'auth',
  station_printers: 'printing',
  station_sessions: 'people/stations',
  stations: 'people/stations',
  stock_announcements: 'webhooks',
  stock_announcer: 'webhooks',
  stock_balances: 'stock',
  stock_movements: 'stock',
  stock_reservations: 'stock',
  stock_preferences: 'stock',
  stock_waits: 'stock',
  stock_waits_untold: 'stock',
  stock_wakes: 'stock',
  webhook_deliveries: 'webhooks',
  webhook_endpoints: 'webhooks',
};

/** Who writes a table of another folder, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'orders/document orders': 'A new order is one statement with all that begins with it, which is a hot path.',
  'orders/document order_events': 'The same.',
  'orders/document order_count_changes': 'The same.',
  'orders/change webhook_deliveries': 'An event and its deliveries are one statement, which is a hot path.',
  'orders/document webhook_deliveries': 'The same.',
  'stock article_variants':
    'Pieces on the shelf and reserved stand in the row of the variant that they are of.',
  'stock product_variants': 'The same.',
  'catalog/import client_carriers': 'An import for a client contracts the carriers that it brings.',
  'catalog/contracts client_product_variants': 'Staff take back what an import assigned.',
  'catalog/contracts client_products': 'The same.',
  'production/hand-over parcels': 'Which list a parcel is on is known to who hands it over alone.',
  'production piece_events':
    'What happens to a piece is recorded where it happens: also to its parcel at a hand-over.',
  'production production_due': 'What was accepted stops being due when its pieces are written.',
};

/** Written by no store. */
const WITHOUT_STORE = ['migrations', 'postponed_keys'];

test('each table is written by the stores of one folder, but for the exceptions that are named', async () => {
  const writers = new Set<string>();
  for (const isDistributed of [false, true]) {
    pretendDistributed(isDistributed);
    for (const { file, text } of (await gatherStatements()).statements) {
      const folder = dirname(file).slice('src/'.length);
      const tables = changesIn(await parse(text)).filter((table) => table in OWNERS);
      for (const table of tables) writers.add(`${folder} ${table}`);
    }
  }
  const owners = Object.entries(OWNERS)
    .filter(([table]) => !WITHOUT_STORE.includes(table))
    .map(([table, folder]) => `${folder} ${table}`);
  assert.deepEqual([...writers].sort(), [...owners, ...Object.keys(EXCEPTIONS)].sort());
});

test('every table of the schema has an owner', () => {
  const schema = readFileSync(join(ROOT, 'schema.sql'), 'utf8');
  const tables = [...schema.matchAll(/^create table (\w+) /gm)].map(([, table]) => table as string);
  assert.deepEqual(
    tables.filter((table) => !(table in OWNERS)),
    [],
  );
  // The list of migrations is not part of what they make.
  assert.deepEqual(
    Object.keys(OWNERS).filter((table) => !tables.includes(table)),
    ['migrations'],
  );
});
