import { type Static, type TSchema, Type } from 'typebox';
import { SEVERAL_LINES, stringField, Timestamp } from '../../platform/http/api-document.ts';
import { requireOneField, VISIBLE_TEXT } from '../../platform/http/document-schemas.ts';
import { POSTAL_CODE_REQUIRED, STATE_REQUIRED } from '../../shipping/address-rules.ts';
import { COUNTRY_CODES, isoCountry } from '../../shipping/countries.ts';
import { isInEuZone } from '../../shipping/eu-zone.ts';
import { AMENDMENT_EXAMPLES, ORDER_REQUEST_EXAMPLES } from './order-examples.ts';
import {
  addressFields,
  blankSku,
  carrierFields,
  customizationFields,
  customProductFields,
  DECORATIONS_MAX,
  ean13,
  ITEMS_MAX,
  itemFields,
  itemId,
  orderFields,
  orderId,
  ownLabelFields,
  printFields,
  status,
  withoutExample,
} from './order-fields.ts';
import {
  ADDRESS_NAMES,
  CUSTOM_PRODUCT_NAMES,
  CUSTOMIZATION_NAMES,
  EXISTING_PRODUCT_NAMES,
  ITEM_NAMES,
  ORDER_NAMES,
  PRINT_NAMES,
  SHIPPING_NAMES,
} from './other-systems.ts';

// The rules in order-rules check what `inDocument` says: they report violations better than a schema with
// alternatives.

/** Marks a field of answers that requests ignore, so that clients can send an order as they read it. */
const responseOnly = (schema: TSchema) => Type.Optional(Type.Unsafe({ ...schema, readOnly: true }));
const ignoredField = () => responseOnly(stringField('Ignored.'));
const strict = { additionalProperties: false };
const REASON_LENGTH_MAX = 500;

const ExistingProductRequestSchema = Type.Object(
  { ean13, name: ignoredField() },
  {
    ...strict,
    title: 'ExistingProductRequest',
    description: 'An existing product.',
    otherNames: EXISTING_PRODUCT_NAMES,
  },
);

const PrintRequestSchema = Type.Object(printFields, {
  ...strict,
  title: 'PrintRequest',
  description: 'Print data, and where and how it is applied.',
  otherNames: PRINT_NAMES,
});

const CustomizationRequestSchema = Type.Object(customizationFields, {
  ...strict,
  title: 'CustomizationRequest',
  description: 'An article that is applied to the blank, and where and how.',
  otherNames: CUSTOMIZATION_NAMES,
});

const CustomProductRequestSchema = Type.Object(
  {
    sku: blankSku,
    prints: Type.Optional(
      Type.Array(PrintRequestSchema, {
        maxItems: DECORATIONS_MAX,
        description: 'Prints to apply. At least one print or customization.',
      }),
    ),
    customizations: Type.Optional(
      Type.Array(CustomizationRequestSchema, {
        maxItems: DECORATIONS_MAX,
        description: 'Customizations to apply: neck labels, hang tags, patches.',
      }),
    ),
    ...customProductFields,
  },
  {
    ...strict,
    title: 'CustomProductRequest',
    description: 'A blank article with prints and customizations.',
    otherNames: CUSTOM_PRODUCT_NAMES,
    inDocument: requireOneField('prints', 'customizations', { minItems: 1 }),
  },
);

const anyItem = { id: Type.Optional(withoutExample(itemId)), ...itemFields };

const OrderItemRequestSchema = Type.Object(
  {
    ...anyItem,
    existingProduct: Type.Optional(ExistingProductRequestSchema),
    customProduct: Type.Optional(CustomProductRequestSchema),
  },
  {
    ...strict,
    title: 'OrderItemRequest',
    description: 'Exactly one of existingProduct and customProduct.',
    otherNames: ITEM_NAMES,
    inDocument: {
      oneOf: [
        Type.Object(
          { ...anyItem, existingProduct: ExistingProductRequestSchema },
          { ...strict, title: 'ExistingProductItemRequest', description: 'Pieces of an existing product.' },
        ),
        Type.Object(
          { ...anyItem, customProduct: CustomProductRequestSchema },
          { ...strict, title: 'CustomProductItemRequest', description: 'Pieces of a custom product.' },
        ),
      ],
    },
  },
);

