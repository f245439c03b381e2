import { Type } from 'typebox';
import { PRINTABLE } from '../../http/api-document.ts';
import {
  CUSTOMS_DESCRIPTION_LENGTH_MAX,
  HS_CODE_DIGITS_MAX,
  HS_CODE_DIGITS_MIN,
  WEIGHT_GRAMS_MAX,
} from '../../shipping/customs-data-rules.ts';

const EXAMPLES = {
  hsCode: '610910',
  countryOfOrigin: 'BD',
  weightGrams: 180,
  customsDescription: 'T-shirt, knitted, cotton',
};

/** What a customs declaration says of a piece, each part optional: as imported, and as answered. */
export const customsFields = {
  hsCode: Type.Optional(
    Type.String({
      description: `Tariff number: ${HS_CODE_DIGITS_MIN} to ${HS_CODE_DIGITS_MAX} digits, of which the first six hold in all countries.`,
      examples: [EXAMPLES.hsCode],
      inDocument: { pattern: `^[0-9]{${HS_CODE_DIGITS_MIN},${HS_CODE_DIGITS_MAX}}$` },
    }),
  ),
  countryOfOrigin: Type.Optional(
    Type.String({
      description: 'Where it was made: ISO 3166-1 alpha-2, in any case; answered in upper case.',
      examples: [EXAMPLES.countryOfOrigin],
    }),
  ),
  weightGrams: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: WEIGHT_GRAMS_MAX,
      description: 'Grams of one piece, without packaging.',
      examples: [EXAMPLES.weightGrams],
    }),
  ),
  customsDescription: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: CUSTOMS_DESCRIPTION_LENGTH_MAX,
      pattern: PRINTABLE,
      description: 'What it is, of what and for whom, in words that customs accept.',
      examples: [EXAMPLES.customsDescription],
    }),
  ),
};

export const CUSTOMS_EXAMPLE = EXAMPLES;
