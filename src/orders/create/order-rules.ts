import type { OrderCatalog, OrderReferences } from '../../catalog/catalog-cache.ts';
import type { Violation } from '../../platform/errors/errors.ts';
import { gs1CheckDigit } from '../../platform/formats/gtin.ts';
import { addressViolations } from '../../shipping/address-rules.ts';
import { normaliseCountry } from '../../shipping/countries.ts';
import { currencyViolation, hasMoreDecimalsThan, MINOR_UNITS_MAX, minorUnits } from '../../shipping/currencies.ts';
import { isInEuZone } from '../../shipping/eu-zone.ts';
import { ERASED_TEXT } from '../document/erased-order.ts';
import type { NormalisedOrder } from '../document/order-document.ts';
import {
  CODE_LENGTH_MAX,
  ITEMS_MAX,
  LABEL_TYPES,
  METADATA_KEY_LENGTH_MAX,
  PACKING_SLIP_TYPES,
} from '../document/order-fields.ts';
import type { Order } from '../document/order-schemas.ts';
import {
  asList,
  asRecord,
  cacheUrlRule,
  isRecord,
  textFields,
  type UrlRule,
  urlViolations,
  violation,
} from './body-rules.ts';
import { customProductViolations } from './decoration-rules.ts';
import { type References, referenceViolations } from './reference-rules.ts';

/** The form of a reference. Nothing else is looked up in the database. */
const CODE = new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${CODE_LENGTH_MAX}}$`, 'u');

const METADATA_KEY = new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${METADATA_KEY_LENGTH_MAX}}$`, 'u');

interface OrderLimits {
  filesMax: number;
  /** No further item is checked after this number of violations. */
  violationsMax: number;
}

/**
 * Returns the violations of rules that the schema cannot express. Items and a carrier that are in `accepted`
 * are not checked against the catalogue.
 */
export function orderViolations(
  body: unknown,
  catalog: OrderCatalog,
  { filesMax, violationsMax }: OrderLimits,
  accepted: AcceptedParts = NOTHING_ACCEPTED,
): Violation[] {
  if (!isRecord(body)) return [];
  const order = body;
  const shipping = asRecord(order.shipping);
  return [
    ...erasedViolations(asRecord(shipping.address)),
    ...orderIdViolations(order.orderId),
    ...fileCountViolations(order, filesMax),
    ...itemsViolations(order, catalog, violationsMax, accepted),
    ...shippingViolations(order, shipping, catalog, accepted),
    ...urlViolations(order.packingSlip, '/packingSlip', PACKING_SLIP_TYPES),
    ...currencyViolations(order, shipping),
    ...priorityViolations(order.priority, catalog, accepted),
    ...dateViolations(order.requestedDeliveryDate),
    ...metadataViolations(order.metadata, '/metadata'),
    ...referenceViolations(order, accepted.references),
  ];
}

/** Returns the EAN-13s and SKUs to look up in the catalogue, and whether the body names a carrier. */
export function orderReferences(body: unknown): OrderReferences {
  const order = asRecord(body);
  const ean13s = new Set<string>();
  const skus = new Set<string>();
  const add = (set: Set<string>, value: unknown) => {
    if (typeof value === 'string' && CODE.test(value)) set.add(value);
  };
  for (const item of asList(order.items).slice(0, ITEMS_MAX)) {
    const custom = asRecord(asRecord(item).customProduct);
    add(ean13s, asRecord(asRecord(item).existingProduct).ean13);
    add(skus, custom.sku);
    for (const customization of asList(custom.customizations)) add(skus, asRecord(customization).sku);
  }
  return {
    ean13s,
    skus,
    carrier: typeof asRecord(order.shipping).carrierId === 'string',
    rush: order.priority === 'RUSH',
  };
}

/** Returns a violation for an address that was erased before the order was read and sent again. */
function erasedViolations({ personName, street, city }: Record<string, unknown>): Violation[] {
  if ([personName, street, city].some((one) => one !== ERASED_TEXT)) return [];
  const message = 'The personal data of this order was erased, so it cannot be sent again as it was read.';
  return [violation('/shipping/address', 'erased_order', message)];
}

