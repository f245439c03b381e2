import { Type } from 'typebox';
import { CONDITIONS, RETURN_LINES_MAX, RETURN_REASONS } from '../../../packing/return-rules.ts';
import { Timestamp } from '../../../platform/http/api-document.ts';
import {
  booleanField,
  CLIENT_ID,
  CODE_LENGTH_MAX,
  integerField,
  MESSAGE_LENGTH_MAX,
  message,
  oneOf,
  staffPaging,
  strictObject,
  stringField,
  text,
} from '../fields/operator-schemas.ts';

const ORDER_ID_LENGTH_MAX = 128;
const PIECES_MAX = 100_000;
const SKU = 'ST-CREATOR-BLK-M';

const condition = oneOf(
  CONDITIONS,
  'RESELL: a product goes back on the shelf. REUSE: a blank does. WASTE: it is written off.',
  'WASTE',
);
const reason = oneOf(RETURN_REASONS, 'Why it came back.', 'PRINT_DEFECT');

const ReturnItemRequest = strictObject('ReturnItemRequest', 'Some pieces that came back.', {
  itemId: Type.Optional(
    text(
      CODE_LENGTH_MAX,
      'The item of the order; may be left out where the piece is named, or only one item has left.',
      '1',
    ),
  ),
  piece: Type.Optional(text(CODE_LENGTH_MAX, 'Code of the piece, P and ten digits, where it can be read.')),
  quantity: Type.Optional(
    Type.Integer({ minimum: 1, maximum: PIECES_MAX, description: 'Pieces; 1 when absent.', examples: [1] }),
  ),
  condition,
  reason,
  note: Type.Optional(message('What else there is to say.', 'The print came off in the wash.')),
});
export const ReturnRequest = {
  ...strictObject(
    'ReturnRequest',
    'What came back, and of which order: by clientId and orderId, or by a code.',
    {
      clientId: Type.Optional(text(CODE_LENGTH_MAX, 'The client of the order.', CLIENT_ID)),
      orderId: Type.Optional(text(ORDER_ID_LENGTH_MAX, 'The order.', 'SHOP-10001')),
      code: Type.Optional(
        text(
          CODE_LENGTH_MAX,
          'Instead of those: code of a piece (P…), of the order (R…) or of a parcel (T…), or the tracking number of a parcel. That of a piece names the piece too, where one item is told without it.',
        ),
      ),
      items: Type.Array(ReturnItemRequest, {
        minItems: 1,
        maxItems: RETURN_LINES_MAX,
        description: 'What came back, by item or piece and condition.',
      }),
    },
  ),
  examples: [
    {
      clientId: CLIENT_ID,
      orderId: 'SHOP-10001',
      items: [
        {
          itemId: '1',
          quantity: 1,
          condition: 'WASTE',
          reason: 'PRINT_DEFECT',
          note: 'The print came off in the wash.',
        },
      ],
    },
  ],
};

const LINE = {
  itemId: '1',
  kind: 'ARTICLE',
  code: SKU,
  quantity: 1,
  condition: 'WASTE',
  reason: 'PRINT_DEFECT',
  note: 'The print came off in the wash.',
};
export const RETURN = {
  returnId: '019a5c7e-3b1f-7c2d-8e4a-5f6071829304',
  clientId: CLIENT_ID,
  clientName: 'Test Shop',
  orderId: 'SHOP-10001',
  received: '2026-02-09T10:00:00.000Z',
  receivedById: CLIENT_ID,
  receivedByName: 'Mia',
  items: [LINE],
};
const stockKind = oneOf(
  ['ARTICLE', 'PRODUCT'],
  'ARTICLE: the code is the SKU of the blank. PRODUCT: it is an EAN-13.',
);
export const ReturnSchema = Type.Object(
  {
    returnId: stringField('Identifier, a UUIDv7.'),
    clientId: stringField('The client of the order.'),
    clientName: stringField('Its name.'),
    orderId: stringField('The order.'),
    received: Timestamp('When it was booked.'),
    receivedById: Type.Optional(stringField('Who booked it: operatorId of a person, clientId of a program.')),
    receivedByName: Type.Optional(stringField('The name they had then.')),
    items: Type.Array(
      Type.Object(
        {
          itemId: stringField('The item of the order.'),
          kind: stockKind,
          code: stringField('What was sold.'),
          piece: Type.Optional(stringField('Code of the piece.')),
          quantity: integerField('Pieces.'),
          condition,
          reason,
          note: Type.Optional(stringField('In the words of staff.')),
        },
        { title: 'ReturnedItem', description: 'Some pieces that came back.' },
      ),
      { description: 'What came back.' },
    ),
  },
  { title: 'Return', description: 'What came back of an order at once.', examples: [RETURN] },
);

const moment = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));
export const ReturnQuery = Type.Object({
  clientId: Type.Optional(text(CODE_LENGTH_MAX, 'Of one client.', CLIENT_ID)),
  orderId: Type.Optional(text(ORDER_ID_LENGTH_MAX, 'Of orders with this orderId.', 'SHOP-10001')),
  condition: Type.Optional(oneOf(CONDITIONS, 'With something in this condition.', 'WASTE')),
  reason: Type.Optional(
    oneOf(RETURN_REASONS, 'With something that came back for this reason.', 'PRINT_DEFECT'),
  ),
  from: moment('Booked at this moment or later. ISO 8601 with a time zone.'),
  to: moment('Booked before this moment. ISO 8601 with a time zone.'),
  ...staffPaging,
});

export const ReturnableQuery = Type.Object({
  code: Type.Optional(
    text(
      MESSAGE_LENGTH_MAX,
      'Code of a piece, an order or a parcel as it is scanned, a tracking number, an orderId, or words that staff find orders by. Absent: none is found.',
      'SHOP-10001',
    ),
  ),
});
export const RETURNABLE = {
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
export const ReturnableSchema = Type.Object(
  {
    clientId: stringField('The client of the order.'),
    clientName: stringField('Its name.'),
    orderId: stringField('The order.'),
    status: stringField('ACCEPTED or SHIPPED.'),
    piece: Type.Optional(
      Type.Object(
        {
          code: stringField('P and ten digits.'),
          itemId: stringField('Of which item.'),
          isReturned: booleanField('It came back already.'),
        },
        { title: 'ReturnablePiece', description: 'The piece that was scanned.' },
      ),
    ),
    items: Type.Array(
      Type.Object(
        {
          itemId: stringField('The item of the order.'),
          kind: stockKind,
          code: stringField('What was sold.'),
          title: stringField('Of the article, or name of the product.'),
          color: Type.Optional(stringField('Of the variant.')),
          size: Type.Optional(stringField('Of the variant.')),
          shipped: integerField('Pieces that have left.'),
          returned: integerField('Pieces that came back before.'),
        },
        { title: 'ReturnableItem', description: 'An item of which something has left.' },
      ),
      { description: 'The items of which something has left.' },
    ),
  },
  { title: 'Returnable', description: 'An order of which something may come back.', examples: [RETURNABLE] },
);
