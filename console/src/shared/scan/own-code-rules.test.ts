import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEan13, ownCodeAtEnd, readOwnCode } from './own-code-rules.ts';
import { CODE_LETTERS, type CodeKind, scanCodeOf } from './scan-codes.ts';

const KINDS = Object.keys(CODE_LETTERS) as CodeKind[];

test('a code of the server is recognised, also in lower case', () => {
  for (const kind of KINDS)
    for (const number of [1, 12, 426, 999]) {
      const code = scanCodeOf(kind, number);
      assert.deepEqual(readOwnCode(` ${code.toLowerCase()} `), { kind, code });
    }
});

test('a code is found at the end of an address', () => {
  const code = scanCodeOf('piece', 12);
  assert.equal(ownCodeAtEnd(`https://print.example.com/console/scan/${code}`)?.code, code);
  assert.equal(ownCodeAtEnd('https://print.example.com/console/scan/P0000000121'), undefined);
  assert.equal(ownCodeAtEnd('https://print.example.com/'), undefined);
});

test('thirteen digits are an EAN-13 when the last is the check digit', () => {
  assert.deepEqual(['4006381333931', '4006381333932', '0036000291452', '400638133393', '4006381333931a'].map(isEan13), [
    true,
    false,
    true,
    false,
    false,
  ]);
});
