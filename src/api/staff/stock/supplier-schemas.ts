import { Type } from 'typebox';
import { stringField } from '../../../platform/http/api-document.ts';
import { code, kind } from '../fields/operator-schemas.ts';

export const NAME_LENGTH_MAX = 100;
export const LINES_MAX = 1_000;
export const SUPPLIER_ID = '0198c0df-55ee-7f66-8077-b88293041526';
const PRICE_MAX = 1_000_000;
const ADDRESS_LENGTH_MAX = 254;

export const supplierAddress = (description: string) =>
  Type.String({
    maxLength: ADDRESS_LENGTH_MAX,
    pattern: '^[^@ ]+@[^@ ]+$',
    description,
    examples: ['orders@textile.example'],
  });

export const price = Type.Optional(
  Type.Number({
    minimum: 0,
    maximum: PRICE_MAX,
    description: 'Price of a piece in the currency of the center.',
    examples: [3.45],
  }),
);

export const variantFields = {
  kind,
  code,
  name: stringField('Name of the product variant, or title of the article.'),
  color: stringField('Colour of the variant.'),
  size: stringField('Size of the variant.'),
};
export const VARIANT = { kind: 'PRODUCT', code: '4006381333931', name: 'Logo Tee Black M', color: 'Black', size: 'M' };
