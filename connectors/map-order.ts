import type {
  CustomizationRequest,
  OrderItemRequest,
  OrderRequest,
  PrintRequest,
} from '../client/dist/platen-client.js';
import { problemMessage } from '../src/platform/errors/problem-messages.ts';
import type { DecorationMapping, Mapping, ProductMapping } from './mapping.ts';
import type { ShopItem, ShopOrder } from './shop.ts';

/**
 * The order for Platen, every problem as a sentence without personal data, or `nothing` if all items are
 * ignored.
 */
type MappedOrder = { order: OrderRequest } | { problems: string[] } | { nothing: true };

/**
 * The fields of an order request that the connectors use. `leftOut` gives the reason for each other field.
 * `test/order-fields.test.ts` fails when a field is in neither list.
 */
export const CONNECTOR_FIELDS = {
  used: [
    'orderId',
    'items.id',
    'items.quantity',
    'items.unitPrice',
    'items.existingProduct.ean13',
    'items.customProduct.sku',
    'items.customProduct.prints.dataUrl',
    'items.customProduct.prints.location',
    'items.customProduct.prints.technology',
    'items.customProduct.prints.qualityControlImageUrl',
    'items.customProduct.prints.designName',
    'items.customProduct.customizations.sku',
    'items.customProduct.customizations.location',
    'items.customProduct.customizations.technology',
    'items.customProduct.customizations.qualityControlImageUrl',
    'items.customProduct.qualityControlImageUrl',
    'shipping.address.personName',
    'shipping.address.company',
    'shipping.address.street',
    'shipping.address.addressLine2',
    'shipping.address.city',
    'shipping.address.postalCode',
    'shipping.address.country',
    'shipping.address.state',
    'shipping.address.phoneNumber',
    'shipping.address.email',
    'shipping.carrierId',
    'packingSlip',
    'unitPriceCurrency',
    'message',
    'gift',
    'importerReference',
  ],
  leftOut: {
    customerReference: 'the orderId already has the number of the shop',
    giftMessage: 'message has the words of the giver',
    requestedDeliveryDate: 'shop systems have no such field in common',
    'taxIds.ioss': 'the contract of the client has the numbers',
    'taxIds.eori': 'like taxIds.ioss',
    'taxIds.vat': 'like taxIds.ioss',
    metadata: 'the connector needs none',
    'items.metadata': 'like metadata',
    priority: 'staff decide which orders of a shop go first',
    'shipping.shippingLabelUrl': 'a shop sends the address, and the center makes the label',
    'shipping.returnLabelUrl': 'goes with shippingLabelUrl only',
  },
};

const MESSAGE_LENGTH_MAX = 500;
const DESIGN_NAME_LENGTH_MAX = 100;
/** Shops write checkboxes in these ways. */
const YES = /^(yes|true|1|on)$/i;
/** Line breaks and control characters, which the order may not contain. */
const NOT_PRINTABLE = /[\s\p{Cc}\p{Cs}]+/gu;
/** Spaces and invisible characters, which Platen refuses as a text. */
const BLANK = /^[\s\p{Cf}]*$/u;
const PLACEHOLDER = /\{(item|order)\.([^{}]+)\}/g;

/** Maps an order of the shop to an order request for Platen, or returns all problems that prevent it. */
export function mapOrder(shopOrder: ShopOrder, mapping: Mapping): MappedOrder {
  const problems: string[] = [];
  const items: OrderItemRequest[] = [];
  for (const item of shopOrder.items) {
    const product = Object.hasOwn(mapping.skus, item.sku) ? mapping.skus[item.sku] : mapping.skus['*'];
    if (item.sku === '' && !product)
      problems.push(problemMessage('shop_item_without_sku', { item: item.id, name: JSON.stringify(item.name) }));
    else if (!product) problems.push(mapping.isStored ? notMapped(item) : unknownSku(item.sku));
    else if (!('ignore' in product)) items.push(itemOf(shopOrder, item, product, { problems, mapping }));
  }
  const carrierId = carrierOf(shopOrder, mapping, problems);
  const fill = filler(shopOrder, undefined, { problems, mapping });
  const packingSlip = mapping.packingSlip === undefined ? undefined : fill(mapping.packingSlip);
  const message = textOf(mapping.message, shopOrder, MESSAGE_LENGTH_MAX);
  const importerReference = textOf(mapping.importerReference, shopOrder);
  if (problems.length > 0) return { problems };
  if (items.length === 0) return { nothing: true };
  return {
    order: {
      orderId: orderIdOf(shopOrder.id, mapping),
      items,
      shipping: { address: shopOrder.address, ...(carrierId && { carrierId }) },
      ...(packingSlip && { packingSlip }),
      unitPriceCurrency: shopOrder.currency,
      ...(message && { message }),
      ...(YES.test(textOf(mapping.gift, shopOrder) ?? '') && { gift: true }),
      ...(importerReference && { importerReference }),
    },
  };
}

export function orderIdOf(id: string, { orderIdPrefix }: Pick<Mapping, 'orderIdPrefix'>): string {
  return orderIdPrefix + id;
}

/** Returns the shop's order id, or undefined for an order that the connector did not create. */
export function shopIdOf(orderId: string, { orderIdPrefix }: Pick<Mapping, 'orderIdPrefix'>): string | undefined {
  const id = orderId.startsWith(orderIdPrefix) ? orderId.slice(orderIdPrefix.length) : '';
  return /^(\d+|[\da-f]{32})$/.test(id) ? id : undefined;
}

