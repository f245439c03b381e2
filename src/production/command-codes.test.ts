import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandSheet } from './command-codes.ts';

test('docs/floor.md has the code of every command and of every reason', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/floor.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `(C\d+)` \| `(\w+)` \|/gm)].map(([, code, name]) => [code, name]);
  const sheet = commandSheet().map((one) => [one.code, 'reason' in one ? one.reason : one.command]);
  assert.deepEqual(rows, sheet);
});
