import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ACTOR_KINDS, type Actor, SYSTEM } from '../../platform/audit/actor.ts';
import type { OrderEventType } from '../../webhooks/event-types.ts';
import { newOrder, normaliseOrder } from '../document/order-document.ts';
import { ORDER_STATUSES, type OrderStatus } from '../document/order-fields.ts';
import type { LockedOrder } from '../rows/order-row-store.ts';
import { customItem, fullOrder, order } from '../test-support/sample-orders.ts';
import { CUSTOMER, STAFF } from '../test-support/stock-shop.ts';
import { applyChange, type NextOrder, type OrderChange } from './apply-change.ts';
import { findTransition, TRANSITIONS, type Transition } from './order-states.ts';

const CREATED = new Date('2026-01-31T12:00:00.000Z');
const NOW = new Date('2026-02-01T12:00:00.000Z');
const ACTORS: Record<string, Actor> = { client: CUSTOMER, operator: STAFF, system: SYSTEM };
const PROBLEM = { code: 'production_problem', message: 'No.', pointer: '/items/1' };

function locked(status: OrderStatus, changes: Partial<LockedOrder> = {}): LockedOrder {
  const state = { status, created: CREATED, updated: CREATED };
  const content = newOrder(normaliseOrder(fullOrder()), state, () => 'Tee');
  const { orderId } = content;
  const document = JSON.stringify(content);
  const requestHash = Buffer.from('before');
  return {
    ...state,
    orderId,
    mode: 'live',
    statusSince: CREATED,
    version: 3,
    document,
    content,
    requestHash,
    carrier: null,
    knownCarrier: null,
    defaultCarrier: null,
    isRush: false,
    due: null,
    dueTerms: { productionDays: null, cutOff: null, workingDays: null },
    traceParent: null,
    ...changes,
  };
}

const transition = fc.constantFrom(...TRANSITIONS);
const moment = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
const actorOf = ({ by }: Transition) => ACTORS[by[0] as string] as Actor;

test('a transition sets its status, version, event and stock effect, and times never decrease', () => {
  fc.assert(
    fc.property(transition, moment, moment, fc.boolean(), (way, updated, now, isLive) => {
      const before = locked(way.from, { updated, mode: isLive ? 'live' : 'sandbox' });
      const next = applyChange(before, { to: way.to, by: actorOf(way), reason: 'why' }, now);
      assert.deepEqual([next.status, next.version, next.stock], [way.to, 4, isLive ? way.stock : undefined]);
      assert.ok(next.updated > updated && next.updated >= now);
      const { type, status, previousStatus, version, occurred, actor, reason } = next.event as NonNullable<
        NextOrder['event']
      >;
      assert.deepEqual([type, status, previousStatus, version], [way.event, way.to, way.from, 4]);
      assert.deepEqual([occurred, actor, reason], [next.updated, actorOf(way), 'why']);
    }),
  );
});

test('document, summary, content and event agree, and other fields do not change', () => {
  fc.assert(
    fc.property(transition, moment, (way, now) => {
      const before = locked(way.from);
      const next = applyChange(before, { to: way.to, by: actorOf(way) }, now);
      const told = { status: way.to, updated: next.updated.toISOString() };
      assert.deepEqual(JSON.parse(next.document), { ...before.content, ...told });
      assert.deepEqual(next.content, JSON.parse(next.document));
      assert.deepEqual(JSON.parse(next.summary), {
        orderId: before.orderId,
        created: CREATED.toISOString(),
        ...told,
      });
      const { type, timestamp, data } = JSON.parse(next.event?.webhookBody ?? '');
      assert.deepEqual([type, timestamp, data.status], [way.event, told.updated, way.to]);
    }),
  );
});

test('an unknown transition is refused for every actor, and in the sandbox Platen may act as staff', () => {
  for (const from of ORDER_STATUSES)
    for (const to of ORDER_STATUSES)
      for (const kind of ACTOR_KINDS)
        for (const mode of ['live', 'sandbox'] as const) {
          const asStaff = mode === 'sandbox' && kind === 'system' && findTransition(from, to, 'operator');
          const isAllowed = Boolean(findTransition(from, to, kind) || asStaff);
          const apply = () => applyChange(locked(from, { mode }), { to, by: ACTORS[kind] as Actor }, NOW);
          if (isAllowed) assert.equal(apply().status, to);
          else assert.throws(apply, { error: 'order_not_changeable' }, `${from} ${to} ${kind} ${mode}`);
        }
});

