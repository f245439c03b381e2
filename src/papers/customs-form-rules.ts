/** Which form a carrier wants; `BY_VALUE` is the rule of the posts: CN22 up to 300 SDR and 2 kg, else CN23. */
export type CustomsFormChoice = 'BY_VALUE' | 'CN22' | 'CN23';
export type CustomsForm = 'CN22' | 'CN23';

/** Above it letter post needs CN23. */
const CN22_GRAMS_MAX = 2_000;

/**
 * The form of a parcel. `cn22Limits` is what 300 SDR are in each currency, as the shop sets it. CN23 says all that CN22 does and more, so it is
 * taken where the limit of a currency is not known.
 */
export function customsForm(
  choice: CustomsFormChoice,
  parcel: { value: number; currency: string; grossWeightGrams: number },
  cn22Limits: ReadonlyMap<string, number>,
): CustomsForm {
  if (choice !== 'BY_VALUE') return choice;
  const limit = cn22Limits.get(parcel.currency) ?? 0;
  return parcel.value <= limit && parcel.grossWeightGrams <= CN22_GRAMS_MAX ? 'CN22' : 'CN23';
}
