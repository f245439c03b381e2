import assert from 'node:assert/strict';
import test from 'node:test';
import { nextTarget } from './link-header.ts';

test('the rel="next" target is found among other links and parameters', () => {
  const cases: [header: string, target: string | undefined][] = [
    ['<http://a/v1/orders?cursor=x>; rel="next"', 'http://a/v1/orders?cursor=x'],
    ['<?cursor=x>;rel=next', '?cursor=x'],
    ['<a>; rel="prev", <b>; rel="next"', 'b'],
    ['<a,b;c>; title="x, <y>; rel=next"; REL = "last Next"', 'a,b;c'],
    ['<a>; title="quoted \\"; rel=\\"next", <b>; rel=prev', undefined],
    ['<a>; rel=prev; rel=next', undefined],
    ['<a>; rel="nextish"', undefined],
    ['<a>', undefined],
    ['', undefined],
  ];
  for (const [header, target] of cases) assert.equal(nextTarget(header), target, header);
  assert.equal(nextTarget(null), undefined);
});

test('a hostile Link header is parsed in linear time', { timeout: 5_000 }, () => {
  for (const part of ['<', '<>"', '<a>;', '<a>; rel="', ';\\"']) nextTarget(part.repeat(20_000));
});
