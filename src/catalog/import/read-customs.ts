import {
  CUSTOMS_DESCRIPTION_LENGTH_MAX,
  type CustomsData,
  hsCodeFault,
  hsCodeWithZero,
  knownCustoms,
  originCountry,
  originFault,
  WEIGHT_GRAMS_MAX,
} from '../../shipping/customs-data-rules.ts';
import type { Place } from './catalog-file.ts';
import type { RecordFields, Report } from './record-fields.ts';

/** The customs data that a record has; what it leaves out stays as it is stored. */
export function readCustoms(fields: RecordFields, place: Place, warn: Report): CustomsData {
  return knownCustoms({
    hsCode: readHsCode(fields, place, warn),
    countryOfOrigin: readOrigin(fields),
    weightGrams: fields.optionalCount('weightGrams', WEIGHT_GRAMS_MAX),
    customsDescription: fields.optionalText('customsDescription', CUSTOMS_DESCRIPTION_LENGTH_MAX),
  });
}

function readHsCode(fields: RecordFields, place: Place, warn: Report): string | undefined {
  const hsCode = fields.optionalText('hsCode');
  if (!hsCode) return hsCode;
  const fault = hsCodeFault(hsCode);
  const meant = hsCodeWithZero(hsCode);
  if (fault !== undefined) fields.fault('hsCode', 'invalid', fault);
  else if (meant !== undefined) {
    const message = `"hsCode" has ${hsCode.length} digits; was ${meant} meant? Spreadsheets drop the zero that a number begins with: give the column the format "Text". It was taken as it stands.`;
    warn({ pointer: place('hsCode'), code: 'leading_zeros_lost', message });
  }
  return hsCode;
}

function readOrigin(fields: RecordFields): string | undefined {
  const given = fields.optionalText('countryOfOrigin');
  if (!given) return given;
  const country = originCountry(given);
  if (country === undefined) fields.fault('countryOfOrigin', 'unknown_country', originFault(given));
  return country;
}
