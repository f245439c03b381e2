/** `BY_VALUE` is the postal rule: CN22 up to 300 SDR and 2 kg, else CN23. */
export type CustomsFormChoice = 'BY_VALUE' | 'CN22' | 'CN23';
export type CustomsForm = 'CN22' | 'CN23';
const CN22_GRAMS_MAX = 2_000;

/** The value of 300 SDR in each currency, rounded down. The IMF publishes the rates, which change. */
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

/** Chooses the form of a parcel. A currency without a known limit gets CN23, which has all of CN22. */
export function chooseCustomsForm(
  choice: CustomsFormChoice,
  parcel: { value: number; currency: string; grossWeightGrams: number },
  cn22Limits = CN22_LIMITS,
): CustomsForm {
  if (choice !== 'BY_VALUE') return choice;
  const limit = cn22Limits.get(parcel.currency) ?? 0;
  return parcel.value <= limit && parcel.grossWeightGrams <= CN22_GRAMS_MAX ? 'CN22' : 'CN23';
}
