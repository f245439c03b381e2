import type { Connection } from './transaction.ts';

/** What brings a database to the present text of a migration, whichever of its earlier texts was applied. */
interface Repair {
  migration: string;
  /** A query for one boolean: whether the repair is needed. */
  needed: string;
  statements: string;
}

const column = (table: string, name: string) =>
  `exists (select 1 from information_schema.columns where table_schema = 'public' and table_name = '${table}' and column_name = '${name}')`;
const index = (name: string, definition: string) =>
  `exists (select 1 from pg_indexes where schemaname = 'public' and indexname = '${name}' and indexdef like '%${definition}%')`;
const collatedC = (table: string, name: string) =>
  `exists (select 1 from information_schema.columns where table_schema = 'public' and table_name = '${table}' and column_name = '${name}' and collation_name = 'C')`;

/** Before releases were kept apart, these texts were edited after databases had been made with them. In the order they were applied. */
const REPAIRS: readonly Repair[] = [
  {
    migration: '0007-stock.sql',
    needed: `select ${collatedC('stock_waits', 'client_id')} as needed`,
    statements: 'alter table stock_waits alter column client_id type text collate "default"',
  },
  {
    migration: '0008-order-life.sql',
    needed: `select ${column('orders', 'work')} or to_regclass('public.order_files') is null as needed`,
    statements: `alter table orders drop column if exists work, drop column if exists mode,
                   add column if not exists intake_attempts integer not null default 0;
                 update orders set work_due = created where status = 'NEW';
                 create table if not exists order_files (
                   client_id text not null,
                   order_id text collate "C" not null,
                   pointer text not null,
                   role text not null check (role in ('artwork', 'quality_control_image', 'packing_slip', 'label')),
                   url text not null,
                   sha256 text not null,
                   media_type text not null,
                   bytes bigint not null,
                   width integer,
                   height integer,
                   fetched timestamptz(3) not null,
                   primary key (client_id, order_id, pointer),
                   foreign key (client_id, order_id) references orders
                 )`,
  },
  {
    migration: '0008-order-life.sql',
    needed: `select not ${index('orders_due', '(client_id, work_due, order_id)')} as needed`,
    statements: `drop index if exists orders_due;
                 create index orders_due on orders (client_id, work_due, order_id) where work_due is not null`,
  },
  {
    migration: '0008-order-life.sql',
    needed: `select not ${column('order_files', 'dpi')} as needed`,
    statements: 'alter table order_files add column dpi double precision, add column has_alpha boolean',
  },
  {
    migration: '0009-webhooks.sql',
    needed: `select to_regclass('public.stock_announcer') is null as needed`,
    statements: `create table stock_announcements (
                   ean13 text collate "C" primary key,
                   quantity integer not null
                 );
                 create table stock_announcer (
                   singleton boolean primary key default true check (singleton),
                   looked timestamptz(3) not null
                 );
                 insert into stock_announcer (looked) values (now())`,
  },
  {
    migration: '0009-webhooks.sql',
    needed: `select to_regclass('public.webhook_deliveries_ended') is null as needed`,
    statements: `create index webhook_deliveries_ended on webhook_deliveries (created) where state <> 'pending'`,
  },
  {
    migration: '0010-operator.sql',
    needed: `select ${collatedC('order_search', 'client_id')} as needed`,
    statements: `drop index order_search_by_created;
                 alter table order_search alter column client_id type text collate "default";
                 create index order_search_by_created on order_search (created desc, client_id collate "C", order_id)`,
  },
];

/** Mends what earlier texts of the migration left otherwise than its present one does. Nothing to mend costs a look at the catalogue. */
export async function repairMigration(connection: Connection, migration: string): Promise<void> {
  for (const { needed, statements } of REPAIRS.filter((repair) => repair.migration === migration)) {
    const { rows } = await connection.query<{ needed: boolean }>(needed);
    if (rows[0]?.needed) await connection.query(statements);
  }
}
