import { Type } from 'typebox';
import { cursorParameters } from '../../http/paging.ts';
import { BATCH_STATES } from '../../production/batch-progress-store.ts';
import { CODE_LENGTH_MAX, oneOf, text } from '../fields/operator-schemas.ts';

const PIECES_LIMIT_DEFAULT = 50;

const LINE = {
  technology: 'DTG',
  manufacturerCode: 'ST-CREATOR',
  title: 'Creator Tee',
  code: 'ST-CREATOR-BLK-M',
  color: 'Black',
  size: 'M',
  pieces: 2,
  toMake: 2,
  made: 0,
  checked: 0,
  packed: 0,
  stopped: 0,
  replaced: 0,
  onHand: 10_000,
  reserved: 2,
};
const BatchLineSchema = Type.Object(
  {
    technology: Type.Optional(
      Type.String({ description: 'Absent: existing products, which are only packed.' }),
    ),
    manufacturerCode: Type.Optional(
      Type.String({ description: 'Of the article; absent for existing products.' }),
    ),
    title: Type.String({ description: 'Of the article, or name of the product variant.' }),
    code: Type.String({ description: 'SKU of the blank, or EAN-13 of the product variant.' }),
    color: Type.String({ description: 'Colour of it.' }),
    size: Type.String({ description: 'Size of it.' }),
    pieces: Type.Integer({
      description: 'So many are picked: those that were not replaced, scrapped or cancelled.',
    }),
    toMake: Type.Integer({ description: 'Still to be made.' }),
    made: Type.Integer({ description: 'Made, and not yet checked.' }),
    checked: Type.Integer({ description: 'Checked, and not yet packed.' }),
    packed: Type.Integer({ description: 'In parcels, or left without being packed here.' }),
    stopped: Type.Integer({ description: 'Of orders that are in error or cancelled.' }),
    replaced: Type.Integer({ description: 'Rejected, and made again.' }),
    onHand: Type.Integer({ description: 'Pieces on the shelf.' }),
    reserved: Type.Integer({ description: 'Pieces of it that orders have reserved, these among them.' }),
  },
  { title: 'BatchLine', description: 'Pieces of a batch that are made alike.' },
);
const CustomizationLineSchema = Type.Object(
  {
    code: Type.String({ description: 'Its SKU.' }),
    pieces: Type.Integer({ description: 'How often it is applied.' }),
  },
  { title: 'BatchCustomization', description: 'What is applied to pieces beside their prints.' },
);
export const BatchProgressSchema = Type.Object(
  {
    lines: Type.Array(BatchLineSchema, {
      description: 'What is picked, by technology, article and variant.',
    }),
    customizations: Type.Array(CustomizationLineSchema, { description: 'What is applied, by SKU.' }),
  },
  {
    title: 'BatchProgress',
    description: 'What a batch is made of, and how far it is.',
    examples: [{ lines: [LINE], customizations: [] }],
  },
);

export const BatchPiecesQuery = Type.Object({
  ...cursorParameters(PIECES_LIMIT_DEFAULT),
  state: Type.Optional(
    oneOf(
      BATCH_STATES,
      'How they stand. STOPPED: of orders that are in error or cancelled. SHIPPED: left without being packed here. ENDED: replaced, scrapped or cancelled.',
    ),
  ),
  sku: Type.Optional(text(CODE_LENGTH_MAX, 'Of the blank.', 'ST-CREATOR-BLK-M')),
});
