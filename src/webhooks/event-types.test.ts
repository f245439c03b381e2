import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkEvent, documentedEvents } from '../../test/support/event-check.ts';
import { EVENT_TYPES, EVENTS, TEST_EVENT_TYPE } from './event-types.ts';

test('docs/webhooks.md lists every type of event with its description', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z]+\.[a-z_]+)` \| (.*) \|$/gm)].map(([, type, when]) => [type, when]);
  assert.deepEqual(rows, [...Object.entries(EVENTS), [TEST_EVENT_TYPE, 'you requested a test']]);
});

test('the document has every type of event, with an example that is one', () => {
  assert.deepEqual(
    documentedEvents.map(({ type }) => type),
    [...EVENT_TYPES, TEST_EVENT_TYPE],
  );
  for (const { example } of documentedEvents) checkEvent(example as { type: string });
});