const countryIn = (codes: readonly string[]) => ({ required: ['country'], properties: { country: { enum: codes } } });
const withPostalCode = COUNTRY_CODES.filter((code) => POSTAL_CODE_REQUIRED.has(isoCountry(code)));
const withState = COUNTRY_CODES.filter((code) => STATE_REQUIRED.has(isoCountry(code)));
/** Outside the EU zone with every postal code. */
const outsideZone = COUNTRY_CODES.filter(
  (country) => !isInEuZone({ country }) && !isInEuZone({ country, postalCode: 'BT1 1AA' }),
);
const requireText = (name: string) => ({
  required: [name],
  properties: { [name]: { type: 'string', pattern: VISIBLE_TEXT } },
});

/** Every country that needs a state also needs a postal code. */
const regionOfCountry = {
  if: countryIn(withPostalCode),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { ...requireText('postalCode'), if: countryIn(withState), then: requireText('state') },
};

const AddressRequestSchema = Type.Object(addressFields, {
  ...strict,
  title: 'AddressRequest',
  description: 'Recipient, when a contracted carrier ships. It has a personName or a company.',
  otherNames: ADDRESS_NAMES,
  inDocument: {
    required: ['street', 'city', 'country'],
    ...requireOneField('personName', 'company', { pattern: VISIBLE_TEXT }, regionOfCountry),
  },
});

const tracking = { trackingNumber: ignoredField(), trackingCarrier: ignoredField(), trackingUrl: ignoredField() };

export const ShippingRequestSchema = Type.Object(
  {
    address: Type.Optional(AddressRequestSchema),
    ...carrierFields,
    ...ownLabelFields,
    shippingLabelUrl: Type.Optional(ownLabelFields.shippingLabelUrl),
    ...tracking,
  },
  {
    ...strict,
    title: 'ShippingRequest',
    description:
      'Exactly one of two ways: your own label (shippingLabelUrl, optionally returnLabelUrl), or a contracted carrier (address, optionally carrierId).',
    otherNames: SHIPPING_NAMES,
    inDocument: {
      oneOf: [
        Type.Object(
          { ...ownLabelFields, ...tracking },
          { ...strict, title: 'LabelShipmentRequest', description: 'It ships with your own label.' },
        ),
        Type.Object(
          { address: AddressRequestSchema, ...carrierFields, ...tracking },
          { ...strict, title: 'AddressShipmentRequest', description: 'A contracted carrier ships it to an address.' },
        ),
      ],
    },
  },
);

