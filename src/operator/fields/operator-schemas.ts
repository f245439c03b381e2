import { type TSchema, Type } from 'typebox';
import { PRINTABLE, SEVERAL_LINES } from '../../http/api-document.ts';
import { cursorParameters } from '../../http/paging.ts';
import { EVENT_EXAMPLES, ORDER_EXAMPLES } from '../../orders/document/order-examples.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../orders/document/order-fields.ts';
import { actorKind, OrderEventSchema, REASON_LENGTH_MAX } from '../../orders/document/order-life-schemas.ts';
import { OrderSchema } from '../../orders/document/order-schemas.ts';

/** Of what staff write for people to read. */
export const MESSAGE_LENGTH_MAX = REASON_LENGTH_MAX;
export const CODE_LENGTH_MAX = 128;
const LIST_LIMIT_DEFAULT = 50;

export const text = (maxLength: number, description: string, ...examples: string[]) =>
  Type.String({ minLength: 1, maxLength, pattern: PRINTABLE, description, examples });
/** What staff write for clients to read, also in several lines. */
export const message = (description: string, ...examples: string[]) =>
  Type.String({ minLength: 1, maxLength: MESSAGE_LENGTH_MAX, pattern: SEVERAL_LINES, description, examples });
export const oneOf = <T extends string>(values: readonly T[], description: string, ...examples: T[]) =>
  Type.Unsafe<T>({ type: 'string', enum: values, description, ...(examples.length > 0 && { examples }) });

/** How staff's lists are paged. */
export const staffPaging = cursorParameters(LIST_LIMIT_DEFAULT);

export const CLIENT_ID = '4f5be5a8-5a25-4f0f-9a11-6a0b3a0e5d4c';
export const clientId = Type.String({
  description: 'Identifier of the client.',
  examples: [CLIENT_ID],
});
export const orderId = Type.String({
  description: 'The orderId, percent-encoded.',
  examples: ['SHOP-10001'],
});
export const ClientParams = Type.Object({ clientId });
export const OrderKeyParams = Type.Object({ clientId, orderId });
export const ShipmentParams = Type.Object({
  clientId,
  orderId,
  shipmentId: Type.String({
    description:
      'Of the parcel, as the order lists it; of one without an id its place there, counted from 1.',
    examples: ['1'],
  }),
});
const SHA256 = '9f86d081884c7d65'.repeat(4);
const FILE_URL = `http://localhost:8080/operator/v1/orders/${CLIENT_ID}/SHOP-10001/files/${SHA256}`;
export const OrderFileParams = Type.Object({
  clientId,
  orderId,
  sha256: Type.String({
    description: 'Of the content, in lower-case hexadecimal, as the order shows it.',
    examples: [SHA256],
  }),
});

export const mode = oneOf(
  ['live', 'sandbox'],
  "Whether it is an integrator's test; those never reach production.",
);
export const status = oneOf<OrderStatus>(ORDER_STATUSES, 'Status of the order.');
export const kind = oneOf(
  ['ARTICLE', 'PRODUCT'],
  'ARTICLE: an article variant, by its SKU. PRODUCT: a product variant, by its EAN-13.',
  'PRODUCT',
);
export const code = Type.String({ description: 'EAN-13 or SKU.', examples: ['4006381333931'] });

export const KeptFileSchema = Type.Object(
  {
    pointer: Type.String({
      description: 'JSON Pointer to the URL in the order.',
      examples: ['/packingSlip'],
    }),
    role: oneOf(['artwork', 'quality_control_image', 'packing_slip', 'label'], 'What it is for.'),
    mediaType: Type.String({ description: 'By its content.', examples: ['application/pdf'] }),
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
    width: Type.Optional(Type.Integer({ description: 'Pixels, of an image.' })),
    height: Type.Optional(Type.Integer({ description: 'Pixels, of an image.' })),
    dpi: Type.Optional(
      Type.Number({
        description:
          'Pixels per inch that an image says of itself, if it does; the lower number where they differ across and down.',
        examples: [300],
      }),
    ),
    hasAlpha: Type.Optional(Type.Boolean({ description: 'Whether an image may have transparent pixels.' })),
    pages: Type.Optional(Type.Integer({ description: 'Of a PDF.', examples: [1] })),
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

/** The same history, as staff read it. */
const OPERATOR_EVENT_EXAMPLES = EVENT_EXAMPLES.map((event) =>
  event.actor === 'client' ? { ...event, actorId: CLIENT_ID, actorName: 'Test Shop' } : event,
);

export const OperatorOrderEventSchema = Type.Object(
  {
    ...OrderEventSchema.properties,
    actor: actorKind('Who did it: the client of the order, the staff of the center, or Platen itself.'),
    actorId: Type.Optional(
      Type.String({
        description:
          'The id of who did it: of a client, of a program of the center, or the operatorId of a person. Absent: Platen itself.',
      }),
    ),
    actorName: Type.Optional(Type.String({ description: 'The name they had then.' })),
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
    clientName: Type.String({ description: 'Name of the client.' }),
    mode,
    version: Type.Integer({ description: 'Raised by every change of the order.' }),
    preferred: Type.Optional(
      Type.Object(
        {
          since: Type.String({ format: 'date-time', description: 'When it was preferred.' }),
          by: Type.Optional(Type.String({ description: 'Who did it, by name.' })),
        },
        {
          title: 'Preference',
          description:
            'Present when the order is preferred: no other order takes the stock that it waits for until it is filled.',
        },
      ),
    ),
    order: OrderSchema,
    files: Type.Array(KeptFileSchema, { description: 'The files that are kept, by pointer.' }),
    events: Type.Array(OperatorOrderEventSchema, {
      description: 'What happened, oldest first; the latest 100.',
    }),
    reservations: Type.Array(
      Type.Object(
        { kind, code, quantity: Type.Integer({ description: 'Pieces.' }) },
        { title: 'StockReservation', description: 'Stock that is reserved for an order.' },
      ),
      { description: 'The stock that is reserved for it.' },
    ),
    waits: Type.Array(
      Type.Object(
        {
          kind,
          code,
          quantity: Type.Integer({ description: 'Pieces that it is short of.' }),
          ahead: Type.Integer({
            description: 'Older orders that wait for it too; at most 1,000 are counted.',
          }),
        },
        { title: 'StockWait', description: 'Stock that an order waits for.' },
      ),
      { description: 'The stock that it waits for.' },
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
        order: ORDER_EXAMPLES.assigned,
        files: [],
        events: OPERATOR_EVENT_EXAMPLES,
        reservations: [{ kind: 'PRODUCT', code: '4006381333931', quantity: 2 }],
        waits: [],
      },
    ],
  },
);

/** A request's object: nothing else may be in it. */
export const strictObject = <T extends Record<string, TSchema>>(
  title: string,
  description: string,
  properties: T,
) => Type.Object(properties, { title, description, additionalProperties: false });
