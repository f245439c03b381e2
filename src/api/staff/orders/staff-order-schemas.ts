import { Type } from 'typebox';
import { PrintAreaSchema } from '../../../catalog/catalog-schemas.ts';
import { REPEAT_KINDS, REPEAT_PAYERS, REPEAT_REASONS } from '../../../orders/create/repeat-store.ts';
import { EVENT_EXAMPLES, EXPECTED_SHIP_DATE, ORDER_EXAMPLES } from '../../../orders/document/order-examples.ts';
import { actorKind, OrderEventSchema } from '../../../orders/document/order-life-schemas.ts';
import { OrderSchema } from '../../../orders/document/order-schemas.ts';
import { CONDITIONS, RETURN_REASONS } from '../../../packing/return-rules.ts';
import {
  booleanField,
  integerField,
  integerFrom,
  oneOf,
  openList,
  stringField,
  Timestamp,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { ORDER_EVENT_TYPES } from '../../../webhooks/event-types.ts';
import { CLIENT_ID, clientId, code, FILE_URL, kind, mode, SHA256 } from '../fields/operator-schemas.ts';
import { assigneeSchema, NoteSchema } from './note-schemas.ts';

/** Staff read the pieces of this event, customers only its return. */
export const RETURNED = 'order.returned';

const amount = (description: string, example: number) => Type.Number({ description, examples: [example] });

const ReturnedSchema = Type.Array(
  titledObject('ReturnedPieces', 'Returned pieces of one item.', {
    itemId: stringField('Id of the item.'),
    piece: Type.Optional(stringField('Code of the piece.')),
    quantity: integerField('Number of pieces.'),
    condition: oneOf(CONDITIONS, 'Condition of the pieces.'),
    reason: openList(RETURN_REASONS, 'Reason of the return.'),
    note: Type.Optional(stringField('A note by staff.')),
  }),
  { description: 'The returned pieces. Only for `order.returned`.' },
);

export const KeptFileSchema = titledObject(
  'KeptFile',
  'A stored file of the order.',
  {
    pointer: stringField('JSON Pointer to the URL in the order.', '/packingSlip'),
    role: oneOf(['artwork', 'quality_control_image', 'packing_slip', 'label'], 'Purpose of the file.'),
    mediaType: stringField('Media type of the content.', 'application/pdf'),
    bytes: integerFrom(0, 'Size in bytes.'),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the content, in hexadecimal.' }),
    url: Type.String({ format: 'uri', description: 'Address of the content (getOrderFile).', examples: [FILE_URL] }),
    thumbnails: titledObject('Thumbnails', 'Addresses of pictures of the file (getOrderFileThumbnail).', {
      small: Type.String({ format: 'uri', description: 'At most 320 pixels on the longer side.' }),
      large: Type.String({ format: 'uri', description: 'At most 1,280 pixels on the longer side.' }),
    }),
    width: Type.Optional(integerField('Width of an image in pixels.')),
    height: Type.Optional(integerField('Height of an image in pixels.')),
    dpi: Type.Optional(
      amount('Resolution that an image states, in pixels per inch; the lower one if the two directions differ.', 300),
    ),
    hasAlpha: Type.Optional(booleanField('Whether an image may have transparent pixels.')),
    pages: Type.Optional(integerField('Number of pages of a PDF.', 1)),
    widthMm: Type.Optional(amount('Width of the paper that takes every page of a PDF, in millimeters.', 101.6)),
    heightMm: Type.Optional(amount('Height of the paper that takes every page of a PDF, in millimeters.', 152.4)),
    printArea: Type.Optional(PrintAreaSchema),
    printDpi: Type.Optional(
      integerField('Resolution of an image that is scaled into the print area, in pixels per inch.', 300),
    ),
    fetched: Timestamp('When the file was fetched.'),
  },
  {
    pointer: '/packingSlip',
    role: 'packing_slip',
    sha256: SHA256,
    mediaType: 'application/pdf',
    bytes: 18_204,
    fetched: '2026-01-31T12:00:01.000Z',
    url: FILE_URL,
    thumbnails: { small: `${FILE_URL}/thumbnails/small`, large: `${FILE_URL}/thumbnails/large` },
    pages: 1,
    widthMm: 101.6,
    heightMm: 152.4,
  },
);

const OPERATOR_EVENT_EXAMPLES = EVENT_EXAMPLES.map((event) =>
  event.actor === 'client' ? { ...event, actorId: CLIENT_ID, actorName: 'Test Shop' } : event,
);

const ChangedFieldSchema = titledObject(
  'ChangedField',
  'A changed field of an order.',
  {
    pointer: stringField('JSON Pointer to the field in the order.'),
    before: Type.Optional(stringField('Its value before, cut after 500 characters. Absent: it was added.')),
    after: Type.Optional(stringField('Its value after, cut after 500 characters. Absent: it was removed.')),
  },
  { pointer: '/shipping/address/city', before: 'Berln', after: 'Berlin' },
);

/** Staff read the values of changed fields too. */
const { changed: _, ...withoutChanged } = OrderEventSchema.properties;

export const OperatorOrderEventSchema = Type.Object(
  {
    ...withoutChanged,
    type: openList([...ORDER_EVENT_TYPES, RETURNED], 'Type of the event.', 'order.assigned'),
    returned: Type.Optional(ReturnedSchema),
    changes: Type.Optional(
      Type.Array(ChangedFieldSchema, {
        description: 'The fields that a change or correction changed. At most 100. Absent after erasure.',
      }),
    ),
    correctionReason: Type.Optional(
      stringField(
        'Why staff corrected the order, or why its client held it or cancelled items. Its client does not see it.',
      ),
    ),
    actor: actorKind('The actor: the client of the order, the staff of the center, or Platen itself.'),
    actorId: Type.Optional(
      stringField(
        'Id of the actor: clientId of a client or a program of the center, operatorId of a person. Absent: Platen itself.',
      ),
    ),
    actorName: Type.Optional(stringField('Name of the actor at that time.')),
  },
  {
    title: 'OperatorOrderEvent',
    description: 'An event of an order, with its actor.',
    examples: OPERATOR_EVENT_EXAMPLES.slice(0, 1),
  },
);

const OrderRepeatSchema = titledObject('OrderRepeat', 'An order that repeats a shipped one.', {
  orderId: stringField('The new order.', 'SHOP-10001-R1'),
  originalId: stringField('The shipped order.', 'SHOP-10001'),
  kind: oneOf(REPEAT_KINDS, 'REPLACEMENT: free for the recipient. REPEAT: paid.'),
  reason: Type.Optional(oneOf(REPEAT_REASONS, 'Why pieces are replaced. Absent: a repeat.')),
  paidBy: oneOf(REPEAT_PAYERS, 'Who pays for the new order.'),
  pieces: integerField('Pieces of the new order.', 1),
  created: Timestamp('When it was entered.'),
});

export const OperatorOrderSchema = titledObject(
  'OperatorOrder',
  'An order with its files, history and stock.',
  {
    clientId,
    clientName: stringField('Name of the client.'),
    mode,
    version: integerField('Version of the order, which every change raises.'),
    assignee: Type.Optional(assigneeSchema),
    tags: Type.Optional(Type.Array(Type.String(), { description: 'Tags of staff, sorted. Absent: none.' })),
    due: Type.Optional(Timestamp('When the order is due. Absent: it was not assigned, or it is in error.')),
    rush: Type.Optional(booleanField('true: the order goes before others. Otherwise absent.')),
    repeats: Type.Optional(
      Type.Array(OrderRepeatSchema, {
        description: 'Orders that repeat this one, and the one that it repeats. Absent: none.',
      }),
    ),
    preferred: Type.Optional(
      titledObject(
        'Preference',
        'Present if staff prefer the order: until it is filled, no other order takes the stock that it waits for.',
        {
          since: Timestamp('When the order was preferred.'),
          by: Type.Optional(stringField('Name of the person who preferred it.')),
        },
      ),
    ),
    carrier: Type.Optional(
      titledObject(
        'CarrierOfOrder',
        'The carrier that the order names, else the default carrier of its client. Absent: no carrier is chosen, or the client sent its own label.',
        {
          carrierId: stringField('Identifier of the carrier.', 'dhl-paket'),
          name: Type.Optional(stringField('Name of the carrier.', 'DHL Paket')),
        },
      ),
    ),
    zone: Type.Optional(
      oneOf(
        ['EU', 'OUTSIDE_EU'],
        "EU: the destination is in the area of the EU's customs and VAT rules. OUTSIDE_EU: parcels there need customs papers. Absent: the order has the client's own label, so the destination is unknown.",
        'EU',
      ),
    ),
    zonePlace: Type.Optional(
      stringField('The place that decides the zone, if its country alone does not.', 'Canary Islands'),
    ),
    order: OrderSchema,
    files: Type.Array(KeptFileSchema, { description: 'The stored files, sorted by pointer.' }),
    events: Type.Array(OperatorOrderEventSchema, { description: 'The latest 100 events, oldest first.' }),
    earlierEvents: Type.Optional(
      stringField(
        'The `cursor` of listOrderEvents with `sort=newest` that continues with the earlier events. Absent: there are none.',
      ),
    ),
    reservations: Type.Array(
      titledObject('StockReservation', 'Stock that is reserved for an order.', {
        kind,
        code,
        quantity: integerField('Number of pieces.'),
      }),
      { description: 'The stock that is reserved for the order.' },
    ),
    waits: Type.Array(
      titledObject('StockWait', 'Stock that an order waits for.', {
        kind,
        code,
        quantity: integerField('Number of missing pieces.'),
        ahead: integerField('Number of older orders that wait for it too. At most 1,000 are counted.'),
      }),
      { description: 'The stock that the order waits for.' },
    ),
    articleNotes: Type.Array(
      titledObject('NoteOfArticle', 'A note by staff about an article of the order.', {
        manufacturerCode: stringField('The article of the note.', 'ST-CREATOR'),
        skus: Type.Array(Type.String(), {
          description: 'The variants of that article that the order names.',
          examples: [['ST-CREATOR-BLK-M']],
        }),
        ...NoteSchema.properties,
      }),
      { description: 'Notes by staff about the articles of the order, by article, oldest first. At most 100.' },
    ),
  },
  {
    clientId: CLIENT_ID,
    clientName: 'Test Shop',
    mode: 'live',
    version: 2,
    carrier: { carrierId: 'dhl-paket', name: 'DHL Paket' },
    zone: 'EU',
    due: EXPECTED_SHIP_DATE,
    order: ORDER_EXAMPLES.assigned,
    files: [],
    events: OPERATOR_EVENT_EXAMPLES,
    reservations: [{ kind: 'PRODUCT', code: '4006381333931', quantity: 2 }],
    waits: [],
    articleNotes: [],
  },
);

const CustomsLineSchema = titledObject('CustomsLine', 'All pieces of one tariff number and origin.', {
  hsCode: stringField('Tariff number of 6 to 10 digits.', '610910'),
  countryOfOrigin: stringField('ISO 3166-1 alpha-2 code of the country of origin.', 'BD'),
  description: stringField('Description of the pieces. Several descriptions are separated by commas.', 'T-shirt'),
  quantity: integerField('Number of pieces.', 3),
  netWeightGrams: integerField('Weight of all pieces in grams, without packaging.', 540),
  value: amount('Value of all pieces with VAT, in `currency`.', 59.97),
});
const CustomsGapSchema = titledObject('CustomsGap', 'A missing field that prevents the declaration.', {
  field: oneOf(['hsCode', 'countryOfOrigin', 'weightGrams', 'unitPrice'], 'The missing field.'),
  code: stringField('SKU or EAN-13 of the variant that lacks the field.', 'ST-CREATOR-BLK-M'),
  title: stringField('Name of the product, or title of the article.', 'Creator Tee'),
  itemIds: Type.Array(Type.String(), { description: 'Ids of the items that name the variant.', examples: [['1']] }),
  message: stringField(
    'The gap, as a sentence.',
    'Cannot be declared: the HS code is missing for ST-CREATOR-BLK-M (Creator Tee).',
  ),
});
export const OrderCustomsSchema = titledObject(
  'OrderCustoms',
  'The customs declaration of an order, by the present catalogue.',
  {
    need: oneOf(
      ['declared', 'none', 'unknown'],
      'declared: the destination is outside the EU zone. none: it is inside. unknown: the order has its own label, and only the label names the destination.',
    ),
    currency: Type.Optional(stringField('ISO 4217 code of the currency of all values.', 'EUR')),
    lines: Type.Array(CustomsLineSchema, {
      description: 'The pieces, merged by tariff number and origin, without pieces that have a gap.',
    }),
    tariffLines: integerField(
      'Number of different six-digit tariff numbers, by which a duty for each tariff line is counted.',
      1,
    ),
    totalNetWeightGrams: integerField('Weight of all lines in grams.', 540),
    totalValue: amount('Value of all lines, in `currency`.', 59.97),
    gaps: Type.Array(CustomsGapSchema, { description: 'The gaps. Empty: the order can be declared.' }),
  },
  {
    need: 'declared',
    currency: 'EUR',
    lines: [
      {
        hsCode: '610910',
        countryOfOrigin: 'BD',
        description: 'T-shirt, knitted, cotton',
        quantity: 2,
        netWeightGrams: 360,
        value: 49.8,
      },
    ],
    tariffLines: 1,
    totalNetWeightGrams: 360,
    totalValue: 49.8,
    gaps: [],
  },
);
