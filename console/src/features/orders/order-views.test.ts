import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countsOfClients, viewFilters, viewOf } from './order-views.ts';
import type { OrderCounts } from './orders-api.ts';

const statuses = (ERROR: number, NEW = 0) => ({
  NEW,
  ASSIGNED: 0,
  ACCEPTED: 0,
  SHIPPED: 5,
  CANCELLED: 0,
  ERROR,
});
const fileNotFound = (orders: number) => ({ status: 'ERROR' as const, reason: 'file_not_found', orders });
const waiting = { status: 'NEW' as const, reason: 'waiting_for_stock', orders: 3 };
const COUNTS: OrderCounts = {
  orders: 20,
  statuses: statuses(7, 3),
  reasons: [fileNotFound(6), waiting, { status: 'ERROR', reason: 'production_problem', orders: 1 }],
  clients: [
    { clientId: 'a', orders: 6, statuses: statuses(1), reasons: [fileNotFound(1)] },
    { clientId: 'b', orders: 9, statuses: statuses(6, 3), reasons: [fileNotFound(5), waiting] },
    { clientId: 'c', orders: 5, statuses: statuses(0), reasons: [] },
  ],
};

test('stuck orders are open and in their status since before midnight', () => {
  const noon = Date.parse('2026-11-22T06:45Z');
  const stuck = viewFilters('stuck', COUNTS, noon, 'Asia/Kathmandu');
  assert.deepEqual(stuck, { status: 'NEW,ASSIGNED,ACCEPTED,ERROR', inStatusForHours: '12', sort: 'longest' });
  assert.equal(viewFilters('stuck', COUNTS, noon, 'America/New_York').inStatusForHours, '1');
});

test('a view is recognized by its filters', () => {
  for (const view of ['stuck', 'badFiles', 'cancellation', 'held'] as const) {
    assert.equal(viewOf({ ...viewFilters(view, COUNTS, Date.now()), clientId: 'a' }), view);
    assert.equal(viewOf(viewFilters(view, undefined, Date.now())), view);
  }
  assert.equal(viewFilters('badFiles', COUNTS, Date.now()).reason, 'file_not_found');
  assert.equal(viewOf({ reason: 'file_not_found,waiting_for_stock' }), undefined);
  assert.equal(viewOf({}), undefined);
});

test('clients are counted by status or reason, highest count first', () => {
  assert.deepEqual(countsOfClients({ status: 'ERROR' }, COUNTS), [
    { clientId: 'b', orders: 6 },
    { clientId: 'a', orders: 1 },
  ]);
  assert.deepEqual(countsOfClients({ reason: 'waiting_for_stock,file_not_found' }, COUNTS), [
    { clientId: 'b', orders: 8 },
    { clientId: 'a', orders: 1 },
  ]);
  assert.deepEqual(countsOfClients({ reason: 'file_not_found', status: 'NEW' }, COUNTS), []);
});