function orderIdViolations(orderId: unknown): Violation[] {
  if (orderId !== '.' && orderId !== '..') return [];
  const message = '"orderId" must not be "." or "..", which a URL path cannot contain.';
  return [violation('/orderId', 'invalid_order_id', message)];
}

function itemsViolations(
  order: Record<string, unknown>,
  catalog: OrderCatalog,
  violationsMax: number,
  accepted: AcceptedParts,
): Violation[] {
  const seen = new Set<unknown>();
  const decimals = typeof order.unitPriceCurrency === 'string' ? minorUnits(order.unitPriceCurrency) : MINOR_UNITS_MAX;
  const priced = needsUnitPrices(asRecord(order.shipping));
  const checkUrl = cacheUrlRule();
  const violations: Violation[] = [];
  for (const [index, item] of asList(order.items).slice(0, ITEMS_MAX).entries()) {
    if (violations.length >= violationsMax) break;
    if (!isRecord(item)) continue;
    const pointer = `/items/${index}`;
    if (typeof item.id === 'string' && seen.has(item.id)) {
      const message = 'Another item of the order has the same id.';
      violations.push(violation(`${pointer}/id`, 'duplicate_item_id', message));
    }
    seen.add(item.id);
    violations.push(...priceViolations(item.unitPrice, `${pointer}/unitPrice`, priced, decimals));
    violations.push(...metadataViolations(item.metadata, `${pointer}/metadata`));
    const ofProduct = productViolations(item, pointer, catalog, checkUrl);
    violations.push(...(accepted.items.has(index) ? ofProduct.filter((one) => !isAcceptable(one)) : ofProduct));
  }
  return violations;
}

function productViolations(
  item: Record<string, unknown>,
  pointer: string,
  catalog: OrderCatalog,
  checkUrl: UrlRule,
): Violation[] {
  const violations: Violation[] = [];
  const existing = item.existingProduct !== undefined;
  const custom = item.customProduct !== undefined;
  if (existing === custom) {
    violations.push(
      violation(pointer, 'exactly_one_product', 'An item has exactly one of existingProduct and customProduct.', [
        'existingProduct',
        'customProduct',
      ]),
    );
  }
  if (existing)
    violations.push(
      ...existingProductViolations(asRecord(item.existingProduct), `${pointer}/existingProduct`, catalog),
    );
  if (custom)
    violations.push(
      ...customProductViolations(asRecord(item.customProduct), `${pointer}/customProduct`, catalog, checkUrl),
    );
  return violations;
}

/** Returns whether customs needs prices: outside the EU zone, unless the customer has an own label. */
function needsUnitPrices(shipping: Record<string, unknown>): boolean {
  if (shipping.shippingLabelUrl !== undefined) return false;
  const { country, postalCode } = asRecord(shipping.address);
  const code = typeof country === 'string' ? normaliseCountry(country) : undefined;
  if (code === undefined) return false;
  return !isInEuZone({ country: code, postalCode: typeof postalCode === 'string' ? postalCode : undefined });
}

function priceViolations(price: unknown, pointer: string, priced: boolean, decimals: number): Violation[] {
  if (priced && (price === undefined || price === 0)) {
    const message = 'The destination is outside the EU zone: give a unitPrice above 0 for every item.';
    return [violation(pointer, 'unit_price_required', message)];
  }
  if (typeof price === 'number' && hasMoreDecimalsThan(price, decimals)) {
    const message = `"unitPrice" may have at most ${decimals} decimals in this currency.`;
    return [violation(pointer, 'too_many_decimals', message)];
  }
  return [];
}

function existingProductViolations(
  product: Record<string, unknown>,
  pointer: string,
  catalog: OrderCatalog,
): Violation[] {
  const { ean13 } = product;
  if (typeof ean13 !== 'string' || ean13 === '') return [];
  if (catalog.retiredVariants.has(ean13)) {
    const message = 'This product variant is retired: it can no longer be ordered.';
    return [violation(`${pointer}/ean13`, 'retired_product_variant', message)];
  }
  if (catalog.variantNames.has(ean13)) return [];
  const message = `No product variant with this EAN-13 is assigned to you.${eanHint(ean13)} See GET /v1/product-variants.`;
  return [violation(`${pointer}/ean13`, 'unknown_product_variant', message)];
}

