import { Type } from 'typebox';
import { CONDITIONS, RETURN_LINES_MAX, RETURN_REASONS } from '../../../packing/return-rules.ts';
import {
  booleanField,
  integerField,
  integerIn,
  oneOf,
  openList,
  stringField,
  Timestamp,
  titledObject,
} from '../../../platform/http/api-document.ts';
import {
  actorId,
  actorName,
  CLIENT_ID,
  CODE_LENGTH_MAX,
  MESSAGE_LENGTH_MAX,
  message,
  namedOrderFields,
  staffPaging,
  strictObject,
  text,
} from '../fields/operator-schemas.ts';

const ORDER_ID_LENGTH_MAX = 128;
const PIECES_MAX = 100_000;
const SKU = 'ST-CREATOR-BLK-M';
const NOTE = 'The print came off in the wash.';

const condition = oneOf(
  CONDITIONS,
  'RESELL: the product returns to stock. REUSE: the blank returns to stock. WASTE: written off.',
  'WASTE',
);
const WHY = 'Why the pieces came back.';

const ReturnItemRequest = strictObject('ReturnItemRequest', 'Returned pieces of one item.', {
  itemId: Type.Optional(
    text(
      CODE_LENGTH_MAX,
      'Identifier of the item. Optional when the piece is given, or only one item was shipped.',
      '1',
    ),
  ),
  piece: Type.Optional(text(CODE_LENGTH_MAX, 'Code of the piece, if readable: P and ten digits.')),
  quantity: Type.Optional(integerIn(1, PIECES_MAX, 'Number of pieces. Default: 1.', 1)),
  condition,
  reason: oneOf(RETURN_REASONS, WHY, 'PRINT_DEFECT'),
  note: Type.Optional(message('Remark of the person who books the return.', NOTE)),
});
const LINE = { itemId: '1', quantity: 1, condition: 'WASTE', reason: 'PRINT_DEFECT', note: NOTE };
export const ReturnRequest = strictObject(
  'ReturnRequest',
  'The returned pieces, and their order: by clientId and orderId, or by a code.',
  {
    clientId: Type.Optional(text(CODE_LENGTH_MAX, 'Client of the order.', CLIENT_ID)),
    orderId: Type.Optional(text(ORDER_ID_LENGTH_MAX, 'The orderId.', 'SHOP-10001')),
    code: Type.Optional(
      text(
        CODE_LENGTH_MAX,
        'Replaces clientId and orderId: code of a piece (P…), an order (R…) or a parcel (T…), or a tracking number. The code of a piece also names the piece of a single item.',
      ),
    ),
    items: Type.Array(ReturnItemRequest, {
      minItems: 1,
      maxItems: RETURN_LINES_MAX,
      description: 'The returned pieces, by item or piece and by condition.',
    }),
  },
  { clientId: CLIENT_ID, orderId: 'SHOP-10001', items: [LINE] },
);

const RETURN = {
  returnId: '019a5c7e-3b1f-7c2d-8e4a-5f6071829304',
  clientId: CLIENT_ID,
  clientName: 'Test Shop',
  orderId: 'SHOP-10001',
  received: '2026-02-09T10:00:00.000Z',
  receivedById: CLIENT_ID,
  receivedByName: 'Mia',
  items: [{ ...LINE, kind: 'ARTICLE', code: SKU }],
};
const itemFields = {
  itemId: stringField('Identifier of the item in the order.'),
  kind: oneOf(['ARTICLE', 'PRODUCT'], 'ARTICLE: the code is the SKU of the blank. PRODUCT: it is an EAN-13.'),
  code: stringField('SKU or EAN-13.'),
};
export const ReturnSchema = titledObject(
  'Return',
  'Pieces of one order that came back together.',
  {
    returnId: stringField('Identifier of the return, a UUIDv7.'),
    ...namedOrderFields,
    received: Timestamp('When the return was booked.'),
    receivedById: Type.Optional(actorId),
    receivedByName: Type.Optional(actorName),
    items: Type.Array(
      titledObject('ReturnedItem', 'Returned pieces of one item.', {
        ...itemFields,
        piece: Type.Optional(stringField('Code of the piece.')),
        quantity: integerField('Number of pieces.'),
        condition,
        reason: openList(RETURN_REASONS, WHY, 'PRINT_DEFECT'),
        note: Type.Optional(stringField('Remark of staff.')),
      }),
      { description: 'The returned pieces.' },
    ),
  },
  RETURN,
);