function notMapped({ sku, name }: ShopItem): string {
  return problemMessage('shop_product_not_mapped', { name: JSON.stringify(name || sku), sku: JSON.stringify(sku) });
}

function unknownSku(sku: string): string {
  const name = JSON.stringify(sku);
  return `The mapping has no SKU ${name}. Add to "skus" what it is: ${name}: { "ean13": "…" }, or ${name}: { "sku": "…", "prints": […] }, or ${name}: { "ignore": true }.`;
}

function itemOf(order: ShopOrder, item: ShopItem, product: ProductMapping, filling: Filling): OrderItemRequest {
  const fill = filler(order, item, filling);
  const { id, quantity, unitPrice } = item;
  const common = { id, quantity, unitPrice };
  if ('ean13' in product) return { ...common, existingProduct: { ean13: fill(product.ean13) } };
  if ('ignore' in product) throw new Error('It is left out.');
  const { sku, prints = [], customizations = [], qualityControlImageUrl } = product;
  const decoration = ({ designName: _, text: __, ...one }: DecorationMapping) =>
    Object.fromEntries(Object.entries(one).map(([name, template]) => [name, fill(template)]));
  const print = (one: DecorationMapping) => {
    const value = one.text && `{item.values.${one.text.option}}`;
    const designName = textOf(one.designName ?? value ?? '{item.name}', order, DESIGN_NAME_LENGTH_MAX, item);
    const drawText = value && { ...one.text, value: fill(value) };
    return { ...decoration(one), ...(designName && { designName }), ...(drawText && { drawText }) };
  };
  return {
    ...common,
    customProduct: {
      sku: fill(sku),
      ...(prints.length > 0 && { prints: prints.map(print) as unknown as PrintRequest[] }),
      ...(customizations.length > 0 && {
        customizations: customizations.map(decoration) as unknown as CustomizationRequest[],
      }),
      ...(qualityControlImageUrl && { qualityControlImageUrl: fill(qualityControlImageUrl) }),
    } as OrderItemRequest['customProduct'] & object,
  } as OrderItemRequest;
}

function carrierOf({ shippingMethods }: ShopOrder, { carriers }: Mapping, problems: string[]): string | undefined {
  if (!carriers) return undefined;
  const method = shippingMethods.find((one) => Object.hasOwn(carriers, one));
  if (method !== undefined) return carriers[method] ?? undefined;
  if (Object.hasOwn(carriers, '*')) return carriers['*'] ?? undefined;
  const names = shippingMethods.map((one) => JSON.stringify(one)).join(' or ') || 'of an order without any';
  problems.push(
    `The mapping has no shipping method ${names}. Add it to "carriers" with a carrierId, or null for the default carrier; "*" stands for all others.`,
  );
  return undefined;
}

interface Filling {
  problems: string[];
  mapping: Pick<Mapping, 'isStored'>;
}

/**
 * Returns a function that fills templates. It adds a problem for each missing value. Problems never quote
 * values.
 */
function filler(
  order: ShopOrder,
  item: ShopItem | undefined,
  { problems, mapping }: Filling,
): (template: string) => string {
  const of = item ? `Item ${item.id} (SKU ${JSON.stringify(item.sku)})` : 'The order';
  return (template) => {
    const isWhole = /^\{[^{}]+\}$/.test(template);
    return template.replaceAll(PLACEHOLDER, (placeholder, whose: string, name: string) => {
      const value = namedValue(whose === 'item' ? item : order, name);
      if (!value) {
        const message =
          mapping.isStored && item
            ? problemMessage('shop_option_missing', {
                ...{ item: item.id, sku: JSON.stringify(item.sku), option: name.replace(/^values\./, '') },
              })
            : `${of} has no value for ${placeholder} of the mapping.`;
        if (!problems.includes(message)) problems.push(message);
        return '';
      }
      return isWhole ? value : encodeURIComponent(value);
    });
  };
}

/**
 * Fills a template as text in one line, and cuts it after `lengthMax` characters. Returns undefined without a
 * template, or if one of its values is missing.
 */
function textOf(
  template: string | undefined,
  order: ShopOrder,
  lengthMax = Infinity,
  item?: ShopItem,
): string | undefined {
  let isWhole = true;
  const filled = template?.replaceAll(PLACEHOLDER, (_, whose: string, name: string) => {
    const value = namedValue(whose === 'item' ? item : order, name);
    isWhole &&= Boolean(value);
    return value ?? '';
  });
  if (!isWhole || filled === undefined) return undefined;
  const text = [...filled.replace(NOT_PRINTABLE, ' ').trim()].slice(0, lengthMax).join('');
  return BLANK.test(text) ? undefined : text;
}

function namedValue(thing: ShopItem | ShopOrder | undefined, name: string): string | undefined {
  if (!thing) return undefined;
  if (name.startsWith('values.')) {
    const key = name.slice('values.'.length);
    return Object.hasOwn(thing.values, key) ? thing.values[key] : undefined;
  }
  if (name === 'id') return thing.id;
  if (name === 'sku' && 'sku' in thing) return thing.sku;
  if (name === 'name' && 'name' in thing) return thing.name;
  if (name === 'note' && 'note' in thing) return thing.note;
  return name === 'number' && 'number' in thing ? thing.number : undefined;
}
