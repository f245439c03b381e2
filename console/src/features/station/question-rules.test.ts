import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandSheet } from '../../../../src/production/command-codes.ts';
import { QUESTIONS } from '../../../../src/production/scan-rules.ts';
import { CHOICES, codeOfKey } from './question-rules.ts';

test('every question has choices with codes of the command sheet, and keys of their own', () => {
  const codes = new Set(commandSheet().map(({ code }) => code));
  for (const question of QUESTIONS) {
    const choices = CHOICES[question];
    assert.ok(choices.length > 0 && choices.every(({ code }) => codes.has(code)), question);
    const keys = choices.flatMap(({ key }) => key ?? []);
    assert.deepEqual([...new Set(keys)], keys, question);
    assert.equal(codeOfKey(question, 'u'), 'C0026', question);
  }
});

test('a key sends the code of its choice', () => {
  assert.equal(codeOfKey('REJECT_REASON', '1'), CHOICES.REJECT_REASON[0]?.code);
  assert.equal(codeOfKey('REJECT_REASON', 's'), 'C0060');
  assert.equal(codeOfKey('CONFIRM_UNMADE', ' '), 'C0018');
  assert.equal(codeOfKey('CONFIRM_UNMADE', 'x'), undefined);
});
