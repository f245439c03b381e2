import { Type } from 'typebox';
import { PRINTABLE, SEVERAL_LINES } from '../../http/api-document.ts';
import {
  PARCELS_MAX,
  TRACKING_LENGTH_MAX,
  TRACKING_URL_LENGTH_MAX,
} from '../../orders/change/operate-order-ship.ts';
import { ITEMS_MAX, QUANTITY_MAX } from '../../orders/document/order-fields.ts';
import {
  CODE_LENGTH_MAX,
  MESSAGE_LENGTH_MAX,
  message,
  strictObject,
  text,
} from '../fields/operator-schemas.ts';

const POINTER_LENGTH_MAX = 500;

export const ReasonRequest = strictObject('ReasonRequest', 'Why.', {
  reason: Type.Optional(
    Type.String({
      maxLength: MESSAGE_LENGTH_MAX,
      pattern: SEVERAL_LINES,
      description: 'Why; the client sees it in the history of the order.',
      examples: ['Already packed.'],
    }),
  ),
});

export const HoldRequest = strictObject('HoldRequest', 'Why an order is put on hold.', {
  reason: Type.Optional(message('Why; the client reads it.', 'We are asking you about the colours.')),
});

export const ErrorRequest = strictObject('ErrorRequest', 'Why an order cannot be made as it is.', {
  code: Type.Optional(
    text(
      CODE_LENGTH_MAX,
      'Short name of the reason. Absent: production_problem, or in ERROR what it was.',
      'artwork_unreadable',
    ),
  ),
  message: message(
    'What is wrong and what to do, for the client.',
    'The artwork has a white background; send one that is transparent.',
  ),
  pointer: Type.Optional(
    Type.String({
      maxLength: POINTER_LENGTH_MAX,
      pattern: PRINTABLE,
      description: 'JSON Pointer to the part of the order that is to be mended.',
      examples: ['/items/0/customProduct/prints/0/dataUrl'],
    }),
  ),
});

export const ShipRequest = strictObject('ShipRequest', 'How an order was shipped.', {
  parcels: Type.Array(
    strictObject('Parcel', 'A parcel.', {
      trackingNumber: Type.Optional(
        text(TRACKING_LENGTH_MAX, 'Number to follow the parcel with.', '00340434161094042557'),
      ),
      trackingCarrier: Type.Optional(text(TRACKING_LENGTH_MAX, 'Who carries the parcel.', 'DHL')),
      trackingUrl: Type.Optional(
        Type.String({
          maxLength: TRACKING_URL_LENGTH_MAX,
          pattern: PRINTABLE,
          description: 'Where the parcel can be followed: http or https.',
          examples: ['https://www.dhl.de/track?id=00340434161094042557'],
        }),
      ),
      items: Type.Optional(
        Type.Array(
          strictObject('ParcelItem', 'Pieces of an item in a parcel.', {
            id: Type.String({ description: 'Item of the order.', examples: ['1'] }),
            quantity: Type.Integer({
              minimum: 1,
              maximum: QUANTITY_MAX,
              description: 'Pieces of it in the parcel.',
            }),
          }),
          {
            minItems: 1,
            maxItems: ITEMS_MAX,
            description: 'What is in the parcel. Absent in a single parcel: everything.',
          },
        ),
      ),
    }),
    { minItems: 1, maxItems: PARCELS_MAX, description: 'The parcels that the order went out in.' },
  ),
});
