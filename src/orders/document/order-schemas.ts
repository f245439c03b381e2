import { type Static, type TSchema, Type } from 'typebox';
import { Timestamp } from '../../http/api-document.ts';
import {
  addressFields,
  blankSku,
  carrierId,
  customizationFields,
  DECORATIONS_MAX,
  dataUrl,
  ean13,
  ITEMS_MAX,
  itemId,
  orderId,
  packingSlip,
  printFields,
  qualityControl,
  quantity,
  returnLabelUrl,
  shippingLabelUrl,
  status,
  unitPrice,
  unitPriceCurrency,
} from './order-fields.ts';

/** What only answers carry. It is ignored in a request, so that an order that was read can be sent again. */
const responseOnly = (schema: TSchema) => Type.Optional(Type.Unsafe({ ...schema, readOnly: true }));
const strict = { additionalProperties: false };

const EXAMPLE: unknown = {
  orderId: 'SHOP-10001',
  items: [
    { quantity: 2, unitPrice: 24.9, existingProduct: { ean13: '4006381333931' } },
    {
      quantity: 1,
      unitPrice: 34.5,
      customProduct: {
        sku: 'ST-CREATOR-BLK-M',
        prints: [
          {
            dataUrl: 'https://files.example.com/artwork/10001-front.png',
            location: 'REGULAR',
            technology: 'DTG',
          },
        ],
      },
    },
  ],
  shipping: {
    address: {
      personName: 'Ada Lovelace',
      street: 'Musterstraße 1',
      postalCode: '10115',
      city: 'Berlin',
      country: 'DE',
    },
  },
  unitPriceCurrency: 'EUR',
};

/** Body of POST /v1/orders. What schemas cannot say is in order-rules. */
export const OrderRequestSchema = Type.Object(
  {
    orderId,
    items: Type.Array(
      Type.Object(
        {
          id: Type.Optional(itemId),
          quantity,
          unitPrice: Type.Optional(unitPrice),
          existingProduct: Type.Optional(
            Type.Object(
              { ean13, name: responseOnly(Type.String({ description: 'Ignored.' })) },
              {
                ...strict,
                title: 'ExistingProductRequest',
                description: 'An existing product. An item has this or customProduct.',
              },
            ),
          ),
          customProduct: Type.Optional(
            Type.Object(
              {
                sku: blankSku,
                prints: Type.Optional(
                  Type.Array(
                    Type.Object(
                      { dataUrl, ...printFields, ...qualityControl },
                      {
                        ...strict,
                        title: 'PrintRequest',
                        description: 'Print data, and where and how it is applied.',
                      },
                    ),
                    {
                      maxItems: DECORATIONS_MAX,
                      description: 'Prints to apply. At least one print or customization.',
                    },
                  ),
                ),
                customizations: Type.Optional(
                  Type.Array(
                    Type.Object(
                      { ...customizationFields, ...qualityControl },
                      {
                        ...strict,
                        title: 'CustomizationRequest',
                        description: 'An article that is applied to the blank, and where and how.',
                      },
                    ),
                    {
                      maxItems: DECORATIONS_MAX,
                      description: 'Customizations to apply: neck labels, hang tags, patches.',
                    },
                  ),
                ),
                ...qualityControl,
              },
              {
                ...strict,
                title: 'CustomProductRequest',
                description: 'A blank article with prints and customizations.',
              },
            ),
          ),
        },
        {
          ...strict,
          title: 'OrderItemRequest',
          description: 'Exactly one of existingProduct and customProduct.',
        },
      ),
      { minItems: 1, maxItems: ITEMS_MAX, description: 'What is ordered.' },
    ),
    shipping: Type.Object(
      {
        address: Type.Optional(
          Type.Object(addressFields, {
            ...strict,
            title: 'AddressRequest',
            description: 'Recipient, when a contracted carrier ships.',
          }),
        ),
        carrierId: Type.Optional(carrierId),
        shippingLabelUrl: Type.Optional(shippingLabelUrl),
        returnLabelUrl: Type.Optional(returnLabelUrl),
        trackingNumber: responseOnly(Type.String({ description: 'Ignored.' })),
        trackingCarrier: responseOnly(Type.String({ description: 'Ignored.' })),
        trackingUrl: responseOnly(Type.String({ description: 'Ignored.' })),
      },
      {
        ...strict,
        title: 'ShippingRequest',
        description:
          'Exactly one of two ways: your own label (shippingLabelUrl, optionally returnLabelUrl), or a contracted carrier (address, optionally carrierId).',
      },
    ),
    packingSlip: Type.Optional(packingSlip),
    unitPriceCurrency: Type.Optional(unitPriceCurrency),
    status: responseOnly(status('Ignored.')),
    statusReason: responseOnly(Type.Unknown({ description: 'Ignored.' })),
    cancellation: responseOnly(Type.Unknown({ description: 'Ignored.' })),
    shipments: responseOnly(Type.Unknown({ description: 'Ignored.' })),
    warnings: responseOnly(Type.Unknown({ description: 'Ignored.' })),
    created: responseOnly(Timestamp('Ignored.')),
    updated: responseOnly(Timestamp('Ignored.')),
  },
  {
    ...strict,
    title: 'OrderRequest',
    examples: [EXAMPLE],
    description:
      'An order to be made. null counts as absent; unknown properties are refused; types are never converted.',
  },
);
export type OrderRequest = Static<typeof OrderRequestSchema>;

