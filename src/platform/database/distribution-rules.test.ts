import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { planDistribution } from './distribution.ts';
import { distributionSteps, type SchemaState, TABLE_PLACEMENTS, type TablePlacement } from './distribution-rules.ts';
import { listForeignKeys, listTables } from './distribution-store.ts';

/** The definition of each table with its indexes, without comments. */
const SCHEMA = readFileSync(join(import.meta.dirname, '../../../schema.sql'), 'utf8').replaceAll(/^ *--.*\n/gm, '');
const TABLES = new Map(SCHEMA.split('\n\n').map((text) => [/create table (\w+)/.exec(text)?.[1] ?? '', text]));
const DATABASE = { name: 'platen', isSequential: true };

/** The catalogue entries that Citus would make for the statements of a step. */
function runSteps(state: SchemaState, step: readonly string[]): SchemaState {
  const placements = new Map(state.placements);
  let { foreignKeys, postponed, leftovers } = state;
  for (const statement of step) {
    const [, kind, table = ''] =
      /^select (create_reference|create_distributed|truncate_local_data_after_distributing)_table\('(\w+)'/.exec(
        statement,
      ) ?? [];
    if (kind === 'truncate_local_data_after_distributing') leftovers = leftovers.filter((one) => one !== table);
    else if (kind) {
      placements.set(table, kind === 'create_reference' ? 'on every node' : 'by client');
      leftovers = [...leftovers, table];
    }
    const [, dropped] = /drop constraint (\w+)$/.exec(statement) ?? [];
    const [, made] = /add constraint (\w+) /.exec(statement) ?? [];
    if (dropped) postponed = [...postponed, ...foreignKeys.filter(({ name }) => name === dropped)];
    if (made) foreignKeys = [...foreignKeys, ...postponed.filter(({ name }) => name === made)];
    foreignKeys = foreignKeys.filter(({ name }) => name !== dropped);
    postponed = postponed.filter(({ name }) => name !== made);
  }
  return { ...state, placements, foreignKeys, postponed, leftovers };
}

test('every table of the schema has a place in a distributed database', () => {
  const tables = [...SCHEMA.matchAll(/^create table (\w+) /gm)].map(([, table]) => table as string);
  assert.deepEqual([...tables, 'migrations'].sort(), Object.keys(TABLE_PLACEMENTS).sort());
});

test('what is split by client has client_id in each of its keys, and never without one', () => {
  for (const [table, place] of Object.entries(TABLE_PLACEMENTS)) {
    if (place !== 'by client') continue;
    const text = TABLES.get(table) ?? '';
    assert.match(text, /^ {2}client_id text not null/m, table);
    const keys =
      text.match(/(PRIMARY KEY|UNIQUE|FOREIGN KEY|CREATE UNIQUE INDEX \S+ ON \S+ USING \w+) \([^)]*\)/g) ?? [];
    assert.deepEqual(
      keys.filter((key) => !key.includes('client_id') && !key.startsWith('FOREIGN')),
      [],
      table,
    );
  }
});

test('a foreign key leads from what is split to what lies beside it or on every node, and never from there to what is split', () => {
  const keys = SCHEMA.matchAll(/^create table (\w+) \(([^;]*)\);/gm).flatMap(([, table = '', body = '']) =>
    [...body.matchAll(/FOREIGN KEY \(([^)]*)\) REFERENCES (\w+)/g)].map(([, columns = '', to = '']) => ({
      table,
      columns,
      to,
    })),
  );
  const wrong = [...keys].filter(({ table, columns, to }) => {
    const from = TABLE_PLACEMENTS[table];
    const target = TABLE_PLACEMENTS[to];
    if (target === 'by client') return from !== 'by client' || !columns.startsWith('client_id');
    return target === 'in one place' && from !== target;
  });
  assert.deepEqual(wrong, []);
});

test('an abort after any step leaves what the next run brings to the same end, and then nothing is left to do', async () => {
  const database = await openTestDatabase();
  try {
    const begun: SchemaState = {
      database: DATABASE,
      tables: await listTables(database.pool),
      placements: new Map<string, TablePlacement>(),
      foreignKeys: await listForeignKeys(database.pool),
      postponed: [],
      leftovers: [],
    };
    const steps = distributionSteps(begun);
    const whole = steps.reduce(runSteps, begun);
    assert.deepEqual(distributionSteps(whole), []);
    const namesOf = ({ foreignKeys }: SchemaState) => foreignKeys.map(({ name }) => name).sort();
    assert.deepEqual(namesOf(whole), namesOf(begun));
    for (const [table, place] of Object.entries(TABLE_PLACEMENTS)) {
      assert.equal(whole.placements.get(table) ?? 'in one place', place, table);
    }
    for (let done = 0; done < steps.length; done++) {
      const aborted = steps.slice(0, done).reduce(runSteps, begun);
      const after = distributionSteps(aborted).reduce(runSteps, aborted);
      assert.deepEqual([namesOf(after), [...after.placements].sort()], [namesOf(begun), [...whole.placements].sort()]);
      assert.deepEqual([after.postponed, after.leftovers], [[], []]);
    }
    await assert.rejects(planDistribution(database.pool), /does not have the Citus extension/);
  } finally {
    await database.close();
  }
});