test('a change within a status moves no stock and no files, and may record no event', () => {
  const statusReason = { code: 'waiting_for_stock', message: 'Wait.' };
  const change: OrderChange = { event: 'order.updated', by: SYSTEM, extras: { statusReason }, attempts: 2 };
  const next = applyChange(locked('NEW'), { ...change, workDue: NOW }, NOW);
  assert.deepEqual([next.status, next.stock, next.files], ['NEW', undefined, undefined]);
  assert.deepEqual([next.workDue, next.attempts, next.content.statusReason], [NOW, 2, statusReason]);
  assert.equal(next.event?.type, 'order.updated');
  const quiet = applyChange(locked('NEW'), { ...change, isQuiet: true }, NOW);
  assert.deepEqual([quiet.event, quiet.version, quiet.workDue], [undefined, 4, null]);
});

test('new content replaces the old one, keeps the creation time, and is searchable', () => {
  const wanted = newOrder(
    normaliseOrder(order({ items: [customItem()] })),
    { status: 'NEW', created: CREATED, updated: NOW },
    () => '',
  );
  const content = { order: wanted, requestHash: Buffer.from('after') };
  const next = applyChange(locked('ASSIGNED'), { to: 'NEW', by: CUSTOMER, content }, NOW);
  assert.deepEqual([next.content, next.requestHash], [wanted, content.requestHash]);
  assert.ok(next.isFoundByOthers);
  assert.equal(next.stock, 'trim');
});

test('files that the reason of an ERROR names are fetched again, and others stay', () => {
  const before = locked('ERROR');
  const complained = { ...before, content: { ...before.content, statusReason: PROBLEM } };
  const { files } = applyChange(complained, { to: 'NEW', by: STAFF }, NOW);
  const ofItem = files?.places.filter(({ pointer }) => pointer.startsWith('/items/1/')) ?? [];
  assert.ok(ofItem.length > 0 && ofItem.length < (files?.places.length ?? 0));
  assert.deepEqual(files?.refused, new Set(ofItem.map(({ url }) => url)));
  assert.equal(applyChange(before, { to: 'NEW', by: STAFF }, NOW).files?.refused.size, 0);
  assert.equal(applyChange(locked('ASSIGNED'), { to: 'ACCEPTED', by: STAFF }, NOW).files, undefined);
});

test('an order gets search terms with its first change in NEW, and new ones when it ships', () => {
  const termsAfter = (from: OrderStatus, change: OrderChange) => applyChange(locked(from), change, NOW).isFoundByOthers;
  assert.ok(termsAfter('NEW', { to: 'CANCELLED', by: CUSTOMER }));
  assert.ok(termsAfter('NEW', { event: 'order.updated', by: SYSTEM }));
  assert.equal(termsAfter('NEW', { event: 'order.updated', by: SYSTEM, isQuiet: true }), false);
  assert.equal(termsAfter('ASSIGNED', { to: 'ACCEPTED', by: STAFF }), false);
  const shipments = [{ trackingNumber: 'JD0146', items: [], shipped: NOW.toISOString() }];
  const shipped = applyChange(locked('ACCEPTED'), { to: 'SHIPPED', by: STAFF, extras: { shipments } }, NOW);
  assert.ok(shipped.isFoundByOthers);
  assert.equal(shipped.content.shipping.trackingNumber, 'JD0146');
});

test('parcels have the time of the change, also when it is later than the clock', () => {
  const updated = new Date(NOW.getTime() + 5_000);
  const change: OrderChange = { to: 'SHIPPED', by: STAFF, parcels: [{ place: 0, trackingNumber: 'JD0146' }] };
  const { content } = applyChange(locked('ACCEPTED', { updated }), change, NOW);
  assert.deepEqual(
    content.shipments?.map(({ trackingNumber, shipped }) => [trackingNumber, shipped]),
    [['JD0146', content.updated]],
  );
  assert.equal(content.updated, new Date(updated.getTime() + 1).toISOString());
});

test('the columns that lists use change with the document', () => {
  const columns = (change: OrderChange, before = locked('ACCEPTED')) => {
    const { reasonCode, cancellation, itemCount } = applyChange(before, change, NOW);
    return [reasonCode, cancellation, itemCount];
  };
  const wish: OrderChange = {
    event: 'order.cancellation_requested',
    by: CUSTOMER,
    extras: { cancellation: { status: 'REQUESTED' } },
  };
  assert.deepEqual(columns(wish), [null, 'REQUESTED', 2]);
  const asked = applyChange(locked('ACCEPTED'), wish, NOW);
  const before = locked('ACCEPTED', { content: asked.content });
  const failed: OrderChange = {
    to: 'ERROR',
    by: STAFF,
    extras: { statusReason: PROBLEM, cancellation: null },
  };
  assert.deepEqual(columns(failed, before), ['production_problem', null, 2]);
});

test('an event that is not in the list of events does not compile', () => {
  // @ts-expect-error: no such event
  const misspelt: OrderEventType = 'order.shiped';
  // @ts-expect-error: no such event
  const change: OrderChange = { event: 'order.canceled', by: STAFF };
  // @ts-expect-error: no such event
  const row: Transition['event'] = 'order.asigned';
  assert.ok(misspelt && change && row);
});