/** Returns a hint about an unknown number. A stored one may have any check digit. */
function eanHint(ean13: string): string {
  if (!/^\d{2,}$/.test(ean13)) return ' An EAN-13 is 13 digits.';
  const right = gs1CheckDigit(ean13.slice(0, -1));
  if (right === Number(ean13.at(-1)) && [8, 12, 13, 14].includes(ean13.length)) return '';
  if (ean13.length !== 13) return ` An EAN-13 has 13 digits, and this one has ${ean13.length}.`;
  return ` Its check digit is wrong: after ${ean13.slice(0, -1)} it is ${right}.`;
}

function shippingViolations(
  order: Record<string, unknown>,
  shipping: Record<string, unknown>,
  catalog: OrderCatalog,
  accepted: AcceptedParts,
): Violation[] {
  if (typeof order.shipping !== 'object' || Array.isArray(order.shipping)) return [];
  const { shippingLabelUrl, returnLabelUrl, address, carrierId } = shipping;
  const ownLabel = shippingLabelUrl !== undefined || returnLabelUrl !== undefined;
  const carrier = address !== undefined || carrierId !== undefined;
  const violations = [
    ...urlViolations(shippingLabelUrl, '/shipping/shippingLabelUrl', LABEL_TYPES),
    ...urlViolations(returnLabelUrl, '/shipping/returnLabelUrl', LABEL_TYPES),
  ];
  if (ownLabel && carrier) {
    const message =
      'Give your own labels (shippingLabelUrl, returnLabelUrl) or a recipient (address, carrierId), not both.';
    return [...violations, violation('/shipping', 'shipping_mode_conflict', message)];
  }
  if (!ownLabel && !carrier) {
    const message = 'Give shippingLabelUrl for your own label, or address for a contracted carrier.';
    violations.push(violation('/shipping', 'shipping_mode_missing', message, ['shippingLabelUrl', 'address']));
  } else if (ownLabel && shippingLabelUrl === undefined) {
    violations.push(
      violation('/shipping/shippingLabelUrl', 'required', '"shippingLabelUrl" is required beside "returnLabelUrl".'),
    );
  } else if (carrier && address === undefined) {
    violations.push(violation('/shipping/address', 'required', '"address" is required beside "carrierId".'));
  }
  if (typeof address === 'object' && !Array.isArray(address))
    violations.push(...addressViolations(textFields(address), '/shipping/address'));
  if (typeof carrierId === 'string' && carrierId !== '' && !accepted.carrier && !catalog.carrierIds.has(carrierId)) {
    const message = 'You have no contract with this carrier. See GET /v1/carriers.';
    violations.push(violation('/shipping/carrierId', 'unknown_carrier', message, [...catalog.carrierIds]));
  }
  return violations;
}

function currencyViolations(order: Record<string, unknown>, shipping: Record<string, unknown>): Violation[] {
  const { unitPriceCurrency } = order;
  if (unitPriceCurrency === undefined) {
    if (shipping.shippingLabelUrl !== undefined) return [];
    const message = '"unitPriceCurrency" is required when there is no shippingLabelUrl.';
    return [violation('/unitPriceCurrency', 'required', message)];
  }
  const found =
    typeof unitPriceCurrency === 'string' ? currencyViolation(unitPriceCurrency, '/unitPriceCurrency') : undefined;
  return found ? [found] : [];
}

function priorityViolations(priority: unknown, { mayRush }: OrderCatalog, { rush }: AcceptedParts): Violation[] {
  if (priority !== 'RUSH' || mayRush || rush) return [];
  const message = 'Your contract does not allow priority RUSH. Leave "priority" out, or ask the fulfillment center.';
  return [violation('/priority', 'rush_not_allowed', message, ['STANDARD'])];
}

/** Days that do not exist, such as 2026-02-30, have another text when read back. */
function dateViolations(date: unknown): Violation[] {
  if (typeof date !== 'string') return [];
  const at = new Date(`${date}T00:00:00Z`);
  if (/^[12]\d{3}-\d\d-\d\d$/.test(date) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date)) return [];
  const message = '"requestedDeliveryDate" must be a day of the calendar as YYYY-MM-DD, such as 2026-12-23.';
  return [violation('/requestedDeliveryDate', 'invalid_date', message)];
}

