import { Type } from 'typebox';
import { PrintAreaSchema } from '../../../catalog/catalog-schemas.ts';
import { EVENT_EXAMPLES, ORDER_EXAMPLES } from '../../../orders/document/order-examples.ts';
import { actorKind, OrderEventSchema } from '../../../orders/document/order-life-schemas.ts';
import { OrderSchema } from '../../../orders/document/order-schemas.ts';
import { CONDITIONS, RETURN_REASONS } from '../../../packing/returns/return-rules.ts';
import type { Return } from '../../../packing/returns/return-store.ts';
import { ORDER_EVENT_TYPES } from '../../../webhooks/event-types.ts';
import {
  booleanField,
  CLIENT_ID,
  clientId,
  code,
  FILE_URL,
  integerField,
  kind,
  mode,
  oneOf,
  SHA256,
  stringField,
} from '../fields/operator-schemas.ts';
import { withoutNulls } from '../fields/staff-requests.ts';
import { NoteSchema } from './note-fields.ts';

/** An event that staff read and the client does not. */
const RETURNED = 'order.returned';
/** Returns in the history of one order. The list of returns has the others. */
export const RETURNS_SHOWN_MAX = 100;

const ReturnedSchema = Type.Array(
  Type.Object(
    {
      itemId: stringField('The item.'),
      piece: Type.Optional(stringField('Code of the piece.')),
      quantity: integerField('Pieces.'),
      condition: oneOf(CONDITIONS, 'What became of them.'),
      reason: oneOf(RETURN_REASONS, 'Why they came back.'),
      note: Type.Optional(stringField('In the words of staff.')),
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

export const KeptFileSchema = Type.Object(
  {
    pointer: stringField('JSON Pointer to the URL in the order.', '/packingSlip'),
    role: oneOf(['artwork', 'quality_control_image', 'packing_slip', 'label'], 'What it is for.'),
    mediaType: stringField('By its content.', 'application/pdf'),
    bytes: Type.Integer({ minimum: 0, description: 'Size.' }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Of the content, in hexadecimal.' }),
    url: Type.String({
      format: 'uri',
      description: 'Where its content is read: getOrderFile.',
      examples: [FILE_URL],
    }),
    thumbnails: Type.Object(
      {
        small: Type.String({ format: 'uri', description: 'At most 320 pixels along the longer side.' }),
        large: Type.String({ format: 'uri', description: 'At most 1,280.' }),
      },
      { title: 'Thumbnails', description: 'Where pictures of it are read: getOrderFileThumbnail.' },
    ),
    width: Type.Optional(integerField('Pixels, of an image.')),
    height: Type.Optional(integerField('Pixels, of an image.')),
    dpi: Type.Optional(
      Type.Number({
        description:
          'Pixels per inch that an image says of itself, if it does; the lower number where they differ across and down.',
        examples: [300],
      }),
    ),
    hasAlpha: Type.Optional(booleanField('Whether an image may have transparent pixels.')),
    pages: Type.Optional(integerField('Of a PDF.', 1)),
    widthMm: Type.Optional(
      Type.Number({
        description: 'Millimeters, of the first page of a PDF as it is shown.',
        examples: [101.6],
      }),
    ),
    heightMm: Type.Optional(
      Type.Number({
        description: 'Millimeters, of the first page of a PDF as it is shown.',
        examples: [152.4],
      }),
    ),
    printArea: Type.Optional(PrintAreaSchema),
    printDpi: Type.Optional(
      integerField('Of an image: pixels per inch when it is scaled to fit into the print area.', 300),
    ),
    fetched: Type.String({ format: 'date-time', description: 'When it was fetched.' }),
  },
  {
    title: 'KeptFile',
    description: 'A file of the order that is kept here.',
    examples: [
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
    ],
  },
);

const OPERATOR_EVENT_EXAMPLES = EVENT_EXAMPLES.map((event) =>
  event.actor === 'client' ? { ...event, actorId: CLIENT_ID, actorName: 'Test Shop' } : event,
);

export const OperatorOrderEventSchema = Type.Object(
  {
    ...OrderEventSchema.properties,
    type: oneOf([...ORDER_EVENT_TYPES, RETURNED], 'What happened; more types may come.', 'order.assigned'),
    returned: Type.Optional(ReturnedSchema),
    actor: actorKind('Who did it: the client of the order, the staff of the center, or Platen itself.'),
    actorId: Type.Optional(
      stringField(
        'The id of who did it: of a client, of a program of the center, or the operatorId of a person. Absent: Platen itself.',
      ),
    ),
    actorName: Type.Optional(stringField('The name they had then.')),
  },
  {
    title: 'OperatorOrderEvent',
    description: 'Something that happened to an order, and who did it.',
    examples: OPERATOR_EVENT_EXAMPLES.slice(0, 1),
  },
);

export const OperatorOrderSchema = Type.Object(
  {
    clientId,
    clientName: stringField('Name of the client.'),
    mode,
    version: integerField('Raised by every change of the order.'),
    preferred: Type.Optional(
      Type.Object(
        {
          since: Type.String({ format: 'date-time', description: 'When it was preferred.' }),
          by: Type.Optional(stringField('Who did it, by name.')),
        },
        {
          title: 'Preference',
          description:
            'Present when the order is preferred: no other order takes the stock that it waits for until it is filled.',
        },
      ),
    ),
    carrier: Type.Optional(
      Type.Object(
        {
          carrierId: stringField('Identifier of the carrier.', 'dhl-paket'),
          name: Type.Optional(stringField('Its name.', 'DHL Paket')),
        },
        {
          title: 'CarrierOfOrder',
          description:
            "Who is to carry it, or did: the carrier that the order names, else its client's default. Absent: nobody was chosen, or the client sent a label of its own.",
        },
      ),
    ),
    zone: Type.Optional(
      oneOf(
        ['EU', 'OUTSIDE_EU'],
        "Whether the destination is in the area of the Union's customs and VAT rules, or parcels there need customs papers. Absent: a label of the client's own does not tell.",
        'EU',
      ),
    ),
    zonePlace: Type.Optional(
      stringField('The place that decides the zone, where its country does not.', 'Canary Islands'),
    ),
    order: OrderSchema,
    files: Type.Array(KeptFileSchema, { description: 'The files that are kept, by pointer.' }),
    events: Type.Array(OperatorOrderEventSchema, {
      description: 'What happened, oldest first; the latest 100.',
    }),
    earlierEvents: Type.Optional(
      stringField(
        'Present where the history is longer: the `cursor` of listOrderEvents with `sort=newest` that goes on with what was before.',
      ),
    ),
    reservations: Type.Array(
      Type.Object(
        { kind, code, quantity: integerField('Pieces.') },
        { title: 'StockReservation', description: 'Stock that is reserved for an order.' },
      ),
      { description: 'The stock that is reserved for it.' },
    ),
    waits: Type.Array(
      Type.Object(
        {
          kind,
          code,
          quantity: integerField('Pieces that it is short of.'),
          ahead: integerField('Older orders that wait for it too; at most 1,000 are counted.'),
        },
        { title: 'StockWait', description: 'Stock that an order waits for.' },
      ),
      { description: 'The stock that it waits for.' },
    ),
    articleNotes: Type.Array(
      Type.Object(
        {
          manufacturerCode: stringField('The article that it is about.', 'ST-CREATOR'),
          skus: Type.Array(Type.String(), {
            description: 'The variants of that article that the order names.',
            examples: [['ST-CREATOR-BLK-M']],
          }),
          ...NoteSchema.properties,
        },
        {
          title: 'NoteOfArticle',
          description: 'What staff wrote about an article that the order is made of.',
        },
      ),
      {
        description:
          'What staff wrote about the articles that it is made of, article by article and oldest first; at most 100.',
      },
    ),
  },
  {
    title: 'OperatorOrder',
    description: 'An order with all that is known of it.',
    examples: [
      {
        clientId: CLIENT_ID,
        clientName: 'Test Shop',
        mode: 'live',
        version: 2,
        carrier: { carrierId: 'dhl-paket', name: 'DHL Paket' },
        zone: 'EU',
        order: ORDER_EXAMPLES.assigned,
        files: [],
        events: OPERATOR_EVENT_EXAMPLES,
        reservations: [{ kind: 'PRODUCT', code: '4006381333931', quantity: 2 }],
        waits: [],
        articleNotes: [],
      },
    ],
  },
);
