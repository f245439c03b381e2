import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandSheet } from '../../../../src/production/command-codes.ts';
import { COMMANDS, REASONS } from './station-commands.ts';

test('buttons and keys say what the sheet of commands says', () => {
  const here: Record<string, string> = { ...COMMANDS, ...REASONS };
  for (const one of commandSheet())
    assert.equal(here[one.command === 'REJECT' ? one.reason : one.command], one.code, one.code);
});
