type WithoutNulls<T> = { [Field in keyof T]: Exclude<T[Field], null> };

/** A row as it is answered: what it has nothing in is left out. */
export function withoutNulls<T extends object>(row: T): Partial<WithoutNulls<T>> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Partial<
    WithoutNulls<T>
  >;
}
