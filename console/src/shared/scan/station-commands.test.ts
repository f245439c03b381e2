import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandSheet } from '../../../../src/production/command-codes.ts';
import { COMMANDS, REASON_LIST, reasonOfKey, STOP_KEY } from './station-commands.ts';

test('buttons and keys send the codes of the command sheet', () => {
  const reasonCodes = REASON_LIST.map(({ reason, code }) => [reason, code]);
  const codes: Record<string, string> = { ...COMMANDS, ...Object.fromEntries(reasonCodes) };
  for (const one of commandSheet()) assert.equal(codes[one.command === 'REJECT' ? one.reason : one.command], one.code);
});

test('a key chooses its reject reason, and the key that stops the order chooses none', () => {
  assert.equal(reasonOfKey('1'), 'MISPLACED');
  assert.equal(reasonOfKey(STOP_KEY), undefined);
});
