import { type Static, type TSchema, Type } from 'typebox';
import { PRINTABLE, Timestamp } from '../http/api-document.ts';

export const ORDER_STATUSES = ['NEW', 'ASSIGNED', 'ACCEPTED', 'SHIPPED', 'CANCELLED', 'ERROR'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const ITEMS_MAX = 500;
export const QUANTITY_MAX = 100_000;
export const UNIT_PRICE_MAX = 1_000_000_000;
const DECORATIONS_MAX = 50;
const URL_LENGTH_MAX = 2_048;
const ORDER_ID_LENGTH_MAX = 128;
const ITEM_ID_LENGTH_MAX = 64;
/** EAN, SKU, carrierId, location, technology. */
export const CODE_LENGTH_MAX = 128;
const ADDRESS_LINE_LENGTH_MAX = 200;

const text = (maxLength: number, description: string, ...examples: string[]) =>
  Type.String({ minLength: 1, maxLength, pattern: PRINTABLE, description, examples });
const addressLine = (description: string, ...examples: string[]) =>
  Type.String({ maxLength: ADDRESS_LINE_LENGTH_MAX, pattern: PRINTABLE, description, examples });
const url = (description: string, example: string) =>
  Type.String({
    maxLength: URL_LENGTH_MAX,
    description: `${description} http or https, at most 2,048 characters, without credentials.`,
    examples: [example],
  });
const code = (description: string, ...examples: string[]) => text(CODE_LENGTH_MAX, description, ...examples);
const status = (description: string) =>
  Type.Unsafe<OrderStatus>({ type: 'string', enum: ORDER_STATUSES, description, examples: ['NEW'] });

/** What only answers carry. It is ignored in a request, so that an order that was read can be sent again. */
const responseOnly = (schema: TSchema) => Type.Optional(Type.Unsafe({ ...schema, readOnly: true }));
const strict = { additionalProperties: false };

const orderId = text(
  ORDER_ID_LENGTH_MAX,
  'Your own identifier of the order, unique among your orders. Any characters but control characters; percent-encode it in a path.',
  'SHOP-10001',
);
const itemId = text(
  ITEM_ID_LENGTH_MAX,
  'Identifier of the item, unique within the order. Given by the server ("1", "2", …) when absent.',
  '1',
);
const quantity = Type.Integer({
  minimum: 1,
  maximum: QUANTITY_MAX,
  description: 'Pieces ordered.',
  examples: [2],
});
const unitPrice = Type.Number({
  minimum: 0,
  maximum: UNIT_PRICE_MAX,
  description:
    'Retail price of one piece including VAT, in unitPriceCurrency, with no more decimals than the currency has. Required and above 0 when the destination is outside the EU zone; printed on labels for customs.',
  examples: [24.9],
});
const ean13 = code('EAN-13 of a product variant that is assigned to you.', '4006381333931');
const dataUrl = url('Where the print data is fetched.', 'https://files.example.com/artwork/10001-front.png');
const location = code('Where on the article, one of its locations.', 'REGULAR');
const qualityControlImageUrl = url(
  'Image that quality control compares the finished piece with.',
  'https://files.example.com/qc/10001.jpg',
);
const blankSku = code('SKU of a variant of a BLANK article.', 'ST-CREATOR-BLK-M');
const customizationSku = code('SKU of a variant of a CUSTOMIZATION article.', 'CZ-NECK-LABEL-WHT-60X60MM');
const shippingLabelUrl = url(
  'Own label: PDF, ZPL or PNG. Outside the EU zone it must show the retail price including VAT.',
  'https://files.example.com/labels/10001.pdf',
);
const returnLabelUrl = url(
  'Return label beside your own label: PDF, ZPL or PNG.',
  'https://files.example.com/labels/10001-return.pdf',
);
const carrierId = code(
  'One of your contracted carriers (GET /v1/carriers). Absent: your default carrier.',
  'dhl-paket',
);
const packingSlip = url(
  'Packing slip to put into the parcel: PNG or PDF.',
  'https://files.example.com/slips/10001.pdf',
);
const unitPriceCurrency = Type.String({
  maxLength: ADDRESS_LINE_LENGTH_MAX,
  description: 'ISO 4217 code of the unit prices. Required when there is no shippingLabelUrl.',
  examples: ['EUR'],
});

const addressFields = {
  personName: Type.Optional(addressLine('Recipient. This or company is required.', 'Ada Lovelace')),
  company: Type.Optional(addressLine('Company of the recipient.', 'Analytical Engines Ltd')),
  street: Type.Optional(addressLine('Street and number. Required.', 'Musterstraße 1')),
  addressLine2: Type.Optional(addressLine('Apartment, floor, building.', '2nd floor')),
  city: Type.Optional(addressLine('Town or city. Required.', 'Berlin')),
  postalCode: Type.Optional(addressLine('Required where the country uses postal codes.', '10115')),
  country: Type.Optional(
    addressLine('ISO 3166-1 alpha-2 in any case, or UK, EL, XI, IC, EA. Required. Kept in upper case.', 'DE'),
  ),
  state: Type.Optional(
    addressLine('State or province. Required where addresses of the country need one.', 'CA'),
  ),
  phoneNumber: Type.Optional(addressLine('For the carrier.', '+49 30 1234567')),
  email: Type.Optional(addressLine('For the carrier.', 'ada@example.com')),
};

const printFields = {
  location,
  technology: code('How it is printed, one of the technologies of that location.', 'DTG'),
};
const customizationFields = {
  sku: customizationSku,
  location,
  technology: code('How it is applied.', 'DTF'),
};
const qualityControl = { qualityControlImageUrl: Type.Optional(qualityControlImageUrl) };

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
    created: Timestamp('When the order was made.'),
    updated: Timestamp('When the order last changed.'),
  },
  { title: 'Order', description: 'An order. Optional fields that have no value are left out.' },
);
export type Order = Static<typeof OrderSchema>;

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
