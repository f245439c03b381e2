import type { Schemas } from '../../../shared/api/operator-client.ts';
import { ADDRESS_FIELDS } from '../order/order-part-rules.ts';

export type OrderRequest = Schemas['OrderRequest'];

export interface DraftPrint {
  /** The location and the technology, separated by a tab. */
  place: string;
  dataUrl: string;
}

export interface DraftCustomization {
  /** The article of the customization, and its variant. */
  manufacturerCode: string;
  sku: string;
  /** The location and the technology, separated by a tab. */
  place: string;
}

export interface DraftItem {
  /** Identifies the row on the page. */
  key: number;
  kind: 'ARTICLE' | 'PRODUCT';
  /** SKU or EAN-13. */
  code: string;
  /** The article of a blank. */
  manufacturerCode: string | undefined;
  quantity: string;
  unitPrice: string;
  prints: DraftPrint[];
  customizations: DraftCustomization[];
}

/** An order as it is typed. */
export interface Draft {
  clientId: string | undefined;
  orderId: string;
  items: DraftItem[];
  /** The client supplies the label. */
  hasLabel: boolean;
  address: Readonly<Partial<Record<(typeof ADDRESS_FIELDS)[number], string>>>;
  carrierId: string;
  shippingLabelUrl: string;
  currency: string;
  message: string;
  isGift: boolean;
  isRush: boolean;
  /** For colleagues. It is written after the order. */
  note: string;
}

export const emptyDraft = (clientId: string | undefined, now: number): Draft => ({
  ...{ clientId, orderId: `MANUAL-${Math.floor(now / 1_000)}`, items: [], hasLabel: false, address: {}, carrierId: '' },
  ...{ shippingLabelUrl: '', currency: 'EUR', message: '', isGift: false, isRush: false, note: '' },
});

/** Returns the request of the draft. Empty fields are left out; the server names the required ones. */
export function requestOf(draft: Draft): OrderRequest {
  const { orderId, items, hasLabel, address, carrierId, shippingLabelUrl, message, isGift, isRush } = draft;
  const typed = ADDRESS_FIELDS.flatMap((name) => {
    const text = address[name]?.trim();
    return text ? [[name, text]] : [];
  });
  const shipping = hasLabel
    ? { ...(shippingLabelUrl.trim() && { shippingLabelUrl: shippingLabelUrl.trim() }) }
    : { address: Object.fromEntries(typed), ...(carrierId && { carrierId }) };
  return {
    orderId: orderId.trim(),
    items: items.map(itemOf),
    shipping,
    ...(draft.currency.trim() && { unitPriceCurrency: draft.currency.trim() }),
    ...(message.trim() && { message: message.trim() }),
    ...(isGift && { gift: true }),
    ...(isRush && { priority: 'RUSH' }),
  } as OrderRequest;
}

function itemOf(item: DraftItem) {
  const { kind, code, quantity, unitPrice, prints, customizations } = item;
  const price = Number(unitPrice.replace(',', '.'));
  return {
    quantity: Number(quantity),
    ...(unitPrice.trim() && Number.isFinite(price) && { unitPrice: price }),
    ...(kind === 'PRODUCT'
      ? { existingProduct: { ean13: code } }
      : {
          customProduct: {
            sku: code,
            ...((prints.length > 0 || customizations.length === 0) && { prints: prints.map(printOf) }),
            ...(customizations.length > 0 && { customizations: customizations.map(customizationOf) }),
          },
        }),
  };
}

function printOf({ place, dataUrl }: DraftPrint) {
  return { dataUrl: dataUrl.trim(), ...placeOf(place) };
}

function customizationOf({ sku, place }: DraftCustomization) {
  return { sku, ...placeOf(place) };
}

function placeOf(place: string) {
  const [location = '', technology = ''] = place.split('\t');
  return { location, technology };
}

/**
 * Splits the violations into those at a field of the page and others. Each is at the nearest field, for
 * example the one of `items.0.customProduct.prints.0.dataUrl`.
 */
export function faultsAt(
  violations: Readonly<Record<string, string>>,
  fields: readonly string[],
): { at: Record<string, string>; others: string[] } {
  const at: Record<string, string> = {};
  const others: string[] = [];
  for (const [place, message] of Object.entries(violations)) {
    const field = fields.find((one) => one === place) ?? fields.find((one) => place.startsWith(`${one}.`));
    if (field === undefined) others.push(message);
    else at[field] ??= message;
  }
  return { at, others };
}
