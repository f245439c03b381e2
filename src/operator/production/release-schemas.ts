import { type Static, Type } from 'typebox';
import { Timestamp } from '../../http/api-document.ts';
import { optionalMoment } from '../../http/moments.ts';
import { dueUntil, madeFor } from '../../production/due-rules.ts';
import { BATCH_ORDERS_MAX, type ReleaseContext } from '../../production/release-orders.ts';
import type { ReleaseChoice } from '../../production/release-store.ts';
import { CLIENT_ID, clientId, orderId } from '../fields/operator-schemas.ts';
import { ORDERS_DEFAULT, ReleaseChoiceQuery } from './batch-schemas.ts';

const RELEASABLE = {
  clientId: CLIENT_ID,
  clientName: 'Demo shop',
  orderId: 'SHOP-10001',
  pieces: 2,
  created: '2026-01-31T12:00:00.000Z',
  due: '2026-02-02T12:00:00.000Z',
};
export const ReleasableOrderSchema = Type.Object(
  {
    clientId,
    clientName: Type.String({ description: 'Name of the client.' }),
    orderId,
    pieces: Type.Integer({ description: 'Pieces and counted products.' }),
    created: Timestamp('When it was made.'),
    due: Timestamp('When it is due.'),
  },
  { title: 'ReleasableOrder', description: 'An ASSIGNED order that is not on hold.', examples: [RELEASABLE] },
);

export const ReleasableOrderQuery = Type.Object({
  ...ReleaseChoiceQuery.properties,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: BATCH_ORDERS_MAX,
      default: ORDERS_DEFAULT,
      description: 'At most so many, the oldest.',
    }),
  ),
});

export const ReleaseCountsSchema = Type.Object(
  {
    assigned: Type.Integer({
      description:
        'All orders of live clients that are ASSIGNED and not on hold, whatever is chosen. It is kept, and not counted.',
    }),
    orders: Type.Integer({
      description:
        'Orders that are chosen and can be released: `oldest` at most, and then there may be more.',
    }),
    pieces: Type.Integer({ description: 'Pieces and counted products in them.' }),
    late: Type.Integer({ description: 'How many of the orders are due already.' }),
    today: Type.Integer({ description: 'How many are due by the end of today, the late ones among them.' }),
    multi: Type.Integer({ description: 'How many have several pieces.' }),
  },
  {
    title: 'ReleaseCounts',
    description:
      'How many orders can be released. All but `assigned` is of the oldest orders that are chosen, as many as `oldest` says.',
    examples: [{ assigned: 1, orders: 1, pieces: 2, late: 0, today: 0, multi: 1 }],
  },
);

/** What is chosen by, as the store asks for it. Of two moments the earlier counts. */
export function choiceOf(
  { dueBy, due, ...rest }: Static<typeof ReleaseChoiceQuery>,
  { dueHours, clock }: Pick<ReleaseContext, 'dueHours' | 'clock'>,
  timeZone: string,
): ReleaseChoice {
  const until = [optionalMoment(dueBy), due && dueUntil(due, clock(), timeZone)].flatMap((one) => one ?? []);
  if (until.length === 0) return rest;
  const first = new Date(Math.min(...until.map((one) => one.getTime())));
  return { ...rest, madeBy: madeFor(first, dueHours) };
}
