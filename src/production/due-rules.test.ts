import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { WEEK } from '../platform/settings/setting-values.ts';
import { creationFor, type DueRule, dueOf } from './due-rules.ts';

const rule = (hours: number, days: DueRule['WORKING_DAYS'], zone = 'Europe/Berlin'): DueRule => ({
  PRODUCTION_HOURS: hours,
  WORKING_DAYS: days,
  TIME_ZONE: zone,
});
const WORK_WEEK = ['MON', 'TUE', 'WED', 'THU', 'FRI'] as const;
const due = (created: string, of: DueRule) => dueOf(new Date(created), of).toISOString();

test('an order of Thursday noon is due on Monday noon, because the weekend does not count', () => {
  assert.equal(due('2026-01-15T11:00:00Z', rule(48, WORK_WEEK)), '2026-01-19T11:00:00.000Z');
  assert.equal(due('2026-01-15T11:00:00Z', rule(48, WEEK)), '2026-01-17T11:00:00.000Z');
});

test('hours of an order of Saturday begin on Monday in the time zone of the center', () => {
  assert.equal(due('2026-01-17T15:00:00Z', rule(12, WORK_WEEK)), '2026-01-19T11:00:00.000Z');
  assert.equal(due('2026-01-17T15:00:00Z', rule(12, WORK_WEEK, 'America/New_York')), '2026-01-19T17:00:00.000Z');
});

test('an order is due by a moment exactly if it was created by the returned time', () => {
  const days = fc.subarray([...WEEK], { minLength: 1 });
  const moments = fc.date({
    min: new Date('2025-11-10T00:00Z'),
    max: new Date('2026-02-20T00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 400 }), moments, moments, (working, hours, created, until) => {
      const given = rule(hours, working);
      assert.equal(dueOf(created, given) <= until, created <= creationFor(until, given));
    }),
  );
});
