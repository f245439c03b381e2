import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { pickMembers } from './json-members.ts';

test('the members of an object are picked as they are written', () => {
  const text = '{"a":1.50,"b":{"a":[1,{"c":"}\\"\\\\"}]},"c":"x,\\\\","d":null}';
  assert.deepEqual(pickMembers(text, new Set(['a', 'c', 'x'])), ['"a":1.50', '"c":"x,\\\\"']);
  assert.deepEqual(pickMembers(text, new Set(['b', 'd'])), ['"b":{"a":[1,{"c":"}\\"\\\\"}]}', '"d":null']);
  assert.deepEqual(pickMembers('{}', new Set(['a'])), []);
});

test('any object that JSON.stringify writes can be taken apart', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), (object) => {
      const text = JSON.stringify(object);
      const names = new Set(Object.keys(object).map((name) => JSON.stringify(name).slice(1, -1)));
      assert.equal(`{${pickMembers(text, names).join()}}`, text);
    }),
  );
});

test('text that is no object ends the search', () => {
  for (const text of ['', '{', '{"a', '{"a":"', '{"a":[', 'null', '{"a":1', '"\\'])
    assert.ok(pickMembers(text, new Set(['a'])).length <= 1);
});
