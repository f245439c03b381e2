import type { CustomsGap } from '../../shipping/customs-rules.ts';
import { type Sentence, type SentenceCode, sentence } from '../floor-sentences.ts';

const CODES: Readonly<Record<CustomsGap['field'], SentenceCode>> = {
  hsCode: 'hs_code_missing',
  countryOfOrigin: 'country_of_origin_missing',
  weightGrams: 'weight_missing',
  unitPrice: 'price_missing',
};

/** What customs still have to be told of a variant. */
export function gapSentence({ field, code, title }: CustomsGap): Sentence {
  return sentence(CODES[field], { code, title });
}
