import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'libpg-query';
import { gatherStatements } from './support/stored-statements.ts';
import { changesIn } from './support/syntax-tree.ts';

const ROOT = join(import.meta.dirname, '..');

/** The one folder, below src/ or connectors/, that writes each table. */
const OWNERS: Readonly<Record<string, string>> = {
  alert_choices: 'operations',
  alert_messages: 'operations',
  alerts: 'operations',
  announced_return_lines: 'packing',
  announced_returns: 'packing',
  article_notes: 'staff',
  article_variants: 'catalog',
  articles: 'catalog',
  audit: 'platform/audit',
  backlog_technologies: 'orders',
  backlog_technology_changes: 'orders',
  backup_state: 'operations',
  blob_sweep: 'platform/files',
  blobs: 'platform/files',
  carriers: 'catalog',
  catalog_version: 'catalog',
  center: 'operations',
  client_carriers: 'catalog',
  client_catalogs: 'catalog',
  client_file_bytes: 'orders',
  client_files: 'orders',
  client_uploads: 'orders',
  client_product_variants: 'catalog',
  client_products: 'catalog',
  client_secrets: 'clients',
  client_slips: 'clients',
  clients: 'clients',
  file_pictures: 'orders',
  idempotency_keys: 'platform/http',
  job_runs: 'jobs',
  migrations: 'platform/database',
  operator_sessions: 'staff',
  operators: 'staff',
  order_count_changes: 'orders',
  order_counts: 'orders',
  order_day_durations: 'orders',
  order_day_sums: 'reports',
  order_days: 'orders',
  order_events: 'orders',
  order_files: 'orders',
  order_fills: 'orders',
  order_items: 'orders',
  note_mentions: 'staff',
  order_marks: 'orders',
  order_job_rows: 'packing',
  order_jobs: 'packing',
  order_view_defaults: 'orders',
  order_views: 'orders',
  order_notes: 'staff',
  order_sums: 'orders',
  order_repeats: 'orders',
  order_search: 'orders',
  batches: 'production',
  batch_picks: 'production',
  bins: 'production',
  hand_overs: 'packing',
  label_providers: 'shipping',
  label_rules: 'shipping',
  manifests: 'packing',
  packages: 'shipping',
  parcel_labels: 'packing',
  parcel_lines: 'packing',
  paper_runs: 'production',
  parcel_papers: 'packing',
  parcels: 'packing',
  piece_events: 'production',
  postponed_keys: 'platform/database',
  scans: 'production',
  latest_scans: 'production',
  pieces: 'production',
  production_day_pieces: 'reports',
  production_days: 'reports',
  production_summed_days: 'reports',
  return_lines: 'packing',
  returns: 'packing',
  production_due: 'orders',
  quota_counts: 'platform/http',
  serving_processes: 'platform/http',
  production_orders: 'production',
  scan_numbers: 'production',
  orders: 'orders',
  fitting_rules: 'catalog',
  print_areas: 'catalog',
  print_files: 'production',
  print_files_due: 'orders',
  gang_prints: 'production',
  gang_sheets: 'production',
  machine_jobs: 'printing',
  machine_requests: 'production',
  machine_rules: 'printing',
  machines: 'printing',
  print_jobs: 'printing',
  print_technologies: 'catalog',
  printers: 'printing',
  product_variants: 'catalog',
  products: 'catalog',
  restore_pause: 'operations',
  shop_connections: 'connectors',
  shop_messages: 'connectors',
  shop_prefixes: 'connectors',
  shop_products: 'shops',
  sign_in_attempts: 'staff',
  signing_keys: 'clients',
  station_printers: 'printing',
  station_sessions: 'staff',
  stations: 'staff',
  stock_announcements: 'webhooks',
  stock_announcer: 'webhooks',
  event_feed: 'webhooks',
  stock_news: 'webhooks',
  stock_balances: 'stock',
  stock_movements: 'stock',
  stock_places: 'stock',
  deliveries: 'stock',
  delivery_lines: 'stock',
  purchase_lines: 'stock',
  purchase_mails: 'stock',
  purchase_orders: 'stock',
  stock_count_lines: 'stock',
  stock_counts: 'stock',
  stock_plans: 'stock',
  supplier_items: 'stock',
  suppliers: 'stock',
  stock_reservations: 'stock',
  stock_preferences: 'stock',
  stock_waits: 'stock',
  stock_waits_untold: 'stock',
  stock_wakes: 'stock',
  charges: 'reports',
  charges_due: 'orders',
  missing_prices: 'reports',
  price_lists: 'reports',
  prices: 'reports',
  statements: 'reports',
  report_sums: 'reports',
  wall_boards: 'reports',
  webhook_deliveries: 'webhooks',
  webhook_endpoints: 'webhooks',
};

/** Writes to a table of another folder, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'orders webhook_deliveries': 'One statement writes an event and its deliveries, because this is a hot path.',
  'stock article_variants': 'The row of a variant has its stock and its reserved pieces.',
  'stock product_variants': 'The same.',
  'shops shop_connections':
    'Connections of the console. Connectors write those of platen connect, and the places of both.',
  'shops shop_messages': 'A deleted shop has none, and a new mapping makes refused orders due.',
  'webhooks shop_messages': 'Erasing an order erases its messages, and staff make them due.',
  'reports charges_due': 'The job that charges an order also deletes its due work, and a new price makes orders due.',
  'production production_due': 'The statement that writes the pieces of an order also deletes its due work.',
  'orders print_files': 'The deletion of files and blobs deletes every row that names them.',
  'production print_files_due': 'The job that makes the print files of an order deletes its due work.',
};

/**
 * Returns the folder that owns a file: `orders` for src/orders/change/order-states.ts, `platform/http` for a
 * file of src/platform/http.
 */
const roomOf = (file: string) => {
  const [top, folder, below] = file.split('/');
  if (top !== 'src') return top;
  return folder === 'platform' ? `platform/${below}` : folder;
};

/** Tables that only the release before uses. */
const UNUSED = [
  'backlog_technologies',
  'backlog_technology_changes',
  'order_count_changes',
  'order_counts',
  'order_day_durations',
  'order_days',
  'order_sums',
  'serving_processes',
];
/** Tables that no store writes. */
const WITHOUT_STORE = ['migrations', 'postponed_keys', ...UNUSED];

test('each table is written by the stores of one folder, apart from listed exceptions', async () => {
  const writers = new Set<string>();
  for (const { file, text } of (await gatherStatements()).statements) {
    const tables = changesIn(await parse(text)).filter((table) => table in OWNERS);
    for (const table of tables) writers.add(`${roomOf(file)} ${table}`);
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
  // Creating the list of migrations is not part of a migration.
  assert.deepEqual(
    Object.keys(OWNERS).filter((table) => !tables.includes(table)),
    ['migrations'],
  );
});
