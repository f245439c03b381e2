import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditParameters, readAuditSearch } from './audit-search.ts';

test('an address is read without its invalid parts', () => {
  const search = {
    person: 'p',
    kind: 'client',
    which: '007',
    from: '2026-01-31',
    to: '31.1.',
    other: 'x',
    cursor: '',
  };
  assert.deepEqual(readAuditSearch(search), {
    person: 'p',
    kind: 'client',
    which: '007',
    from: '2026-01-31',
  });
  assert.deepEqual(readAuditSearch({ kind: 'everything', from: '2026-99-99' }), {});
});

test('a day becomes its first and last moment in the time zone of the center', () => {
  const { from, to, ...rest } = auditParameters({ from: '2026-10-25', to: '2026-10-25' }, 'Europe/Berlin');
  assert.deepEqual([from, to, rest], ['2026-10-24T21:59:59.999Z', '2026-10-25T22:59:59.999Z', {}]);
});

test('the subject is a kind, one of a kind, or an ID alone', () => {
  assert.deepEqual(auditParameters({ kind: 'order' }), { subject: 'order' });
  assert.deepEqual(auditParameters({ kind: 'order', which: 'shop/1' }), { subject: 'order:shop/1' });
  assert.deepEqual(auditParameters({ which: 'x' }), { subject: 'x' });
});
