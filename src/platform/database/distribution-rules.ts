import type { ForeignKey } from './distribution-store.ts';
import { FIRST_TABLE, TABLE_PLACEMENTS, type TablePlacement } from './table-placements.ts';

/** Some statements that are carried out together, in one transaction. */
export type DistributionStep = readonly string[];

export interface SchemaState {
  database: { name: string; isSequential: boolean };
  tables: readonly string[];
  placements: ReadonlyMap<string, TablePlacement>;
  foreignKeys: readonly ForeignKey[];
  /** Taken away before, and not made again yet. */
  postponed: readonly ForeignKey[];
  leftovers: readonly string[];
}

/** Tables that have no place in the list. */
export function undecidedTables(tables: readonly string[]): string[] {
  return tables.filter((table) => !(table in TABLE_PLACEMENTS));
}

/** What is still to be done until every table is where it belongs, in order. Empty: all is done. */
export function distributionSteps(state: SchemaState): DistributionStep[] {
  const { database, placements, foreignKeys, postponed, leftovers } = state;
  const toPlace = Object.entries(TABLE_PLACEMENTS)
    .filter(([table]) => state.tables.includes(table))
    .filter(([table, wanted]) => wanted !== 'in one place' && placements.get(table) !== wanted);
  // What the others point at is copied before they are split.
  const moving = [
    ...toPlace.filter(([, wanted]) => wanted === 'on every node'),
    ...toPlace.filter(([, wanted]) => wanted === 'by client'),
  ];
  const isMoving = (table: string) => moving.some(([name]) => name === table);
  const dropped = foreignKeys.filter(({ table, referenced }) => isMoving(table) || isMoving(referenced));
  const tidied = [...new Set([...leftovers, ...moving.map(([table]) => table)])];
  const made = [...postponed, ...dropped];
  return [
    ...(database.isSequential ? [] : [[beSequential(database.name)]]),
    ...(dropped.length > 0 ? [dropped.flatMap(postponeKey)] : []),
    ...moving.map(([table, wanted]) => [placeTable(table, wanted)]),
    ...tidied.map((table) => [`select truncate_local_data_after_distributing_table('${table}')`]),
    ...made.map(makeKey),
  ];
}

/** A transaction that read many parts at once over several connections could not write what those parts have foreign keys to: the catalogue, clients. */
function beSequential(database: string): string {
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
