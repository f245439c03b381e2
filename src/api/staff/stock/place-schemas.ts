import { Type } from 'typebox';
import type { Violation } from '../../../platform/errors/errors.ts';
import { integerField, stringField, titledObject } from '../../../platform/http/api-document.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { PLACE_LENGTH_MAX } from '../../../stock/place-rules.ts';
import type { PlacedItem } from '../../../stock/stock-list-store.ts';
import { code, kind, strictObject, text } from '../fields/operator-schemas.ts';
import { blankFaults, type StaffContext, withoutNulls } from '../fields/staff-requests.ts';
import { placeFields } from './stock-schemas.ts';

export type PlaceContext = StaffContext & { config: Pick<Config, 'BASE_URL' | 'IMAGE_BASE_URL' | 'CURRENCY'> };

export const placeText = (description: string, example = 'A-12-3') => text(PLACE_LENGTH_MAX, description, example);
export const VariantKey = strictObject('VariantKey', 'A variant.', { kind, code });
export const STOCK_ITEM = {
  ...{ kind: 'PRODUCT', code: '4006381333931', name: 'Logo Tee Black M', color: 'Black', size: 'M' },
  ...{ onHand: 120, reserved: 2, place: 'A-12-3', reserves: [{ place: 'R-1', quantity: 48 }] },
  pictureUrl: 'http://localhost:8080/images/p-100/front.svg',
};
export const PlacedItemSchema = titledObject(
  'PlacedVariant',
  'A variant with its places.',
  {
    kind,
    code,
    name: stringField('Name of the product variant, or title of the article.'),
    color: stringField('Colour of the variant.'),
    size: stringField('Size of the variant.'),
    onHand: integerField('Pieces on the shelf.'),
    reserved: integerField('Pieces that orders have reserved.'),
    ownerName: Type.Optional(stringField('Name of the client that owns the pieces. Absent: the center.', 'Nordlicht')),
    ...placeFields,
    pictureUrl: Type.Optional(stringField('Complete address of the first picture of its article or product.')),
  },
  STOCK_ITEM,
);

export function showItem(
  { picture, retired: _, minimum: __, target: ___, ownerId: ____, ...item }: PlacedItem,
  config: PlaceContext['config'],
) {
  const pictureUrl = picture && URL.parse(picture, config.IMAGE_BASE_URL)?.href;
  return { ...withoutNulls(item), ...(pictureUrl && { pictureUrl }) };
}

export function placeFaults({ place, from, to }: Record<string, unknown>): Violation[] {
  return blankFaults({ '/place': place, '/from': from, '/to': to });
}

type LineKey = { kind?: unknown; code?: unknown };

/** Returns a violation for each variant that is listed again. */
export function repeatedFaults(lines: unknown) {
  const known = new Set<string>();
  return (Array.isArray(lines) ? (lines as LineKey[]) : []).flatMap((line, index) => {
    const key = `${Object(line).kind} ${Object(line).code}`;
    if (!known.has(key)) {
      known.add(key);
      return [];
    }
    return [{ pointer: `/lines/${index}/code`, code: 'duplicate', message: 'Each variant can be listed once.' }];
  });
}
