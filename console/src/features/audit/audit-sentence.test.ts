import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { copy as german } from './audit-copy.de.ts';
import { copy as english } from './audit-copy.en.ts';
import { chooseSentence, sentenceParts } from './audit-sentence.ts';

test('a sentence contains its subject and details', () => {
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

test('both languages have the same actions with the same placeholders', () => {
  assert.deepEqual(Object.keys(german.actions), Object.keys(english.actions));
  const blanks = (pattern: string | undefined) => pattern?.match(/\{\w+\}/g)?.sort() ?? [];
  for (const [action, pattern] of Object.entries(english.actions)) {
    assert.deepEqual(blanks(german.actions[action]), blanks(pattern), action);
  }
});

test('every action that the service records has a sentence', () => {
  const root = new URL('../../../../src/', import.meta.url);
  const files = globSync('**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const texts = files
    .map((file) => readFileSync(new URL(file, root), 'utf8'))
    .filter((text) => text.includes('recordAudit'));
  const recorded = texts.flatMap((text) =>
    [...text.matchAll(/(?:action: |recordOfShared\(connection, access, )'(\w+\.\w+)'/g)].map(
      ([, action]) => action ?? '',
    ),
  );
  assert.ok(recorded.length > 50);
  assert.deepEqual(
    recorded.filter((action) => !(action in english.actions)),
    [],
  );
});

test('an import names its retired variants, and a failed sign-in its person and station', () => {
  const counts = (retired: number) => ({ articleVariants: { retired }, productVariants: { retired: 2 } });
  const told = (action: string, detail: object, id?: string) => {
    const entry = { action, subject: id === undefined ? {} : { id }, detail: { ...detail } };
    return chooseSentence(entry);
  };
  const imported = told('catalog.imported', { differences: counts(3) });
  assert.deepEqual([imported.action, imported.detail.retired], ['catalog.imported_and_retired', 5]);
  assert.equal(told('catalog.imported', {}).action, 'catalog.imported');
  const none = { articleVariants: { retired: 0 }, productVariants: { retired: 0 } };
  assert.equal(told('catalog.imported', { differences: none }).action, 'catalog.imported');
  const failed = 'operator.sign_in_failed';
  assert.equal(told(failed, { way: 'password' }, 'ada').action, failed);
  assert.equal(told(failed, { way: 'password' }).action, `${failed}_of_nobody`);
  assert.equal(told(failed, { station: 'Press 1' }, 'ada').action, `${failed}_at_station`);
  assert.equal(told(failed, { station: 'Press 1' }).action, `${failed}_of_nobody_at_station`);
  for (const action of ['', '_of_nobody', '_at_station', '_of_nobody_at_station']) {
    assert.ok(english.actions[`${failed}${action}`], action);
  }
});
