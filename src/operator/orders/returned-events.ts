import { Type } from 'typebox';
import { CONDITIONS, RETURN_REASONS } from '../../production/returns/return-rules.ts';
import type { Return } from '../../production/returns/return-store.ts';
import { oneOf } from '../fields/operator-schemas.ts';
import { withoutNulls } from '../fields/without-nulls.ts';

/** Of the events that staff alone read: those of the order itself are its client's too. */
export const RETURNED = 'order.returned';
/** Of one order in its history; more are in the list of returns. */
export const RETURNS_SHOWN_MAX = 100;

/** What an event says of it. */
export const ReturnedSchema = Type.Array(
  Type.Object(
    {
      itemId: Type.String({ description: 'The item.' }),
      piece: Type.Optional(Type.String({ description: 'Code of the piece.' })),
      quantity: Type.Integer({ description: 'Pieces.' }),
      condition: oneOf(CONDITIONS, 'What became of them.'),
      reason: oneOf(RETURN_REASONS, 'Why they came back.'),
      note: Type.Optional(Type.String({ description: 'In the words of staff.' })),
    },
    { title: 'ReturnedPieces', description: 'Some pieces that came back.' },
  ),
  { description: 'Of `order.returned`, which its client does not read: what came back.' },
);

/** Puts what came back of an order among its events, which are sorted by version, after the event that its version is of. */
export function withReturns<T extends { version: number; status: string }>(
  events: readonly T[],
  returns: readonly Return[],
  isNewestFirst: boolean,
) {
  const byVersion = Map.groupBy(returns, ({ orderVersion }) => orderVersion);
  return events.flatMap((event) => {
    const back = (byVersion.get(event.version) ?? []).map((one) => eventOf(one, event.status));
    return isNewestFirst ? [...back.toReversed(), event] : [event, ...back];
  });
}

function eventOf({ received, orderVersion, actorId, actorName, lines }: Return, status: string) {
  return {
    type: RETURNED,
    occurred: received,
    status,
    version: orderVersion,
    actor: 'operator' as const,
    ...(actorId !== null && { actorId }),
    ...(actorName !== null && { actorName }),
    returned: lines.map(({ kind: _kind, code: _code, ...line }) => withoutNulls(line)),
  };
}
