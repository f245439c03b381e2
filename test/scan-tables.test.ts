import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { HAND_OVER_RULES } from '../src/packing/hand-over-scan-rules.ts';
import { PACKING_RULES } from '../src/packing/packing-table-rules.ts';
import { PIECE_RULES } from '../src/production/piece-scan-rules.ts';

type Row = Readonly<Record<string, { effect?: string }>>;

/** Joins the kinds of scans that have the same effect. A scan without an effect is refused. */
function cellOf(row: Row): string {
  const kinds = Object.keys(row).filter((kind) => row[kind]?.effect !== undefined);
  const byEffect = Map.groupBy(kinds, (kind) => row[kind]?.effect);
  return [...byEffect].map(([effect, all]) => `${all.join(', ')}: ${effect}`).join('. ');
}

function linesOf(work: string, rules: Readonly<Record<string, Row>>): string[] {
  const byRow = Map.groupBy(Object.keys(rules), (situation) => rules[situation] ?? {});
  return [...byRow].map(([row, situations]) => {
    const names = situations.map((situation) => `\`${situation}\``);
    return `| ${work} | ${names.join(', ')} | ${cellOf(row)} |`;
  });
}

test('docs/floor.md shows what each scan does in each situation of a station, as the tables of the code', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/floor.md'), 'utf8');
  const lines = [
    ...linesOf('`MAKE`, `CHECK`', PIECE_RULES.MAKE),
    ...linesOf('`FIND`', { NONE: PIECE_RULES.FIND.NONE }),
    ...linesOf('`PACK`', PACKING_RULES),
    ...linesOf('`HAND_OVER`', HAND_OVER_RULES),
  ];
  assert.deepEqual(PIECE_RULES.CHECK, PIECE_RULES.MAKE);
  const [, table = ''] = page.match(/\| work \| situation \| scans \|\n\|[-|]+\|\n((?:\|.*\n)+)/) ?? [];
  assert.deepEqual(table.trimEnd().split('\n'), lines);
});
