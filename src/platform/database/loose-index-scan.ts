/** Whose values are looked for: in an index by the column, of the rows with the condition. */
export interface Scanned {
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
