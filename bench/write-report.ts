import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawBars } from './draw-bars.ts';
import type { CaseResult, Measurements } from './results.ts';

const docs = join(import.meta.dirname, '../docs');
const PAGE = join(docs, 'performance.md');

const FASTER_PART_MIN = 0.05;

const COLUMNS = [
  'case',
  'req/s',
  'ratio',
  'of rounds',
  'goal',
  'one conn. ratio',
  'goal',
  'p99 ms (bare)',
  'at rate/s',
  'p50 / p99 / p99.9 ms',
  'bare p50 / p99 / p99.9',
  'Node µs',
  'PostgreSQL µs',
];

export function printTable(measured: Measurements): void {
  process.stdout.write(`${tables(measured)}\n`);
}

/** Puts tables and plots in docs/performance.md, between its marks, and the figures beside it. */
export async function writeReport(measured: Measurements): Promise<void> {
  const plots = [
    '![Requests in a second as a ratio to a bare node:http server](pictures/bench-ratios.svg)',
    '![Processor time per request](pictures/bench-processor.svg)',
    '![Latency at a fixed rate](pictures/bench-latency.svg)',
  ].join('\n\n');
  const { results } = measured;
  await writeSection('bench', `${tables(measured)}\n\n${plots}`);
  await writeFile(join(docs, 'pictures/bench.json'), `${JSON.stringify(measured, null, 2)}\n`);
  await drawBars(join(docs, 'pictures/bench-ratios.svg'), {
    title: 'Requests in a second, as a ratio to a bare node:http server',
    series: ['64 connections', 'one connection'],
    rows: results.map(({ name, many, one }) => ({ name, values: [many.ratio, one.ratio] })),
    unit: '',
  });
  await drawBars(join(docs, 'pictures/bench-processor.svg'), {
    title: 'Processor time per request, in microseconds',
    series: ['Node', 'PostgreSQL'],
    rows: results.map(({ name, many: { platen } }) => ({
      name,
      values: [platen.nodeMicroseconds, platen.databaseMicroseconds],
    })),
    unit: 'µs',
  });
  await drawBars(join(docs, 'pictures/bench-latency.svg'), {
    title: 'Latency at half of what Platen carries, in milliseconds',
    series: ['p50', 'p99', 'p99.9'],
    rows: results.map(({ name, atRate: { platen } }) => ({
      name,
      values: [platen.p50, platen.p99, platen.p999],
    })),
    unit: 'ms',
  });
}

/** Replaces what an npm script has written into docs/performance.md, between its marks. */
export async function writeSection(script: string, text: string): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const marks = [
    `<!-- ${script}: written by npm run ${script} -- --write -->`,
    `<!-- ${script}: end -->`,
  ] as const;
  const [begin, end] = [page.indexOf(marks[0]), page.indexOf(marks[1])];
  if (begin < 0 || end < begin) throw new Error(`${PAGE} has no place for what ${script} writes`);
  await writeFile(PAGE, `${page.slice(0, begin)}${marks[0]}\n\n${text}\n\n${page.slice(end)}`);
}

function tables(measured: Measurements): string {
  const { machine, places, rounds, seconds, memoryMiB, results, background } = measured;
  const where = places
    ? `Node and the bare server on processor ${places.server}, PostgreSQL on ${places.database}, load on ${places.load}`
    : 'nothing pinned';
  const head = [
    `${measured.date}, ${machine.processors} × ${machine.processor}, Node ${machine.node}; ${where}. ${rounds} rounds of ${seconds} s; medians.`,
    checkText(measured),
    `Memory of ${measured.processes > 1 ? `the first of ${measured.processes} Node processes` : 'the Node process'}: ${Math.round(memoryMiB.idle)} MiB idle, ${Math.round(memoryMiB.loaded)} MiB at most.`,
  ].join('\n');
  const parts = [head, table(COLUMNS, results.map(rowOf))];
  if (background.length > 0)
    parts.push(
      table(
        ['background', 'in a second', 'Node µs each', 'PostgreSQL µs each'],
        background.map((one) => [
          one.name,
          `${Math.round(one.perSecond)} ${one.unit}`,
          String(Math.round(one.nodeMicroseconds)),
          String(Math.round(one.databaseMicroseconds)),
        ]),
      ),
    );
  return parts.join('\n\n');
}

/** Whether the generator is the limit, and what was done then. */
function checkText({ check, generators }: Measurements): string {
  const { one, two, busy } = check;
  const gain = two / one - 1;
  const found = isFaster(check)
    ? `two show it ${percent(gain)} faster (${Math.round(two)})`
    : `two show it no faster (${Math.round(two)})`;
  return `The bare server: ${Math.round(one)} requests in a second with one load generator, which took ${percent(busy)} of a processor; ${found}. Measured with ${generators === 1 ? 'one' : 'two'}.`;
}

/** Whether two generators show the bare server so much faster than one that it is no noise. */
export function isFaster({ one, two }: Measurements['check']): boolean {
  return two > one * (1 + FASTER_PART_MIN);
}

function rowOf({ name, goals, many, one, atRate }: CaseResult): string[] {
  const three = ({ p50, p99, p999 }: { p50: number; p99: number; p999: number }) =>
    [p50, p99, p999].map(milliseconds).join(' / ');
  return [
    name,
    String(Math.round(many.platen.perSecond)),
    many.ratio.toFixed(2),
    many.spread.map((ratio) => ratio.toFixed(2)).join('–'),
    goals.many === undefined ? '' : `≥ ${goals.many}`,
    one.ratio.toFixed(2),
    goals.one === undefined ? '' : `≥ ${goals.one}`,
    `${milliseconds(many.platen.p99)} (${milliseconds(many.bare.p99)})`,
    String(Math.round(atRate.rate)),
    three(atRate.platen),
    three(atRate.bare),
    String(Math.round(many.platen.nodeMicroseconds)),
    String(Math.round(many.platen.databaseMicroseconds)),
  ];
}

export function table(head: readonly string[], rows: readonly string[][]): string {
  const widths = head.map((name, column) =>
    Math.max(name.length, 3, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

export function milliseconds(value: number): string {
  return value < 10 ? value.toFixed(1) : String(Math.round(value));
}

export function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}
