/** Which form a carrier wants; `BY_VALUE` is the rule of the posts: CN22 up to 300 SDR and 2 kg, else CN23. */
export type CustomsFormChoice = 'BY_VALUE' | 'CN22' | 'CN23';
export type CustomsForm = 'CN22' | 'CN23';

/** Above it letter post needs CN23. */
const CN22_GRAMS_MAX = 2_000;

/** What 300 SDR are in each currency, rounded down. The rate floats: it stands at the IMF. */
const CN22_LIMITS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    EUR: 340,
    USD: 390,
    GBP: 290,
    CHF: 315,
    SEK: 3_700,
    NOK: 3_900,
    DKK: 2_500,
    PLN: 1_400,
    CZK: 8_200,
  }),
);

/**
 * The form of a parcel. `cn22Limits` is what 300 SDR are in each currency. CN23 says all that CN22 does and more, so it is
 * taken where the limit of a currency is not known.
 */
export function customsForm(
  choice: CustomsFormChoice,
  parcel: { value: number; currency: string; grossWeightGrams: number },
  cn22Limits = CN22_LIMITS,
): CustomsForm {
  if (choice !== 'BY_VALUE') return choice;
  const limit = cn22Limits.get(parcel.currency) ?? 0;
  return parcel.value <= limit && parcel.grossWeightGrams <= CN22_GRAMS_MAX ? 'CN22' : 'CN23';
}
