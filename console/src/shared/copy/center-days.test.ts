import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginOfDay, dayOf, endOfDay } from './center-days.ts';

const iso = (moment: number) => new Date(moment).toISOString();

test('a day begins and ends by the clock of its time zone', () => {
  for (const [day, timeZone, begin, end] of [
    ['2026-01-31', 'UTC', '2026-01-31T00:00:00.000Z', '2026-02-01T00:00:00.000Z'],
    ['2026-01-31', 'Asia/Kathmandu', '2026-01-30T18:15:00.000Z', '2026-01-31T18:15:00.000Z'],
    ['2026-01-31', 'Pacific/Kiritimati', '2026-01-30T10:00:00.000Z', '2026-01-31T10:00:00.000Z'],
    ['2026-01-31', 'Pacific/Pago_Pago', '2026-01-31T11:00:00.000Z', '2026-02-01T11:00:00.000Z'],
    // Days of 23 and 25 hours.
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    // Clocks go from 00:00 to 01:00, or from 24:00 back to 23:00.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
    ['2026-04-04', 'America/Santiago', '2026-04-04T03:00:00.000Z', '2026-04-05T04:00:00.000Z'],
  ] as const) {
    assert.deepEqual(
      [iso(beginOfDay(day, timeZone)), iso(endOfDay(day, timeZone))],
      [begin, end],
      `${day} ${timeZone}`,
    );
    assert.equal(dayOf(Date.parse(begin), timeZone), day);
    assert.notEqual(dayOf(Date.parse(begin) - 1, timeZone), day);
  }
  assert.equal(iso(endOfDay('9999-12-31', 'Europe/Berlin') - 1), '9999-12-31T23:59:59.999Z');
});
