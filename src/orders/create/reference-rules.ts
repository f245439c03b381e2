import type { Violation } from '../../platform/errors/errors.ts';
import { isBlank } from '../../shipping/address-rules.ts';
import type { NormalisedOrder } from '../document/order-document.ts';
import { TAX_ID_PATTERNS } from '../document/order-fields.ts';
import type { Order } from '../document/order-schemas.ts';
import { asRecord, violation } from './body-rules.ts';

const TEXTS = ['customerReference', 'message', 'giftMessage', 'importerReference'] as const;

export type References = Pick<Order, 'taxIds' | (typeof TEXTS)[number]>;

const FORMS: Readonly<Record<keyof typeof TAX_ID_PATTERNS, string>> = {
  ioss: '"ioss" must be IM and 10 digits, such as IM2760000742.',
  eori: '"eori" must be the code of an EU country, XI or GB in capital letters and up to 15 characters, such as DE123456789012345.',
  vat: '"vat" must begin with the code of its country in capital letters, such as DE136695976. Greece has EL, and Great Britain GB.',
};
const TAX_IDS = (['ioss', 'eori', 'vat'] as const).map((name) => ({
  name,
  pattern: new RegExp(TAX_ID_PATTERNS[name]),
  message: FORMS[name],
}));

/**
 * Returns the violations of the form of the tax ids, and of blank texts of the order. Values that are
 * unchanged since `accepted` are not checked.
 */
export function referenceViolations(order: Record<string, unknown>, accepted: References): Violation[] {
  const taxIds = asRecord(order.taxIds);
  const ofTaxIds = TAX_IDS.flatMap(({ name, pattern, message }): Violation[] => {
    const value = taxIds[name];
    if (typeof value !== 'string' || value === accepted.taxIds?.[name] || pattern.test(value)) return [];
    return [violation(`/taxIds/${name}`, 'invalid_tax_id', message)];
  });
  const ofTexts = TEXTS.flatMap((name): Violation[] => {
    const value = order[name];
    if (typeof value !== 'string' || value === accepted[name] || !isBlank(value)) return [];
    return [violation(`/${name}`, 'required', `"${name}" must not be blank. Leave it out instead.`)];
  });
  return [...ofTaxIds, ...ofTexts];
}

/** Returns the order without malformed tax ids and blank texts, which a new order may not have. */
export function withWellFormedReferences<T extends References & Pick<NormalisedOrder, 'items'>>(order: T): T {
  const faults = new Set(referenceViolations(order, {}).map(({ pointer }) => pointer));
  const good = Object.entries(order.taxIds ?? {}).filter(([name]) => !faults.has(`/taxIds/${name}`));
  return {
    ...order,
    items: order.items.map(withoutBlankNames),
    taxIds: good.length > 0 ? Object.fromEntries(good) : undefined,
    ...Object.fromEntries(TEXTS.filter((name) => faults.has(`/${name}`)).map((name) => [name, undefined])),
  };
}

function withoutBlankNames(item: NormalisedOrder['items'][number]): NormalisedOrder['items'][number] {
  const { customProduct } = item;
  if (!customProduct?.prints) return item;
  const prints = customProduct.prints.map(({ designName = '', ...print }) =>
    isBlank(designName) ? print : { ...print, designName },
  );
  return { ...item, customProduct: { ...customProduct, prints } };
}
