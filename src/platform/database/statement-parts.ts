const TEXT_OID = 25;
/** Number of dimensions, null flag, type of the elements; then size and lower bound of the dimension. */
const HEAD_BYTES = 5 * 4;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;

/**
 * Encodes a parameter `text[]` in PostgreSQL's binary form (array_recv). Escaping the quotes of JSON in text
 * form would take longer than the rest of the statement.
 */
export function textArray(given: readonly unknown[]): Buffer {
  const values = given.map((value) => (value === null ? null : String(value)));
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

/** PostgreSQL types of columns. Each column is a field of the rows, in snake case. */
export type ColumnTypes<Row> = { readonly [Field in keyof Row & string]?: string };

/** Returns the names of the columns, in order and separated by commas. */
export function namesOf<Row>(types: ColumnTypes<Row>): string {
  return Object.keys(types).map(columnOf).join(', ');
}

/**
 * Returns SQL of a table that has the given rows, and adds an array for each column to `values`. The column
 * `place` numbers the rows from 1.
 */
export function tableOf<Row>(name: string, rows: readonly Row[], types: ColumnTypes<Row>, values: unknown[]): string {
  const arrays = Object.entries(types).map(([field, type]) => {
    const column = rows.map((row) => row[field as keyof Row] ?? null);
    return `$${values.push(type === 'text' ? textArray(column) : column)}::${type}[]`;
  });
  return `unnest(${arrays.join(', ')}) with ordinality as ${name} (${namesOf(types)}, place)`;
}

function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
