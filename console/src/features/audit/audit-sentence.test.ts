import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copy as german } from './audit-copy.de.ts';
import { copy as english } from './audit-copy.en.ts';
import { sentenceParts } from './audit-sentence.ts';

test('a sentence has its subject in its place, and what the details say', () => {
  const parts = sentenceParts('contracted {carrierId} for {subject}.', { carrierId: '{subject}' });
  assert.deepEqual(parts, [
    { words: 'contracted ' },
    { words: '{subject}' },
    { words: ' for ' },
    { isSubject: true },
    { words: '.' },
  ]);
  assert.deepEqual(sentenceParts('to {onHand}', {}), [{ words: 'to ' }, { words: '…' }]);
});

test('both languages tell of the same actions, each with the same blanks', () => {
  assert.deepEqual(Object.keys(german.actions), Object.keys(english.actions));
  const blanks = (pattern: string | undefined) => pattern?.match(/\{\w+\}/g)?.sort() ?? [];
  for (const [action, pattern] of Object.entries(english.actions)) {
    assert.deepEqual(blanks(german.actions[action]), blanks(pattern), action);
  }
});
