/** Returns the values of each field as a list, for a statement that reads rows by `unnest`. Undefined becomes null. */
export function columnsOf<Row extends object>(
  rows: readonly Row[],
  ...fields: readonly (keyof Row)[]
): unknown[][] {
  return fields.map((field) => rows.map((row) => row[field] ?? null));
}
