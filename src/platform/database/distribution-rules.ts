/**
 * The place of a table's rows with Citus. `by client`: split over the nodes by client_id. `on every node`:
 * copied, for joins and foreign keys of split tables. `in one place`: on the coordinator, for stock and for
 * tables without a client. No locking statement joins them with split tables.
 */
export type TablePlacement = 'by client' | 'on every node' | 'in one place';

/** All tables of the schema, which a test checks. They are split in this order, `orders` first. */
export const TABLE_PLACEMENTS: Readonly<Record<string, TablePlacement>> = {
  orders: 'by client',
  backlog_technologies: 'by client',
  backlog_technology_changes: 'by client',
  charges: 'by client',
  charges_due: 'by client',
  client_file_bytes: 'by client',
  client_files: 'by client',
  client_uploads: 'by client',
  client_product_variants: 'by client',
  client_products: 'by client',
  idempotency_keys: 'by client',
  order_count_changes: 'by client',
  order_counts: 'by client',
  order_day_durations: 'by client',
  order_days: 'by client',
  order_events: 'by client',
  order_files: 'by client',
  order_fills: 'by client',
  order_items: 'by client',
  order_notes: 'by client',
  note_mentions: 'by client',
  order_marks: 'by client',
  order_repeats: 'by client',
  order_search: 'by client',
  missing_prices: 'by client',
  price_lists: 'by client',
  prices: 'by client',
  statements: 'by client',
  parcels: 'by client',
  parcel_labels: 'by client',
  parcel_lines: 'by client',
  parcel_papers: 'by client',
  piece_events: 'by client',
  pieces: 'by client',
  print_files: 'by client',
  print_files_due: 'by client',
  production_due: 'by client',
  production_orders: 'by client',
  announced_return_lines: 'by client',
  announced_returns: 'by client',
  return_lines: 'by client',
  returns: 'by client',
  shop_connections: 'by client',
  shop_messages: 'by client',
  shop_prefixes: 'by client',
  shop_products: 'by client',
  stock_preferences: 'by client',
  stock_reservations: 'by client',
  webhook_deliveries: 'by client',
  webhook_endpoints: 'by client',

  article_notes: 'on every node',
  articles: 'on every node',
  batches: 'on every node',
  bins: 'on every node',
  carriers: 'on every node',
  catalog_version: 'on every node',
  client_carriers: 'on every node',
  client_catalogs: 'on every node',
  client_secrets: 'on every node',
  client_slips: 'on every node',
  clients: 'on every node',
  file_pictures: 'on every node',
  fitting_rules: 'on every node',
  hand_overs: 'on every node',
  label_providers: 'on every node',
  label_rules: 'on every node',
  manifests: 'on every node',
  packages: 'on every node',
  print_areas: 'on every node',
  print_technologies: 'on every node',
  products: 'on every node',
  restore_pause: 'on every node',
  signing_keys: 'on every node',

  alert_choices: 'in one place',
  alert_messages: 'in one place',
  alerts: 'in one place',
  article_variants: 'in one place',
  order_job_rows: 'in one place',
  order_jobs: 'in one place',
  order_view_defaults: 'in one place',
  order_views: 'in one place',
  audit: 'in one place',
  backup_state: 'in one place',
  batch_picks: 'in one place',
  blob_sweep: 'in one place',
  blobs: 'in one place',
  center: 'in one place',
  deliveries: 'in one place',
  delivery_lines: 'in one place',
  gang_prints: 'in one place',
  gang_sheets: 'in one place',
  job_runs: 'in one place',
  latest_scans: 'in one place',
  machine_jobs: 'in one place',
  machine_requests: 'in one place',
  machine_rules: 'in one place',
  machines: 'in one place',
  migrations: 'in one place',
  operator_sessions: 'in one place',
  operators: 'in one place',
  order_day_sums: 'in one place',
  order_sums: 'in one place',
  paper_runs: 'in one place',
  postponed_keys: 'in one place',
  print_jobs: 'in one place',
  purchase_lines: 'in one place',
  purchase_mails: 'in one place',
  purchase_orders: 'in one place',
  printers: 'in one place',
  product_variants: 'in one place',
  production_day_pieces: 'in one place',
  production_days: 'in one place',
  production_summed_days: 'in one place',
  report_sums: 'in one place',
  quota_counts: 'in one place',
  scan_numbers: 'in one place',
  scans: 'in one place',
  serving_processes: 'in one place',
  sign_in_attempts: 'in one place',
  station_printers: 'in one place',
  station_sessions: 'in one place',
  stations: 'in one place',
  stock_announcements: 'in one place',
  stock_announcer: 'in one place',
  event_feed: 'in one place',
  stock_news: 'in one place',
  stock_balances: 'in one place',
  stock_movements: 'in one place',
  stock_count_lines: 'in one place',
  stock_counts: 'in one place',
  stock_places: 'in one place',
  stock_plans: 'in one place',
  stock_waits: 'in one place',
  stock_waits_untold: 'in one place',
  stock_wakes: 'in one place',
  suppliers: 'in one place',
  supplier_items: 'in one place',
  wall_boards: 'in one place',
};

