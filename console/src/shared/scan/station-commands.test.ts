import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandSheet } from '../../../../src/production/command-codes.ts';
import { COMMANDS, LABEL_REASONS, REASON_LIST } from './station-commands.ts';

test('buttons and keys send the codes of the command sheet', () => {
  const reasonCodes = REASON_LIST.map(({ reason, code }) => [reason, code]);
  const labelCodes = Object.entries(LABEL_REASONS).map(([reason, { code }]) => [reason, code]);
  const codes: Record<string, string> = { ...COMMANDS, ...Object.fromEntries([...reasonCodes, ...labelCodes]) };
  for (const one of commandSheet()) assert.equal(codes['reason' in one ? one.reason : one.command], one.code);
});
