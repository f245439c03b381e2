import assert from 'node:assert/strict';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';

const { thinSourceMap } = await import(join(import.meta.dirname, '../bin/thin-source-map.js'));

/** Two sources in turn, with names, with entries that go back, in the same line and in others, and with what is of no source. */
const WHOLE: SourceMapPayload = {
  version: 3,
  file: 'made.js',
  sourceRoot: '',
  sources: ['first.ts', 'second.ts'],
  sourcesContent: ['one', 'two'],
  names: ['name'],
  mappings: 'AAAA,IAAIA,KAAK,MACR,QAAQ,MAAM,E;;CC4kCHA,IAAI,KDDN,MAAMA,GAAG,wBDjkCT;K;AAAA,CCHE,CDAF',
};
const LINES = 6;
const COLUMNS = 90;

test('a thin source map leads each place to the same line of the same file', () => {
  const thin = thinSourceMap(WHOLE);
  const [whole, found] = [new SourceMap(WHOLE), new SourceMap(thin)];
  const placeIn = (map: SourceMap, line: number, column: number) => {
    const { originalSource, originalLine } = map.findEntry(line, column) as Record<string, unknown>;
    return [line, column, originalSource, originalLine];
  };
  for (let line = 0; line < LINES; line++)
    for (let column = 0; column < COLUMNS; column++)
      assert.deepEqual(placeIn(found, line, column), placeIn(whole, line, column));
  assert.equal(thin.mappings, 'AAAA,eACC,gB;;CC4kCW,SDDF,iCDjkCA;K;AAAA,CCHE,CDAF');
});
