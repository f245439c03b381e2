import type { Rows } from './grown-columns.ts';
import { type grownOrder, rowsOf } from './grown-orders.ts';

type Grown = ReturnType<typeof grownOrder>;
type Parts = Grown['parts'];
/** Texts between which the parts stand that have these numbers. */
interface Template {
  texts: string[];
  holes: number[];
}

/** When the steps of a life were, in a template: in a year without orders. */
const YEAR = '1999-01-01T00:00:00.00';
/** Stands for a part in a template: a word of letters and digits, or a moment. */
const HOLE = /(?:Zzq|zzq)\d+zz|1999-01-01T00:00:00\.00\dZ/g;
/** Parts that search terms have without capitals. */
const NAMES = ['first', 'last', 'size'] as const;

/**
 * The rows of orders as COPY's text format has them, by table. The program's own functions make those of the first of a kind, in which
 * the parts of all others are then put: some thirty times as fast.
 */
export class GrownLines {
  readonly #tables: readonly (keyof Rows)[];
  readonly #templates = new Map<number, Template[]>();

  constructor(tables: readonly (keyof Rows)[]) {
    this.#tables = tables;
  }

  /** Its lines in each of the tables, in their order. */
  of({ key, kind, parts }: Grown): string[] {
    const values = valuesOf(parts);
    const known = this.#templates.get(key);
    if (known) return known.map((template) => fill(template, values));
    const made = this.#templatesOf(kind);
    const filled = made.map((template) => fill(template, values));
    const rows = rowsOf(kind(), parts);
    for (const [index, table] of this.#tables.entries())
      if (inOrder(filled[index] as string, table) !== inOrder(linesOf(rows[table]), table))
        throw new Error(`A template of ${table} is wrong: ${filled[index]}`);
    this.#templates.set(key, made);
    return filled;
  }

  #templatesOf(kind: Grown['kind']): Template[] {
    const rows = rowsOf(kind(), PLACEHOLDERS);
    return this.#tables.map((table) => {
      const lines = linesOf(rows[table]);
      const holes = (lines.match(HOLE) ?? []).map((hole) => HOLES.indexOf(hole));
      return { texts: lines.split(HOLE), holes };
    });
  }
}

/** Search terms are sorted as they are written, and sorted anew as they are read: those of a template stand in another order. */
function inOrder(lines: string, table: keyof Rows): string {
  return table === 'order_search' ? lines.split(/\s/).sort().join(' ') : lines;
}

function fill({ texts, holes }: Template, values: readonly string[]): string {
  let filled = texts[0] as string;
  for (let index = 0; index < holes.length; index++)
    filled += (values[holes[index] as number] as string) + (texts[index + 1] as string);
  return filled;
}

/** All parts in one order. */
function valuesOf(parts: Parts): string[] {
  const { eans, products, times, eventIds, movementIds, ...single } = parts;
  const small = NAMES.map((name) => parts[name].toLowerCase());
  return [
    ...[single.clientId, single.shopName, single.number, single.first, single.last, single.house],
    ...[single.carrier, single.tracking, single.article, single.size, single.hash],
    ...eans,
    ...products,
    ...eventIds,
    ...movementIds,
    ...times,
    ...small,
  ];
}

const PLACEHOLDERS = placeholders();
const HOLES = valuesOf(PLACEHOLDERS);

function placeholders(): Parts {
  let number = 0;
  const next = () => `zzq${number++}zz`;
  const name = () => `Zzq${number++}zz`;
  const some = (length: number) => Array.from({ length }, next);
  return {
    clientId: next(),
    shopName: next(),
    number: next(),
    first: name(),
    last: name(),
    house: next(),
    carrier: next(),
    tracking: next(),
    article: next(),
    size: name(),
    hash: next(),
    eans: some(3),
    products: some(3),
    eventIds: some(4),
    movementIds: some(6),
    times: [0, 1, 2, 3].map((step) => `${YEAR}${step}Z`),
  };
}

function linesOf(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map(lineOf).join('');
}

/** A row in COPY's text format (PostgreSQL manual, COPY). */
export function lineOf(row: readonly (string | number | null)[]): string {
  return `${row.map((one) => (one === null ? '\\N' : typeof one === 'number' ? one : escaped(one))).join('\t')}\n`;
}

const SPECIAL: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(text: string): string {
  return text.replace(/[\\\n\r\t]/g, (one) => SPECIAL[one] as string);
}
