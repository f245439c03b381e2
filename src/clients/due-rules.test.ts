import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { WEEK } from '../platform/settings/setting-values.ts';
import { type DueRule, type DueTerms, dueOf, dueStateOf } from './due-rules.ts';

const WORK_WEEK = ['MON', 'TUE', 'WED', 'THU', 'FRI'] as const;
const rule = (changes: Partial<DueRule> = {}): DueRule => ({
  PRODUCTION_HOURS: 48,
  WORKING_DAYS: WORK_WEEK,
  TIME_ZONE: 'Europe/Berlin',
  HOLIDAYS: undefined,
  ...changes,
});
const terms = (changes: Partial<DueTerms> = {}): DueTerms => ({
  productionDays: 2,
  cutOff: '14:00',
  workingDays: null,
  ...changes,
});
const due = (ready: string, of: DueRule, by?: DueTerms) => dueOf(new Date(ready), of, by).toISOString();

test('an order of Thursday noon is due on Monday noon, because the weekend does not count', () => {
  assert.equal(due('2026-01-15T11:00:00Z', rule()), '2026-01-19T11:00:00.000Z');
  assert.equal(due('2026-01-15T11:00:00Z', rule({ WORKING_DAYS: WEEK })), '2026-01-17T11:00:00.000Z');
});

test('hours of an order of Saturday begin on Monday in the time zone of the center', () => {
  const short = { PRODUCTION_HOURS: 12 };
  assert.equal(due('2026-01-17T15:00:00Z', rule(short)), '2026-01-19T11:00:00.000Z');
  const newYork = rule({ ...short, TIME_ZONE: 'America/New_York' });
  assert.equal(due('2026-01-17T15:00:00Z', newYork), '2026-01-19T17:00:00.000Z');
});

test('a contract counts working days from the next cut-off, and ends at a cut-off', () => {
  const table = [
    ['Monday before the cut-off', '2026-01-12T12:59:00Z', '2026-01-14T13:00:00.000Z'],
    ['Monday at the cut-off', '2026-01-12T13:00:00Z', '2026-01-14T13:00:00.000Z'],
    ['Monday after the cut-off', '2026-01-12T13:01:00Z', '2026-01-15T13:00:00.000Z'],
    ['Friday after the cut-off', '2026-01-16T13:01:00Z', '2026-01-21T13:00:00.000Z'],
    ['Sunday', '2026-01-18T08:00:00Z', '2026-01-21T13:00:00.000Z'],
    ['before the change to summer time', '2026-03-27T12:00:00Z', '2026-03-31T12:00:00.000Z'],
  ] as const;
  for (const [name, ready, expected] of table) assert.equal(due(ready, rule(), terms()), expected, name);
});

test('the working days of a contract replace those of the center', () => {
  const saturdays = terms({ workingDays: ['FRI', 'SAT'] });
  assert.equal(due('2026-01-16T08:00:00Z', rule(), saturdays), '2026-01-23T13:00:00.000Z');
  assert.equal(
    due('2026-01-16T08:00:00Z', rule(), { ...saturdays, productionDays: null, cutOff: null }),
    '2026-01-23T08:00:00.000Z',
  );
});

test('public holidays of the region of the center do not count, those of another region do', () => {
  const ready = '2026-12-23T08:00:00Z';
  assert.equal(due(ready, rule({ HOLIDAYS: 'DE-BE' }), terms()), '2026-12-28T13:00:00.000Z');
  assert.equal(due(ready, rule({ HOLIDAYS: 'DE-BE', WORKING_DAYS: WEEK }), terms()), '2026-12-27T13:00:00.000Z');
  assert.equal(due('2026-01-05T08:00:00Z', rule({ HOLIDAYS: 'DE-BE' }), terms()), '2026-01-07T13:00:00.000Z');
  assert.equal(due('2026-01-05T08:00:00Z', rule({ HOLIDAYS: 'DE-BY' }), terms()), '2026-01-08T13:00:00.000Z');
});

test('an order is due after its start, and a later order is not due earlier', () => {
  const days = fc.subarray([...WEEK], { minLength: 1 });
  const moments = fc.date({ min: new Date('2025-11-10'), max: new Date('2026-12-20'), noInvalidDate: true });
  const contracts = fc.option(
    fc.record({
      productionDays: fc.integer({ min: 1, max: 60 }),
      cutOff: fc.constantFrom('00:00', '02:30', '14:00', '23:59'),
      workingDays: fc.option(days),
    }),
  );
  fc.assert(
    fc.property(
      days,
      fc.integer({ min: 1, max: 400 }),
      moments,
      moments,
      contracts,
      (working, hours, one, other, contract) => {
        const given = rule({ PRODUCTION_HOURS: hours, WORKING_DAYS: working, HOLIDAYS: 'DE' });
        const [first, later] = [one, other].sort((a, b) => Number(a) - Number(b)) as [Date, Date];
        const [dueFirst, dueLater] = [first, later].map((ready) => dueOf(ready, given, contract ?? undefined)) as [
          Date,
          Date,
        ];
        assert.ok(dueFirst > first && dueFirst <= dueLater);
      },
    ),
  );
});

test('an order is at risk four hours before its due time, and all its last day while it is not released', () => {
  const at = (time: string) => new Date(`2026-01-14T${time}:00Z`);
  const state = (status: string, now: string, until = '16:00') =>
    dueStateOf({ status, due: at(until) }, at(now), 'UTC');
  assert.equal(state('ACCEPTED', '11:59'), undefined);
  assert.equal(state('ACCEPTED', '12:00'), 'AT_RISK');
  assert.equal(state('ASSIGNED', '00:00'), 'AT_RISK');
  assert.equal(state('ASSIGNED', '00:00', '23:59'), 'AT_RISK');
  assert.equal(state('ACCEPTED', '16:00'), 'LATE');
});
