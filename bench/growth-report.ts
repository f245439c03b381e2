import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** For each order. */
export interface TableBytes {
  table: string;
  rows: number;
  indexes: number;
  byIndex: Record<string, number>;
}

/** A database of one size. */
export interface Grown {
  orders: number;
  clients: number;
  fillSeconds: number;
  bytes: TableBytes[];
  /** From kill -9 of Node and PostgreSQL until it is ready again, the start of Node included; undefined where PostgreSQL is not ours. */
  readyMs: number | undefined;
  /** Of the machine over a minute, before and after. */
  load: [number, number];
  /**
   * Median milliseconds of each operation, and those of processors, which also tell something where others use the machine. `rounds`: it was not asked for in all of them, since
   * it failed.
   */
  medians: { name: string; ms: number; processorMs: number; mayGrow?: true; rounds?: number }[];
}

export interface Growth {
  date: string;
  machine: { processor: string; processors: number; node: string };
  rounds: number;
  grown: Grown[];
}

const docs = join(import.meta.dirname, '../docs');
const BEGIN = '<!-- growth: written by npm run bench:growth -- --write -->';
const END = '<!-- growth: end -->';
/** What an order has of its own, as the goal for it counts. */
const OF_ORDER = ['orders', 'order_events', 'order_items', 'order_search'];

export function printGrowth(growth: Growth): void {
  process.stdout.write(`${tables(growth).join('\n\n')}\n`);
}

export async function writeGrowth(
  growth: Growth,
  { json, write }: { json?: string | undefined; write: boolean },
): Promise<void> {
  const text = `${JSON.stringify(growth, null, 1)}\n`;
  if (json !== undefined) await writeFile(json, text);
  if (!write) return;
  await writeFile(join(docs, 'pictures/growth.json'), text);
  const page = join(docs, 'performance.md');
  const old = await readFile(page, 'utf8');
  const [head, tail] = [old.indexOf(BEGIN), old.indexOf(END)];
  if (head < 0 || tail < 0) throw new Error('docs/performance.md has no place for the growth');
  const { date, machine, grown, rounds } = growth;
  const loads = grown.flatMap(({ load }) => load);
  const about = `${date}, ${machine.processor}, ${machine.processors} processors, Node ${machine.node}; each ${rounds} times, a load of ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)} on the machine.`;
  const body = [BEGIN, about, ...tables(growth)].join('\n\n');
  await writeFile(page, `${old.slice(0, head)}${body}\n\n${old.slice(tail)}`);
}

function tables({ grown }: Growth): string[] {
  const byClients = Map.groupBy(grown, ({ clients }) => clients);
  return [bytesTable(grown), ...[...byClients].map(([clients, of]) => timesTable(clients, of))];
}

/** Milliseconds at each size, of the clock and of processors, and how many times those of the least. */
function timesTable(clients: number, grown: readonly Grown[]): string {
  const [least, ...others] = grown as [Grown, ...Grown[]];
  const names = new Set(grown.flatMap(({ medians }) => medians.map(({ name }) => name)));
  const head = [
    `${count(clients)} clients: ms (of processors)`,
    ...grown.map(({ orders }) => count(orders)),
    ...others.map(({ orders }) => `times at ${count(orders)}`),
  ];
  const rows = [...names].map((name) => {
    const of = (one: Grown) => one.medians.find((each) => each.name === name);
    const cell = (digits: number, ms = Number.NaN, processorMs = Number.NaN, asked?: number) =>
      Number.isNaN(ms)
        ? '-'
        : `${ms.toFixed(digits)} (${processorMs.toFixed(digits)})${asked === undefined ? '' : `, rounds: ${asked}`}`;
    const times = (one: Grown, which: 'ms' | 'processorMs') =>
      (of(one)?.[which] ?? Number.NaN) / (of(least)?.[which] ?? Number.NaN);
    return [
      of(least)?.mayGrow ? `${name} (may grow)` : name,
      ...grown.map((one) => cell(1, of(one)?.ms, of(one)?.processorMs, of(one)?.rounds)),
      ...others.map((one) => cell(2, times(one, 'ms'), times(one, 'processorMs'))),
    ];
  });
  return table(head, rows);
}

function bytesTable(grown: readonly Grown[]): string {
  const head = ['', ...grown.map(({ orders, clients }) => `${count(orders)} of ${count(clients)}`)];
  const line = (name: string, value: (of: Grown) => string) => [name, ...grown.map(value)];
  const bytes = (of: Grown, names: readonly string[]) =>
    of.bytes
      .filter(({ table: one }) => names.includes(one))
      .reduce((sum, one) => sum + one.rows + one.indexes, 0);
  const names = [...new Set(grown.flatMap((of) => of.bytes.map((one) => one.table)))];
  return table(head, [
    line('bytes of an order, its events, items and words', (of) => bytes(of, OF_ORDER).toFixed(0)),
    ...names
      .map((name) => line(`of that \`${name}\``, (of) => bytes(of, [name]).toFixed(0)))
      .map(([first = '', ...rest]) => [
        OF_ORDER.some((one) => first.includes(`\`${one}\``)) ? first : first.replace('of that', 'beside it'),
        ...rest,
      ]),
    line('seconds until ready after kill -9', ({ readyMs }) =>
      readyMs === undefined ? '-' : (readyMs / 1_000).toFixed(1),
    ),
    line('seconds to fill', ({ fillSeconds }) => String(fillSeconds)),
    line('load of the machine', ({ load }) => load.map((one) => one.toFixed(1)).join(' to ')),
  ]);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, index) =>
    Math.max(cell.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, index) => (index === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

function count(number: number): string {
  return number.toLocaleString('en');
}
