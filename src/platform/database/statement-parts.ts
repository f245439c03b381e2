const TEXT_OID = 25;
/** Number of dimensions, null flag, type of the elements; then size and lower bound of the dimension. */
const HEAD_BYTES = 5 * 4;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;

/**
 * Encodes a parameter `text[]` in PostgreSQL's binary form (array_recv). Escaping the quotes of JSON in text
 * form would take longer than the rest of the statement.
 */
export function textArray(values: readonly (string | null)[]): Buffer {
  let bytes = HEAD_BYTES;
  for (const value of values) bytes += LENGTH_BYTES + (value === null ? 0 : Buffer.byteLength(value));
  const array = Buffer.allocUnsafe(bytes);
  // An empty array has no dimension.
  array.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  array.writeInt32BE(values.includes(null) ? 1 : 0, 4);
  array.writeInt32BE(TEXT_OID, 8);
  array.writeInt32BE(values.length, 12);
  array.writeInt32BE(1, 16);
  let at = HEAD_BYTES;
  for (const value of values) {
    const length = value === null ? NULL_LENGTH : array.write(value, at + LENGTH_BYTES);
    array.writeInt32BE(length, at);
    at += LENGTH_BYTES + Math.max(0, length);
  }
  return values.length === 0 ? array.subarray(0, 12) : array;
}

export function valueRows(rows: readonly (readonly unknown[])[]): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const texts = rows.map((row) => `(${row.map((one) => `$${values.push(one)}`).join(', ')})`);
  return { text: texts.join(', '), values };
}

/** The column must lead an index on the rows with the condition. */
type Scanned = { table: string; column: string; condition: string };

/**
 * Returns a part of `with recursive` that yields each value of the column once. It jumps along the index, so
 * its cost does not grow with the rows (https://wiki.postgresql.org/wiki/Loose_indexscan). Citus does not
 * support it.
 */
export function looseIndexScan(name: string, { table, column, condition }: Scanned): string {
  return `${name} as (
     (select ${column} from ${table} where ${condition} order by ${column} limit 1)
     union all
     select next.${column} from ${name}
     cross join lateral (
       select ${column} from ${table} where ${condition} and ${column} > ${name}.${column} order by ${column} limit 1
     ) next
   )`;
}

/** Returns whether PostgreSQL can store the value as text: it refuses zero characters and lone surrogates. */
export function isStorable(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
}

/** Returns a condition on the client's mode. It reads the sandboxes only, which have a small index. */
export function ofClientMode(table: string, mode: 'live' | 'sandbox'): string {
  return `${mode === 'live' ? 'not ' : ''}exists (select 1 from clients m where m.client_id = ${table}.client_id and m.mode = 'sandbox')`;
}

export function ofLiveClient(table: string): string {
  return ofClientMode(table, 'live');
}

/** Returns the values of the named fields, for an insert of one row. */
export function valuesOf<T>(row: T, ...names: readonly (keyof T)[]): unknown[] {
  return names.map((name) => row[name]);
}

/** Returns an array of the values of each named field, for `unnest`. */
export function columnsOf<T>(rows: readonly T[], ...names: readonly (keyof T)[]): unknown[][] {
  return names.map((name) => rows.map((row) => row[name]));
}

export function fieldsOf<T>(row: T, ...names: readonly (keyof T)[]): unknown[] {
  return names.map((name) => row[name]);
}

/** Returns an `unnest` of columns, and adds the columns to `values`. The types are separated by spaces. */
export function unnest(values: unknown[], types: string, columns: readonly unknown[][]): string {
  return `unnest(${types
    .split(' ')
    .map((type, index) => `$${values.push(columns[index])}::${type}[]`)
    .join(', ')})`;
}
