import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandSheet } from '../../../../src/production/command-codes.ts';
import { COMMANDS, REASON_LIST } from './station-commands.ts';

test('buttons and keys send the codes of the command sheet', () => {
  const reasonCodes = REASON_LIST.map(({ reason, code }) => [reason, code]);
  const codes: Record<string, string> = { ...COMMANDS, ...Object.fromEntries(reasonCodes) };
  for (const one of commandSheet()) assert.equal(codes[one.command === 'REJECT' ? one.reason : one.command], one.code);
});