/** The code of the reason why an order waits in NEW for a file that cannot be had for now. */
export const WAITING_FOR_FILE = 'waiting_for_file';

/** The code of the reason why nothing happens to an order until staff release it. */
export const ON_HOLD = 'on_hold';

const StatusDetailSchema = Type.Object(
  {
    pointer: Type.String({
      description: 'JSON Pointer to the place in the order; of a file, to the first that names it.',
      examples: ['/items/0/customProduct/prints/0/dataUrl'],
    }),
    code: Type.String({
      description: 'Short name of what is wrong with it, from docs/order-life.md.',
      examples: ['file_server_error'],
    }),
    message: Type.String({ description: 'What it means and what to do.' }),
    nextAttempt: Type.Optional(Timestamp('Of a file: when it is fetched again; absent where it is not.')),
  },
  { title: 'StatusDetail', description: 'Something that keeps the order from going on: a file, or stock.' },
);

const StatusReasonSchema = Type.Object(
  {
    code: Type.String({
      description: 'Short name of the reason, from docs/order-life.md.',
      examples: ['file_not_found'],
    }),
    message: Type.String({ description: 'What it means and what to do.' }),
    pointer: Type.Optional(
      Type.String({
        description: 'JSON Pointer to the part of the order, where there is one.',
        examples: ['/items/0/customProduct/prints/0/dataUrl'],
      }),
    ),
    details: Type.Optional(
      Type.Array(StatusDetailSchema, {
        description:
          'Each place that keeps the order from going on: every file, or where several are short of stock the first 100.',
      }),
    ),
  },
  { title: 'StatusReason', description: 'Why the order is in ERROR or on hold, or what it waits for.' },
);

const WarningSchema = Type.Object(
  {
    code: Type.String({ description: 'Short name of the warning.', examples: ['low_resolution'] }),
    message: Type.String({ description: 'What could be better.' }),
    pointer: Type.String({ description: 'JSON Pointer to the part of the order.' }),
  },
  { title: 'OrderWarning', description: 'Something that could be better.' },
);

const CancellationSchema = Type.Object(
  {
    status: Type.Unsafe<'REQUESTED' | 'ACCEPTED' | 'REJECTED'>({
      type: 'string',
      enum: ['REQUESTED', 'ACCEPTED', 'REJECTED'],
      description: 'REQUESTED while staff decide.',
    }),
    reason: Type.Optional(Type.String({ description: 'As it was given.' })),
    rejectionReason: Type.Optional(
      Type.String({
        description:
          'Why it was rejected: in the words of staff, or order_shipped or order_failed where that ended it.',
        examples: ['order_shipped'],
      }),
    ),
  },
  {
    title: 'Cancellation',
    description: 'What became of the wish to cancel an order that was in production.',
  },
);

