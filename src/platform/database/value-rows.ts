/** Rows for the `values` of an insert: the text with a parameter for each value, and the values. */
export function valueRows(rows: readonly (readonly unknown[])[]): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const texts = rows.map((row) => `(${row.map((one) => `$${values.push(one)}`).join(', ')})`);
  return { text: texts.join(', '), values };
}

/** Returns an array of the values of each named field, for `unnest`. */
export function columnsOf<T>(rows: readonly T[], ...names: readonly (keyof T)[]): unknown[][] {
  return names.map((name) => rows.map((row) => row[name]));
}