/** Without an own label a currency is required, and outside the EU zone prices above 0. */
const pricesOfAddressShipments = {
  if: { properties: { shipping: { required: ['address'], properties: { address: { type: 'object' } } } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: {
    required: ['unitPriceCurrency'],
    properties: { unitPriceCurrency: { type: 'string' } },
    if: { properties: { shipping: { properties: { address: countryIn(outsideZone) } } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: {
      properties: { items: { items: { required: ['unitPrice'], properties: { unitPrice: { exclusiveMinimum: 0 } } } } },
    },
  },
};

/** Body of POST /v1/orders. Rules that a schema cannot express are in order-rules. */
export const OrderRequestSchema = Type.Object(
  {
    orderId: withoutExample(orderId),
    items: Type.Array(OrderItemRequestSchema, { minItems: 1, maxItems: ITEMS_MAX, description: 'The ordered items.' }),
    shipping: ShippingRequestSchema,
    ...orderFields,
    status: responseOnly(status('Ignored.')),
    statusReason: responseOnly(Type.Unknown({ description: 'Ignored.' })),
    cancellation: responseOnly(Type.Unknown({ description: 'Ignored.' })),
    shipments: responseOnly(Type.Unknown({ description: 'Ignored.' })),
    withdrawnShipments: responseOnly(Type.Unknown({ description: 'Ignored.' })),
    warnings: responseOnly(Type.Unknown({ description: 'Ignored.' })),
    personalDataErased: responseOnly(Timestamp('Ignored.')),
    expectedShipDate: responseOnly(Timestamp('Ignored.')),
    charges: responseOnly(Type.Unknown({ description: 'Ignored.' })),
    repeatOf: responseOnly(Type.Unknown({ description: 'Ignored.' })),
    repeatedBy: responseOnly(Type.Unknown({ description: 'Ignored.' })),
    created: responseOnly(Timestamp('Ignored.')),
    updated: responseOnly(Timestamp('Ignored.')),
  },
  {
    ...strict,
    title: 'OrderRequest',
    description:
      'The order to create. null counts as absent, unknown properties are refused, and types are never converted.',
    examples: ORDER_REQUEST_EXAMPLES,
    exampleNames: ['To an address', 'A custom product, with a packing slip', 'With your own label'],
    otherNames: ORDER_NAMES,
    inDocument: pricesOfAddressShipments,
  },
);
export type OrderRequest = Static<typeof OrderRequestSchema>;
export const OrderAmendmentSchema = {
  ...OrderRequestSchema,
  examples: AMENDMENT_EXAMPLES,
  exampleNames: ['Another quantity', 'A further item'],
};

/** Allows the empty text, which removes the field. */
function removable<T extends TSchema>(field: T) {
  const { description, inDocument } = field as { description?: string; inDocument?: { pattern: string } };
  return Type.Optional({
    ...field,
    minLength: 0,
    description: `${description} An empty text removes the field.`,
    inDocument: { ...inDocument, minLength: 0, ...(inDocument && { pattern: `^$|${inDocument.pattern}` }) },
  });
}

/** Staff correct these fields. They change neither the pieces nor the destination. */
const correctableTexts = {
  message: removable(orderFields.message),
  gift: orderFields.gift,
  giftMessage: removable(orderFields.giftMessage),
  customerReference: removable(orderFields.customerReference),
  requestedDeliveryDate: removable(orderFields.requestedDeliveryDate),
};
export const CORRECTABLE_TEXTS = Object.keys(correctableTexts) as (keyof typeof correctableTexts)[];

/** Body of PATCH /operator/v1/orders/{clientId}/{orderId}. */
export const OrderCorrectionSchema = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: REASON_LENGTH_MAX,
      pattern: SEVERAL_LINES,
      description: 'Why the order is corrected, for the audit log.',
      examples: ['The customer called: the street was wrong.'],
    }),
    shipping: Type.Optional(
      Type.Object(
        {
          address: Type.Optional(
            Type.Object(addressFields, {
              ...strict,
              title: 'AddressCorrection',
              description: 'The corrected fields of the address. An empty text removes a field.',
              otherNames: ADDRESS_NAMES,
            }),
          ),
          ...carrierFields,
          shippingLabelUrl: Type.Optional(ownLabelFields.shippingLabelUrl),
          returnLabelUrl: ownLabelFields.returnLabelUrl,
        },
        {
          ...strict,
          title: 'ShippingCorrection',
          description: 'The corrected fields.',
          otherNames: SHIPPING_NAMES,
        },
      ),
    ),
    packingSlip: orderFields.packingSlip,
    ...correctableTexts,
    items: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: itemId,
            quantity: Type.Optional(itemFields.quantity),
            unitPrice: itemFields.unitPrice,
            existingProduct: Type.Optional(ExistingProductRequestSchema),
            customProduct: Type.Optional(CustomProductRequestSchema),
          },
          {
            ...strict,
            title: 'ItemCorrection',
            description: 'The corrected fields of an item. A product is replaced.',
          },
        ),
        { minItems: 1, maxItems: ITEMS_MAX, description: 'The corrected items.' },
      ),
    ),
  },
  {
    ...strict,
    title: 'OrderCorrection',
    description: 'The corrected parts of an order, and the reason. Absent fields stay.',
    minProperties: 2,
    examples: [
      { reason: 'The customer called: the street was wrong.', shipping: { address: { street: 'Musterstraße 10' } } },
    ],
  },
);
