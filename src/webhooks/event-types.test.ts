import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { EVENTS, TEST_EVENT_TYPE } from './event-types.ts';

test('docs/webhooks.md lists the events that there are, with what the list says of them', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z]+\.[a-z_]+)` \| (.*) \|$/gm)].map(([, type, when]) => [
    type,
    when,
  ]);
  assert.deepEqual(rows, [...Object.entries(EVENTS), [TEST_EVENT_TYPE, 'you asked for it']]);
});
