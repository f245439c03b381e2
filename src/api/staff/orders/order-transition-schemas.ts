import { Type } from 'typebox';
import { PARCELS_MAX, TRACKING_LENGTH_MAX, TRACKING_URL_LENGTH_MAX } from '../../../orders/change/ship-order.ts';
import { ITEMS_MAX, QUANTITY_MAX } from '../../../orders/document/order-fields.ts';
import { booleanField, integerIn, PRINTABLE, SEVERAL_LINES, stringField } from '../../../platform/http/api-document.ts';
import { documentAs, URL_PATTERN } from '../../../platform/http/document-schemas.ts';
import { CODE_LENGTH_MAX, MESSAGE_LENGTH_MAX, message, strictObject, text } from '../fields/operator-schemas.ts';

const POINTER_LENGTH_MAX = 500;

const scrapped = Type.Optional(
  Type.Array(
    strictObject('ScrappedPieces', 'Spoiled pieces of one item.', {
      item: stringField('Id of the item.', '1'),
      quantity: integerIn(1, QUANTITY_MAX, 'Number of spoiled pieces. At most the pieces that are in production.'),
      reason: message('Reason, for the stock movements.', 'Misprint.'),
    }),
    {
      maxItems: ITEMS_MAX,
      description:
        'The spoiled pieces of an order in ACCEPTED, each item once. They leave the stock on hand; other reserved stock becomes available again. Absent: the pieces that production has begun, by its scans. Empty: no pieces.',
    },
  ),
);

export const ReasonRequest = strictObject('ReasonRequest', 'The reason of a change.', {
  reason: Type.Optional(
    Type.String({
      maxLength: MESSAGE_LENGTH_MAX,
      pattern: SEVERAL_LINES,
      description: 'Reason, which the client reads in the history of the order.',
      examples: ['Already packed.'],
    }),
  ),
});

export const CancelByStaffRequest = strictObject(
  'CancelByStaffRequest',
  'The reason of a cancellation, and the spoiled pieces.',
  {
    reason: Type.Optional({ ...ReasonRequest.properties.reason, examples: ['The shop asked for it by phone.'] }),
    scrapped,
  },
);

export const ScrapRequest = strictObject('ScrapRequest', 'The spoiled pieces of an order.', { scrapped });

export const TryAgainRequest = strictObject('TryAgainRequest', 'Options of trying an order again.', {
  refetch: Type.Optional(booleanField('true: stored files are fetched again too. Default: false.', true)),
});

export const HoldRequest = strictObject('HoldRequest', 'The reason of a hold.', {
  reason: Type.Optional(message('Reason, which the client reads.', 'We are asking you about the colours.')),
});

export const ErrorRequest = strictObject('ErrorRequest', 'The reason why an order cannot be made as it is.', {
  code: Type.Optional(
    text(
      CODE_LENGTH_MAX,
      'Short name of the reason. Default: production_problem; for an order in ERROR, its present code.',
      'artwork_unreadable',
    ),
  ),
  message: message(
    'The problem and its solution, for the client.',
    'The artwork has a white background; send one that is transparent.',
  ),
  pointer: Type.Optional(
    Type.String({
      maxLength: POINTER_LENGTH_MAX,
      pattern: PRINTABLE,
      description: 'JSON Pointer to the part of the order that the client must correct.',
      examples: ['/items/0/customProduct/prints/0/dataUrl'],
    }),
  ),
  scrapped,
});

const trackingText = (maxLength: number, description: string, ...examples: string[]) =>
  Type.String({ maxLength, pattern: PRINTABLE, description, examples });
const TRACKING_URL = [
  'Tracking page of the parcel: http or https.',
  'https://www.dhl.de/track?id=00340434161094042557',
] as const;

export const ShipRequest = strictObject('ShipRequest', 'The shipped parcels of an order.', {
  parcels: Type.Array(
    strictObject('Parcel', 'A parcel.', {
      trackingNumber: Type.Optional(
        text(TRACKING_LENGTH_MAX, 'Tracking number of the parcel.', '00340434161094042557'),
      ),
      trackingCarrier: Type.Optional(text(TRACKING_LENGTH_MAX, 'Carrier of the parcel.', 'DHL')),
      trackingUrl: Type.Optional(
        documentAs(trackingText(TRACKING_URL_LENGTH_MAX, ...TRACKING_URL), { format: 'uri', pattern: URL_PATTERN }),
      ),
      items: Type.Optional(
        Type.Array(
          strictObject('ParcelItem', 'Pieces of an item in a parcel.', {
            id: stringField('Id of the item.', '1'),
            quantity: integerIn(1, QUANTITY_MAX, 'Number of its pieces in the parcel.'),
          }),
          {
            minItems: 1,
            maxItems: ITEMS_MAX,
            description:
              'Content of the parcel. Absent: all remaining pieces. If several parcels have no items, their content is not distributed among them.',
          },
        ),
      ),
    }),
    { minItems: 1, maxItems: PARCELS_MAX, description: 'The shipped parcels.' },
  ),
  unmadeReason: Type.Optional(
    text(MESSAGE_LENGTH_MAX, 'Why pieces ship that nobody has made, for the audit log.', 'Made without scanners.'),
  ),
});

export const TrackingRequest = Type.Object(
  {
    trackingNumber: Type.Optional(
      trackingText(TRACKING_LENGTH_MAX, 'Tracking number of the parcel.', '00340434161094042557'),
    ),
    trackingCarrier: Type.Optional(trackingText(TRACKING_LENGTH_MAX, 'Carrier of the parcel.', 'DHL')),
    trackingUrl: Type.Optional(
      documentAs(trackingText(TRACKING_URL_LENGTH_MAX, ...TRACKING_URL), {
        pattern: `^$|${URL_PATTERN}`,
      }),
    ),
  },
  {
    title: 'TrackingRequest',
    description: 'The tracking of a parcel. An absent field stays; an empty text removes the stored one.',
    additionalProperties: false,
    minProperties: 1,
  },
);
