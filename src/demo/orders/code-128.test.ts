import assert from 'node:assert/strict';
import { test } from 'node:test';
import { code128Boxes } from './code-128.ts';
import { textBoxes } from './paper-font.ts';

/** The modules of the symbol from left to right, bars as 1. */
function modulesOf(text: string): string {
  const boxes = code128Boxes(text, { x: 0, y: 0, height: 10 }, 1);
  const end = Math.max(...boxes.map(({ x, width }) => x + width));
  const modules = Array<string>(end).fill('0');
  for (const { x, width } of boxes) modules.fill('1', x, x + width);
  return modules.join('');
}

test('a tracking number is a symbol of ISO/IEC 15417: start, eleven modules for each character and the check, stop', () => {
  const text = '0190621';
  const modules = modulesOf(text);
  assert.equal(modules.length, (1 + text.length + 1) * 11 + 13);
  assert.ok(modules.startsWith('11010010000'), 'start of code set B');
  assert.ok(modules.endsWith('1100011101011'), 'stop');
  const characters = modules.slice(11, -13).match(/.{11}/g) ?? [];
  // 0 and 1 of code set B, from the standard's table.
  assert.deepEqual(characters.slice(0, 2), ['10011101100', '10011100110']);
  // Every character has three bars, of an even number of modules, and no two of them are the same.
  const known = new Map([...text].map((character, index) => [character, characters[index]]));
  assert.equal(new Set(known.values()).size, known.size);
  for (const character of characters) {
    assert.match(character, /^1+0+1+0+1+0+$/);
    assert.equal(character.replaceAll('0', '').length % 2, 0);
  }
});

test('every printable character of the set has a pattern of its own', () => {
  const patterns = Array.from({ length: 95 }, (_, index) =>
    modulesOf(String.fromCharCode(32 + index)).slice(11, 22),
  );
  assert.equal(new Set(patterns).size, 95);
  for (const pattern of patterns) assert.match(pattern, /^1{1,4}0{1,4}1{1,4}0{1,4}1{1,4}0{1,4}$/);
});

test('letters with marks are set as their capitals', () => {
  assert.deepEqual(textBoxes('ß', 0, 0, 2), textBoxes('SS', 0, 0, 2));
  assert.deepEqual(textBoxes('Ylmž', 0, 0, 2), textBoxes('YLMZ', 0, 0, 2));
});