/** The table that all other split tables are co-located with. */
export const FIRST_TABLE = 'orders';
export type DistributionStep = readonly string[];

export interface ForeignKey {
  table: string;
  referenced: string;
  name: string;
  /** FOREIGN KEY (…) REFERENCES … */
  definition: string;
}

export interface SchemaState {
  database: { name: string; isSequential: boolean };
  tables: readonly string[];
  placements: ReadonlyMap<string, TablePlacement>;
  foreignKeys: readonly ForeignKey[];
  postponed: readonly ForeignKey[];
  leftovers: readonly string[];
}

export function findUnplacedTables(tables: readonly string[]): string[] {
  return tables.filter((table) => !(table in TABLE_PLACEMENTS));
}

/** Returns the remaining steps, in order, to put every table in its place. */
export function distributionSteps(state: SchemaState): DistributionStep[] {
  const { database, placements, foreignKeys, postponed, leftovers } = state;
  const toPlace = Object.entries(TABLE_PLACEMENTS)
    .filter(([table]) => state.tables.includes(table))
    .filter(([table, wanted]) => wanted !== 'in one place' && placements.get(table) !== wanted);
  // Tables that others refer to are copied before those others are split.
  const moving = [
    ...toPlace.filter(([, wanted]) => wanted === 'on every node'),
    ...toPlace.filter(([, wanted]) => wanted === 'by client'),
  ];
  const isMoving = (table: string) => moving.some(([name]) => name === table);
  const dropped = foreignKeys.filter(({ table, referenced }) => isMoving(table) || isMoving(referenced));
  const tidied = [...new Set([...leftovers, ...moving.map(([table]) => table)])];
  const made = [...postponed, ...dropped];
  return [
    ...(database.isSequential ? [] : [[sequentialModeSql(database.name)]]),
    ...(dropped.length > 0 ? [dropped.flatMap(postponeKey)] : []),
    ...moving.map(([table, wanted]) => [placeTable(table, wanted)]),
    ...tidied.map((table) => [`select truncate_local_data_after_distributing_table('${table}')`]),
    ...made.map(makeKey),
  ];
}

/** Returns SQL that turns parallel mode off, which forbids writes to tables that read shards refer to. */
function sequentialModeSql(database: string): string {
  return `alter database ${database} set citus.multi_shard_modify_mode = 'sequential'`;
}

function postponeKey({ table, referenced, name, definition }: ForeignKey): string[] {
  const values = [table, name, referenced, definition].map(literal).join(', ');
  return [
    `insert into postponed_keys (table_name, key_name, referenced_name, definition) values (${values})`,
    `alter table ${table} drop constraint ${name}`,
  ];
}

function placeTable(table: string, wanted: TablePlacement): string {
  if (wanted === 'on every node') return `select create_reference_table('${table}')`;
  const beside = table === FIRST_TABLE ? 'none' : FIRST_TABLE;
  return `select create_distributed_table('${table}', 'client_id', colocate_with => '${beside}')`;
}

function makeKey({ table, name, definition }: ForeignKey): DistributionStep {
  return [
    `alter table ${table} add constraint ${name} ${definition}`,
    `delete from postponed_keys where table_name = ${literal(table)} and key_name = ${literal(name)}`,
  ];
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
