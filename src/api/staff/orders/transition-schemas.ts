import { Type } from 'typebox';
import {
  PARCELS_MAX,
  TRACKING_LENGTH_MAX,
  TRACKING_URL_LENGTH_MAX,
} from '../../../orders/change/operate-order.ts';
import { ITEMS_MAX, QUANTITY_MAX } from '../../../orders/document/order-fields.ts';
import { PRINTABLE, SEVERAL_LINES } from '../../../platform/http/api-document.ts';
import { documentAs, urlPattern } from '../../../platform/http/document-schemas.ts';
import {
  booleanField,
  CODE_LENGTH_MAX,
  MESSAGE_LENGTH_MAX,
  message,
  strictObject,
  stringField,
  text,
} from '../fields/operator-schemas.ts';

const POINTER_LENGTH_MAX = 500;

const scrapped = Type.Optional(
  Type.Array(
    strictObject('ScrappedPieces', 'Pieces of an item that were spoiled.', {
      item: stringField('Id of the item.', '1'),
      quantity: Type.Integer({
        minimum: 1,
        maximum: QUANTITY_MAX,
        description: 'Pieces that were spoiled; no more than are in production.',
      }),
      reason: message('Why, for the ledger of the stock.', 'Misprint.'),
    }),
    {
      maxItems: ITEMS_MAX,
      description:
        'Of an order in ACCEPTED: the pieces that were spoiled, each item once. They leave the shelf; the rest is given back. Absent: those that the floor has begun by its scans; an empty list: none.',
    },
  ),
);

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

export const CancelByStaffRequest = strictObject('CancelByStaffRequest', 'Why an order is cancelled.', {
  reason: Type.Optional({
    ...ReasonRequest.properties.reason,
    examples: ['The shop asked for it by phone.'],
  }),
  scrapped,
});

export const ScrapRequest = strictObject('ScrapRequest', 'What was spoiled of an order.', { scrapped });

export const TryAgainRequest = strictObject('TryAgainRequest', 'How an order is tried again.', {
  refetch: Type.Optional(
    booleanField('true: also the files that are kept are fetched anew. Absent: those stay.', true),
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
      description: 'JSON Pointer to the part of the order that is to be corrected.',
      examples: ['/items/0/customProduct/prints/0/dataUrl'],
    }),
  ),
  scrapped,
});

const trackingText = (maxLength: number, description: string, ...examples: string[]) =>
  Type.String({ maxLength, pattern: PRINTABLE, description, examples });
const TRACKING_URL = [
  'Where the parcel can be followed: http or https.',
  'https://www.dhl.de/track?id=00340434161094042557',
] as const;

export const ShipRequest = strictObject('ShipRequest', 'What left of an order.', {
  parcels: Type.Array(
    strictObject('Parcel', 'A parcel.', {
      trackingNumber: Type.Optional(
        text(TRACKING_LENGTH_MAX, 'Number to follow the parcel with.', '00340434161094042557'),
      ),
      trackingCarrier: Type.Optional(text(TRACKING_LENGTH_MAX, 'Who carries the parcel.', 'DHL')),
      trackingUrl: Type.Optional(
        documentAs(trackingText(TRACKING_URL_LENGTH_MAX, ...TRACKING_URL), {
          format: 'uri',
          pattern: urlPattern(),
        }),
      ),
      items: Type.Optional(
        Type.Array(
          strictObject('ParcelItem', 'Pieces of an item in a parcel.', {
            id: stringField('Item of the order.', '1'),
            quantity: Type.Integer({
              minimum: 1,
              maximum: QUANTITY_MAX,
              description: 'Pieces of it in the parcel.',
            }),
          }),
          {
            minItems: 1,
            maxItems: ITEMS_MAX,
            description:
              'What is in the parcel. Absent: all that is left; where several parcels have none, it is not told what is in which.',
          },
        ),
      ),
    }),
    { minItems: 1, maxItems: PARCELS_MAX, description: 'The parcels that left.' },
  ),
});

export const TrackingRequest = Type.Object(
  {
    trackingNumber: Type.Optional(
      trackingText(TRACKING_LENGTH_MAX, 'Number to follow the parcel with.', '00340434161094042557'),
    ),
    trackingCarrier: Type.Optional(trackingText(TRACKING_LENGTH_MAX, 'Who carries the parcel.', 'DHL')),
    trackingUrl: Type.Optional(
      documentAs(trackingText(TRACKING_URL_LENGTH_MAX, ...TRACKING_URL), {
        pattern: `^$|${urlPattern()}`,
      }),
    ),
  },
  {
    title: 'TrackingRequest',
    description:
      'How a parcel can be followed. What is absent stays; an empty text takes away what was told.',
    additionalProperties: false,
    minProperties: 1,
  },
);
