import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type JobContext, listJobs } from './job-list.ts';

const DOCUMENT = join(import.meta.dirname, '../../docs/architecture.md');

test('the table in docs/architecture.md lists every job', () => {
  // Only the names are read, so the parts that the jobs need are empty.
  const part = {};
  const context = {
    ...{
      webhooks: part,
      shops: part,
      alerts: part,
      printing: part,
      papers: part,
      production: part,
      files: part,
      pictures: part,
      labels: part,
    },
    ...{ retention: part, backups: part, purchaseMails: { config: { MAIL: part } } },
    removals: { movementDays: 1, printKeepHours: 1 },
  } as unknown as JobContext;
  const [, table = ''] = /\n\| job \|.*?\n(.*?)\n\n/s.exec(readFileSync(DOCUMENT, 'utf8')) ?? [];
  const cells = table.split('\n').map((row) => row.split('|')[1] ?? '');
  const documented = cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name));
  const listed = listJobs(context).map(({ name }) => name);
  assert.deepEqual(documented.sort(), listed.sort());
});