function metadataViolations(metadata: unknown, pointer: string): Violation[] {
  const isGood = (key: string) => METADATA_KEY.test(key);
  if (!isRecord(metadata) || Object.keys(metadata).every(isGood)) return [];
  const message = `A key of "metadata" has 1 to ${METADATA_KEY_LENGTH_MAX} characters, and no control characters.`;
  return [violation(pointer, 'invalid_key', message)];
}

/** Returns one `too_many_files`, at the first URL above the limit. Equal URLs count as one file. */
function fileCountViolations(order: Record<string, unknown>, filesMax: number): Violation[] {
  const urls = new Set<unknown>();
  for (const [pointer, url] of namedFiles(order)) {
    if (typeof url !== 'string' || urls.add(url).size <= filesMax) continue;
    const message = `An order names at most ${filesMax} different URLs. A URL at several places counts once. Split the order.`;
    return [violation(pointer, 'too_many_files', message)];
  }
  return [];
}

function* namedFiles(order: Record<string, unknown>): Generator<[pointer: string, url: unknown]> {
  const shipping = asRecord(order.shipping);
  yield ['/shipping/shippingLabelUrl', shipping.shippingLabelUrl];
  yield ['/shipping/returnLabelUrl', shipping.returnLabelUrl];
  yield ['/packingSlip', order.packingSlip];
  for (const [index, item] of asList(order.items).entries()) {
    const product = asRecord(asRecord(item).customProduct);
    const at = `/items/${index}/customProduct`;
    yield [`${at}/qualityControlImageUrl`, product.qualityControlImageUrl];
    for (const [place, print] of asList(product.prints).entries()) {
      const { dataUrl, qualityControlImageUrl } = asRecord(print);
      yield [`${at}/prints/${place}/dataUrl`, dataUrl];
      yield [`${at}/prints/${place}/qualityControlImageUrl`, qualityControlImageUrl];
    }
    for (const [place, customization] of asList(product.customizations).entries()) {
      const { qualityControlImageUrl } = asRecord(customization);
      yield [`${at}/customizations/${place}/qualityControlImageUrl`, qualityControlImageUrl];
    }
  }
}

/** Codes of violations that a later change of the catalogue can cause. */
const BY_CATALOGUE: ReadonlySet<string> = new Set([
  'unknown_product_variant',
  'unknown_article_variant',
  'retired_product_variant',
  'retired_article_variant',
  'not_a_blank',
  'not_a_customization',
  'location_not_allowed',
  'technology_not_allowed',
  'unknown_carrier',
]);

/**
 * In a changed order: the indexes of unchanged items, whether carrier and priority are unchanged, and the
 * accepted references.
 */
export interface AcceptedParts {
  items: ReadonlySet<number>;
  carrier: boolean;
  rush: boolean;
  references: References;
}

const NOTHING_ACCEPTED: AcceptedParts = { items: new Set(), carrier: false, rush: false, references: {} };

/** Returns what a changed order leaves as stored. An item that only moved or got another id is unchanged. */
export function acceptedParts(order: NormalisedOrder, accepted: Order): AcceptedParts {
  const known = new Set(accepted.items.map(contentOf));
  const same = order.items.flatMap((item, index) => (known.has(contentOf(item)) ? [index] : []));
  const { carrierId } = order.shipping;
  return {
    items: new Set(same),
    carrier: carrierId !== undefined && carrierId === accepted.shipping.carrierId,
    rush: accepted.priority === 'RUSH',
    references: accepted,
  };
}

/** Returns whether an unchanged item may have the violation. Orders of earlier versions have blank names. */
function isAcceptable({ code, pointer }: Violation): boolean {
  return BY_CATALOGUE.has(code) || pointer.endsWith('/designName');
}

/** Returns the content of an item without the product's name. The fields are always in the same order. */
function contentOf({ id: _, existingProduct, ...rest }: NormalisedOrder['items'][number]): string {
  return JSON.stringify([existingProduct?.ean13, rest]);
}
