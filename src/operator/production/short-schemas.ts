import { Type } from 'typebox';
import { CODE_LENGTH_MAX, strictObject, text } from '../fields/operator-schemas.ts';
import { PIECE, PieceSchema } from './piece-schemas.ts';

/** More than a batch can need. */
const MISSING_MAX = 1_000_000;
const { batchId: _, ...SHORT_PIECE } = PIECE;

const ShortFields = strictObject('ShortRequest', 'A blank of which too few were found.', {
  sku: text(CODE_LENGTH_MAX, 'The blank.', PIECE.sku),
  missing: Type.Integer({
    minimum: 1,
    maximum: MISSING_MAX,
    description: 'How many of those that the batch needs were not found.',
  }),
});
export const ShortRequest = { ...ShortFields, examples: [{ sku: PIECE.sku, missing: 1 }] };

export const ShortSchema = Type.Object(
  {
    pieces: Type.Array(PieceSchema, {
      description: 'Those that left the batch, of the youngest orders; a lot leaves as a whole.',
    }),
    stock: Type.Object(
      {
        onHand: Type.Integer({ description: 'As it counts now: no more than orders have reserved.' }),
        reserved: Type.Integer({ description: 'Pieces that orders have reserved.' }),
      },
      { title: 'StockAfterShort', description: 'The blank in the stock.' },
    ),
  },
  {
    title: 'Short',
    description: 'What left the batch.',
    examples: [
      { pieces: [{ ...SHORT_PIECE, hasBlank: false, reason: 'SHORT' }], stock: { onHand: 11, reserved: 11 } },
    ],
  },
);
