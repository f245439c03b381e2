import { weightOf } from '../orders/document/declare-order.ts';
import type { Order } from '../orders/document/order-schemas.ts';
import { type Sentence, type SentenceCode, sentence } from '../production/floor-sentences.ts';
import type { CustomsGap, CustomsItem } from '../shipping/customs-rules.ts';
import { isInEuZone } from '../shipping/eu-zone.ts';
import type { LabelFacts } from '../shipping/labels/label-choice-rules.ts';
import type { Money } from '../shipping/labels/label-provider.ts';

/** Prices have at most four decimals. */
const PARTS_OF_A_UNIT = 10_000;

/**
 * Returns the facts of a parcel with these items that label rules compare. `packagingGrams` is the weight of
 * the package. `weighedGrams` is the weight of the whole parcel, if somebody weighed it.
 */
export function labelFactsOf(
  { shipping: { address }, unitPriceCurrency }: Pick<Order, 'shipping' | 'unitPriceCurrency'>,
  items: readonly CustomsItem[],
  given: { clientId: string; carrierId: string | null; packagingGrams: number; weighedGrams?: number | null },
): LabelFacts {
  const { clientId, carrierId, packagingGrams, weighedGrams } = given;
  const { weightGrams } = weightOf(items);
  const country = address?.country?.toUpperCase();
  return {
    clientId,
    carrierId,
    country,
    isInEuZone: country !== undefined && isInEuZone({ country, postalCode: address?.postalCode }),
    weightGrams: weighedGrams ?? (weightGrams === undefined ? undefined : weightGrams + packagingGrams),
    value: goodsValueOf(items, unitPriceCurrency),
  };
}

/** Returns the value of the items; undefined unless all have a price. */
function goodsValueOf(items: readonly CustomsItem[], currency: string | undefined): Money | undefined {
  const inside = items.filter(({ quantity }) => quantity > 0);
  if (currency === undefined || inside.some(({ unitPrice }) => unitPrice === undefined)) return undefined;
  const parts = inside.reduce(
    (sum, { unitPrice = 0, quantity }) => sum + Math.round(unitPrice * PARTS_OF_A_UNIT) * quantity,
    0,
  );
  return { amount: parts / PARTS_OF_A_UNIT, currency };
}

const GAP_CODES: Readonly<Record<CustomsGap['field'], SentenceCode>> = {
  hsCode: 'hs_code_missing',
  countryOfOrigin: 'country_of_origin_missing',
  weightGrams: 'weight_missing',
  unitPrice: 'price_missing',
};

/** Returns a sentence about the customs data that a variant lacks. */
export function gapSentence({ field, code, title }: CustomsGap): Sentence {
  return sentence(GAP_CODES[field], { code, title });
}
