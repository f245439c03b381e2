/** The type `text` in PostgreSQL's catalogue. */
const TEXT_OID = 25;
/** Dimensions, whether there is a null, type of the elements; then size and lower bound of the dimension. */
const HEAD_BYTES = 5 * 4;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;

/**
 * A parameter `text[]` in PostgreSQL's binary form (array_recv). As text, every quote in every element is escaped on our side and taken
 * out again by PostgreSQL, which for JSON texts costs more than all else about the statement.
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

/** Rows for the `values` of an insert: the text with a parameter for each value, and the values. */
export function valueRows(rows: readonly (readonly unknown[])[]): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const texts = rows.map((row) => `(${row.map((one) => `$${values.push(one)}`).join(', ')})`);
  return { text: texts.join(', '), values };
}

/** Whose values are looked for: in an index by the column, of the rows with the condition. */
interface Scanned {
  table: string;
  column: string;
  condition: string;
}

/**
 * A part of `with recursive`: each value of the column once, going from one to the next along the index, so that the cost goes with the values and
 * not with the rows. PostgreSQL does not do so by itself (https://wiki.postgresql.org/wiki/Loose_indexscan); a distributed one cannot.
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

/** Whether PostgreSQL can hold the value as text: it knows no zero character and no half of a surrogate pair. */
export function isStorable(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
}

/**
 * A condition that the row of this table is of a client of the mode. There are two kinds of clients, and an index has the sandboxes alone: in it
 * something is found soon or nothing is, while the row of each client would be looked at to see that it is live.
 */
export function ofClientMode(table: string, mode: 'live' | 'sandbox'): string {
  return `${mode === 'live' ? 'not ' : ''}exists (select 1 from clients m where m.client_id = ${table}.client_id and m.mode = 'sandbox')`;
}

/** A condition that the row of this table is of no sandbox. */
export function ofLiveClient(table: string): string {
  return ofClientMode(table, 'live');
}