const ShipmentSchema = Type.Object(
  {
    trackingNumber: Type.Optional(Type.String({ description: 'Number to follow the parcel with.' })),
    trackingCarrier: Type.Optional(Type.String({ description: 'Who carries the parcel.' })),
    trackingUrl: Type.Optional(Type.String({ description: 'Where the parcel can be followed.' })),
    items: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'Item of the order.' }),
          quantity: Type.Integer({ description: 'Pieces of it in the parcel.' }),
        },
        { title: 'ShippedItem', description: 'Pieces of an item in a parcel.' },
      ),
      { description: 'What is in the parcel; empty where that was not told.' },
    ),
    shipped: Timestamp('When the parcel left.'),
  },
  { title: 'Shipment', description: 'A parcel of the order.' },
);

/** An order as it is answered. */
export const OrderSchema = Type.Object(
  {
    orderId,
    status: status('Where the order stands.'),
    items: Type.Array(
      Type.Object(
        {
          id: itemId,
          quantity,
          unitPrice: Type.Optional(unitPrice),
          existingProduct: Type.Optional(
            Type.Object(
              {
                ean13,
                name: Type.String({
                  description: 'Name of the variant when it was ordered.',
                  examples: ['Logo Tee Black M'],
                }),
              },
              { title: 'ExistingProduct', description: 'An existing product.' },
            ),
          ),
          customProduct: Type.Optional(
            Type.Object(
              {
                sku: blankSku,
                prints: Type.Optional(
                  Type.Array(
                    Type.Object(
                      { dataUrl, ...printFields, ...qualityControl },
                      { title: 'Print', description: 'Print data, and where and how it is applied.' },
                    ),
                    { description: 'Prints to apply.' },
                  ),
                ),
                customizations: Type.Optional(
                  Type.Array(
                    Type.Object(
                      { ...customizationFields, ...qualityControl },
                      {
                        title: 'Customization',
                        description: 'An article that is applied to the blank, and where and how.',
                      },
                    ),
                    { description: 'Customizations to apply.' },
                  ),
                ),
                ...qualityControl,
              },
              { title: 'CustomProduct', description: 'A blank article with prints and customizations.' },
            ),
          ),
        },
        { title: 'OrderItem', description: 'Has exactly one of existingProduct and customProduct.' },
      ),
      { description: 'What is ordered.' },
    ),
    shipping: Type.Object(
      {
        address: Type.Optional(
          Type.Object(addressFields, {
            title: 'Address',
            description: 'Where a contracted carrier delivers.',
          }),
        ),
        carrierId: Type.Optional(carrierId),
        shippingLabelUrl: Type.Optional(shippingLabelUrl),
        returnLabelUrl: Type.Optional(returnLabelUrl),
        trackingNumber: Type.Optional(Type.String({ description: 'Of the first parcel, once shipped.' })),
        trackingCarrier: Type.Optional(
          Type.String({ description: 'Who carries the first parcel, once shipped.' }),
        ),
        trackingUrl: Type.Optional(
          Type.String({ description: 'Where the first parcel can be followed, once shipped.' }),
        ),
      },
      {
        title: 'Shipping',
        description: 'How the order ships: with your own label, or with a contracted carrier.',
      },
    ),
    packingSlip: Type.Optional(packingSlip),
    unitPriceCurrency: Type.Optional(unitPriceCurrency),
    statusReason: Type.Optional(StatusReasonSchema),
    cancellation: Type.Optional(CancellationSchema),
    shipments: Type.Optional(Type.Array(ShipmentSchema, { description: 'The parcels, once shipped.' })),
    warnings: Type.Optional(
      Type.Array(WarningSchema, { description: 'What could be better, but keeps nothing up.' }),
    ),
    created: Timestamp('When the order was made.'),
    updated: Timestamp('When the order last changed.'),
  },
  { title: 'Order', description: 'An order. Optional fields that have no value are left out.' },
);
export type Order = Static<typeof OrderSchema>;
export type StatusReason = Static<typeof StatusReasonSchema>;
export type OrderWarning = Static<typeof WarningSchema>;

export const OrderSummarySchema = Type.Object(
  {
    orderId,
    status: status('Where the order stands.'),
    created: Timestamp('When the order was made.'),
    updated: Timestamp('When the order last changed.'),
  },
  { title: 'OrderSummary', description: 'An order in a list.' },
);
export type OrderSummary = Static<typeof OrderSummarySchema>;
