import { Type } from 'typebox';
import { ITEMS_MAX, orderId, QUANTITY_MAX } from '../../orders/document/order-fields.ts';
import { RETURN_STATUSES, type ReturnStatus } from '../../packing/announced-return-store.ts';
import { CONDITIONS, RETURN_REASONS } from '../../packing/return-rules.ts';
import {
  booleanField,
  integerField,
  integerIn,
  oneOf,
  openList,
  PRINTABLE,
  SEVERAL_LINES,
  stringField,
  Timestamp,
  titledObject,
} from '../../platform/http/api-document.ts';
import { VISIBLE_LINES, VISIBLE_TEXT } from '../../platform/http/document-schemas.ts';
import { cursorParameters } from '../../platform/http/paging.ts';

const LIMIT_DEFAULT = 50;
const REFERENCE_LENGTH_MAX = 100;
const NOTE_LENGTH_MAX = 500;
const REFERENCE = 'RMA-2041';
const NOTE = 'The buyer ordered one size too small.';
const RETURN_ID = '0198c0de-7a3b-7c11-9d2e-5f60718293a4';
const LABEL_STATUSES = ['PENDING', 'READY', 'FAILED', 'NONE'] as const;

export const ReturnParamsSchema = Type.Object({ returnId: stringField('Identifier of the return.', RETURN_ID) });

export const ReturnQuerySchema = Type.Object({
  orderId: Type.Optional(stringField('Only returns of this order.', 'SHOP-10001')),
  status: Type.Optional(oneOf(RETURN_STATUSES, 'Only returns in this status.')),
  ...cursorParameters(LIMIT_DEFAULT),
});

const reason = 'Why the pieces come back.';

export const AnnounceReturnRequestSchema = Type.Object(
  {
    orderId,
    items: Type.Array(
      Type.Object(
        {
          id: stringField('Item of the order.', '1'),
          quantity: integerIn(1, QUANTITY_MAX, 'Number of its pieces that come back.', 1),
          reason: oneOf(RETURN_REASONS, reason, 'WRONG_SIZE'),
        },
        { title: 'AnnouncedItem', description: 'Pieces of an item that come back.', additionalProperties: false },
      ),
      { minItems: 1, maxItems: ITEMS_MAX, description: 'The pieces that come back.' },
    ),
    reference: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: REFERENCE_LENGTH_MAX,
        pattern: PRINTABLE,
        description: 'Your own number of the return.',
        examples: [REFERENCE],
        inDocument: { pattern: VISIBLE_TEXT },
      }),
    ),
    note: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: NOTE_LENGTH_MAX,
        pattern: SEVERAL_LINES,
        description: 'A note for the staff.',
        examples: [NOTE],
        inDocument: { pattern: VISIBLE_LINES },
      }),
    ),
    label: Type.Optional(
      booleanField('true: a label provider of the center makes a label for the way back. Default: false.'),
    ),
  },
  {
    title: 'AnnounceReturnRequest',
    description: 'A return that you expect.',
    additionalProperties: false,
    examples: [
      { orderId: 'SHOP-10001', items: [{ id: '1', quantity: 1, reason: 'WRONG_SIZE' }], reference: REFERENCE },
    ],
  },
);

const RETURN_EXAMPLE = {
  returnId: RETURN_ID,
  orderId: 'SHOP-10001',
  status: 'ANNOUNCED',
  reference: REFERENCE,
  announced: '2026-01-31T12:00:00.000Z',
  items: [{ id: '1', quantity: 1, reason: 'WRONG_SIZE' }],
};
export const WITHDRAWN_RETURN_EXAMPLE = {
  ...RETURN_EXAMPLE,
  status: 'WITHDRAWN',
  withdrawn: '2026-02-01T09:30:00.000Z',
};

export const ClientReturnSchema = titledObject(
  'Return',
  'A return. Without an announcement, it is RECEIVED from the beginning.',
  {
    returnId: stringField('Identifier of the return.', RETURN_ID),
    orderId,
    status: openList<ReturnStatus>(
      RETURN_STATUSES,
      'ANNOUNCED: it has not arrived. RECEIVED: staff have booked it. WITHDRAWN: you have withdrawn it.',
      'ANNOUNCED',
    ),
    reference: Type.Optional(stringField('Your own number of the return.', REFERENCE)),
    note: Type.Optional(stringField('Your note.', NOTE)),
    announced: Type.Optional(Timestamp('When you announced it. Absent: you did not.')),
    received: Type.Optional(Timestamp('When staff booked it. Absent: it has not arrived.')),
    withdrawn: Type.Optional(Timestamp('When you withdrew it. Absent: you did not.')),
    items: Type.Array(
      titledObject('ReturnedItem', 'Pieces of an item.', {
        id: stringField('Item of the order.', '1'),
        quantity: integerField('Number of its pieces.', 1),
        reason: openList(RETURN_REASONS, reason, 'WRONG_SIZE'),
        condition: Type.Optional(
          openList(
            CONDITIONS,
            'RESELL: the product is sold again. REUSE: the blank is used again. WASTE: written off. Absent: it has not arrived.',
            'RESELL',
          ),
        ),
      }),
      { description: 'The announced pieces; once RECEIVED, the pieces that came back.' },
    ),
    label: Type.Optional(
      titledObject(
        'ReturnLabel',
        'The label for the way back. Absent: none was asked for, or the return is withdrawn.',
        {
          status: openList(
            LABEL_STATUSES,
            'PENDING: it is being made. READY: GET /v1/returns/{returnId}/label has it. FAILED: the provider refused it; ask the center. NONE: no parcel of the order can have one.',
            'READY',
          ),
          trackingNumber: Type.Optional(stringField('Its tracking number, once READY.', 'JD014600003SE')),
          trackingCarrier: Type.Optional(stringField('Its carrier, once READY.', 'DHL')),
        },
      ),
    ),
  },
  RETURN_EXAMPLE,
);