export const AnnouncedQuery = Type.Object({
  clientId: Type.Optional(text(CODE_LENGTH_MAX, 'Only returns of this client.', CLIENT_ID)),
  orderId: Type.Optional(text(ORDER_ID_LENGTH_MAX, 'Only returns of this orderId.', 'SHOP-10001')),
  ...staffPaging,
});
export const AnnouncedSchema = titledObject(
  'AnnouncedReturn',
  'Pieces that a client expected to come back. They have not arrived.',
  {
    returnId: stringField('Identifier of the announcement, a UUIDv7.'),
    ...namedOrderFields,
    announced: Timestamp('When the client announced it.'),
    reference: Type.Optional(stringField('Number of the return in the system of the client.', 'RMA-2041')),
    note: Type.Optional(stringField('Note of the client.')),
    withdrawn: Type.Optional(Timestamp('When the client withdrew it. Absent: it is expected.')),
    items: Type.Array(
      titledObject('AnnouncedReturnItem', 'Announced pieces of one item.', {
        itemId: stringField('Identifier of the item in the order.', '1'),
        quantity: integerField('Number of pieces.', 1),
        reason: openList(RETURN_REASONS, WHY, 'WRONG_SIZE'),
      }),
      { description: 'The announced pieces.' },
    ),
  },
  {
    ...{ returnId: RETURN.returnId, clientId: CLIENT_ID, clientName: 'Test Shop', orderId: 'SHOP-10001' },
    ...{ announced: '2026-02-05T10:00:00.000Z', reference: 'RMA-2041' },
    items: [{ itemId: '1', quantity: 1, reason: 'WRONG_SIZE' }],
  },
);

const moment = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));
export const ReturnQuery = Type.Object({
  clientId: Type.Optional(text(CODE_LENGTH_MAX, 'Only returns of this client.', CLIENT_ID)),
  orderId: Type.Optional(text(ORDER_ID_LENGTH_MAX, 'Only returns of this orderId.', 'SHOP-10001')),
  condition: Type.Optional(oneOf(CONDITIONS, 'Only returns with pieces in this condition.', 'WASTE')),
  reason: Type.Optional(oneOf(RETURN_REASONS, 'Only returns with this reason.', 'PRINT_DEFECT')),
  from: moment('Booked at this time or later. ISO 8601 with a time zone.'),
  to: moment('Booked before this time. ISO 8601 with a time zone.'),
  ...staffPaging,
});

export const ReturnableQuery = Type.Object({
  code: Type.Optional(
    text(
      MESSAGE_LENGTH_MAX,
      'Scanned code of a piece, order or parcel, tracking number, orderId, or search words. Absent: the result is empty.',
      'SHOP-10001',
    ),
  ),
});
const RETURNABLE = {
  clientId: CLIENT_ID,
  clientName: 'Test Shop',
  orderId: 'SHOP-10001',
  status: 'ACCEPTED',
  items: [
    {
      itemId: '1',
      kind: 'ARTICLE',
      code: SKU,
      title: 'Creator Tee',
      color: 'Black',
      size: 'M',
      shipped: 1,
      returned: 0,
    },
  ],
};
export const ReturnableSchema = titledObject(
  'Returnable',
  'An order whose pieces can come back.',
  {
    ...namedOrderFields,
    status: stringField('Status of the order: ACCEPTED or SHIPPED.'),
    piece: Type.Optional(
      titledObject('ReturnablePiece', 'The scanned piece.', {
        code: stringField('Scanned code: P and ten digits.'),
        itemId: itemFields.itemId,
        isReturned: booleanField('true: the piece came back before.'),
      }),
    ),
    items: Type.Array(
      titledObject('ReturnableItem', 'An item with shipped pieces.', {
        ...itemFields,
        title: stringField('Title of the article, or name of the product.'),
        color: Type.Optional(stringField('Colour of the variant.')),
        size: Type.Optional(stringField('Size of the variant.')),
        shipped: integerField('Number of shipped pieces.'),
        returned: integerField('Pieces that came back before.'),
      }),
      { description: 'The items with shipped pieces.' },
    ),
  },
  RETURNABLE,
);
