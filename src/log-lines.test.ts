import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LogLines } from './log-lines.ts';

function written(lengthMax: number) {
  const texts: string[] = [];
  return { texts, lines: new LogLines({ write: (text) => texts.push(text) }, lengthMax) };
}

test('lines are handed on together, in their order, and none is cut', () => {
  const { texts, lines } = written(10);
  for (const line of ['one\n', 'two\n', 'three\n', 'a line that is longer\n', 'four\n']) lines.write(line);
  assert.deepEqual(texts, ['one\ntwo\n', 'three\n', 'a line that is longer\n']);
  lines.handOn();
  assert.deepEqual(texts.slice(3), ['four\n']);
});

test('nothing is handed on where nothing was written', () => {
  const { texts, lines } = written(10);
  lines.handOn();
  lines.write('one\n');
  lines.handOn();
  lines.handOn();
  assert.deepEqual(texts, ['one\n']);
});
