import { Type } from 'typebox';
import { ACTOR_KINDS, type ActorKind } from '../../../platform/audit/actor.ts';
import {
  integerField,
  integerFrom,
  integerIn,
  oneOf,
  openList,
  stringField,
  Timestamp,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { CLIENT_ID, clientId, code, kind } from '../fields/operator-schemas.ts';

/** How many orders are counted that wait for the same stock. */
const COUNTED_MAX = 1_000;

export const StockParams = Type.Object({ kind, code });

export const placeFields = {
  place: Type.Optional(stringField('Main place. Absent: it has none.', 'A-12-3')),
  reserves: Type.Array(
    titledObject('ReservePlace', 'A reserve place of a variant.', {
      place: stringField('The place.', 'R-1'),
      quantity: integerFrom(1, 'Pieces there.', 48),
    }),
    { description: 'Reserve places. All other pieces are at the main place, picked or in production.' },
  ),
};

const levelFields = {
  kind,
  code,
  name: stringField('Name of the product variant, or title of the article.', 'Logo Tee Black M'),
  color: stringField('Colour of the variant.', 'Black'),
  size: stringField('Size of the variant.', 'M'),
  onHand: integerField('Pieces on the shelf.', 120),
  reserved: integerField('Pieces that orders have reserved.', 2),
  available: integerFrom(0, 'Pieces that may still be reserved; never below 0.', 118),
  waitingOrders: integerIn(0, COUNTED_MAX, 'Number of orders that wait for the variant, counted to at most 1,000.', 0),
  retired: Type.Optional(
    Timestamp('When the variant was retired. It cannot be ordered any more. Absent: it is not retired.'),
  ),
  minimum: Type.Optional(integerFrom(1, 'Staff are alerted when fewer pieces are available. Absent: no minimum.', 20)),
  target: Type.Optional(integerFrom(1, 'Available pieces to buy up to. Absent: no target.', 60)),
  ownerId: Type.Optional(stringField('The client that owns the pieces. Absent: the center.', CLIENT_ID)),
  ownerName: Type.Optional(stringField('Name of this client.')),
  ...placeFields,
  pictureUrl: Type.Optional(stringField('Complete address of the first picture of its article or product.')),
};
export const STOCK_LEVEL = {
  ...{ kind: 'PRODUCT', code: '4006381333931', name: 'Logo Tee Black M', color: 'Black', size: 'M' },
  ...{ onHand: 120, reserved: 2, available: 118, waitingOrders: 0, reserves: [] },
  pictureUrl: 'http://localhost:8080/images/p-100/front.svg',
};
export const StockLevelSchema = titledObject('StockLevel', 'Stock of a variant.', levelFields, STOCK_LEVEL);

export const StockMovementSchema = titledObject(
  'StockMovement',
  'A stock movement.',
  {
    movementId: stringField('Identifier of the movement, a UUID.'),
    occurred: Timestamp('When the movement was booked.'),
    reason: openList(
      [
        ...['reserved', 'released', 'shipped', 'scrapped', 'returned', 'withdrawn', 'set', 'adjusted', 'imported'],
        ...['received', 'counted', 'moved', 'carried_forward'],
      ] as const,
      'Kind of movement. carried_forward: the sum of all older movements of a month, with the time of the last one.',
    ),
    onHandChange: integerField('Pieces put on the shelf, or taken off it when negative.'),
    reservedChange: integerField('Pieces reserved, or given back when negative.'),
    movements: Type.Optional(integerField('Number of movements that a `carried_forward` movement sums up.')),
    clientId: Type.Optional(clientId),
    orderId: Type.Optional(stringField('The orderId of the order that moved the stock.')),
    note: Type.Optional(stringField('Reason that staff gave.')),
    place: Type.Optional(stringField('The place, as it was named then.')),
    placeChange: Type.Optional(integerField('Pieces put into this reserve place, or taken from it when negative.')),
    document: Type.Optional(stringField('The paper behind the change, such as a delivery or a count.')),
    actor: Type.Optional(
      oneOf<ActorKind>(
        ACTOR_KINDS,
        'The actor: the client of the order, the staff of the center, or Platen itself. Absent: an old movement without it.',
      ),
    ),
    actorId: Type.Optional(stringField('Identifier of the actor. Absent: Platen itself, or the command line.')),
    actorName: Type.Optional(stringField('Name of the actor at that time.')),
  },
  {
    movementId: '0198c0df-22bb-7c33-9d44-e55f66071829',
    occurred: '2026-01-31T12:00:02.000Z',
    reason: 'reserved',
    onHandChange: 0,
    reservedChange: 2,
    clientId: CLIENT_ID,
    orderId: 'SHOP-10001',
    actor: 'system',
  },
);
