import { Type } from 'typebox';
import { scanCodeOf } from '../../codes/scan-codes.ts';
import { Timestamp } from '../../http/api-document.ts';
import { PIECE_STATES } from '../../production/piece-states.ts';
import { CLIENT_ID, oneOf } from '../fields/operator-schemas.ts';

const STEP = { kind: 'PRINT', technology: 'DTG', location: 'REGULAR', place: 0 };
export const PIECE = {
  code: scanCodeOf('piece', 12),
  clientId: CLIENT_ID,
  orderId: 'SHOP-10001',
  run: 1,
  itemId: '1',
  position: 1,
  copy: 2,
  attempt: 0,
  quantity: 1,
  sku: 'ST-CREATOR-BLK-M',
  technology: 'DTG',
  steps: [STEP],
  stepsDone: 0,
  state: 'TO_MAKE',
  stateSince: '2026-01-31T12:00:00.000Z',
  batchId: '17',
};
export const PieceSchema = Type.Object(
  {
    code: Type.String({ description: 'As it is scanned: P and ten digits.' }),
    clientId: Type.String({ description: 'The client of the order.' }),
    orderId: Type.String({ description: 'The order.' }),
    run: Type.Integer({
      description:
        'Counts the acceptances of the order: what it was changed to after an error is another run, with new pieces.',
    }),
    itemId: Type.String({ description: 'Id of the item in the order.' }),
    position: Type.Integer({ description: 'Place of the item in the order, from 1.' }),
    copy: Type.Integer({ description: 'Which of the pieces of the item, from 1.' }),
    attempt: Type.Integer({ description: '0: the first. 1: its successor R1, and so on.' }),
    quantity: Type.Integer({ description: '1; of an item of more than 200 pieces all of them, as one lot.' }),
    sku: Type.String({ description: 'The blank.' }),
    technology: Type.String({ description: 'Of its first step.' }),
    steps: Type.Array(
      Type.Object(
        {
          kind: oneOf(['PRINT', 'CUSTOMIZATION'], 'PRINT or CUSTOMIZATION.'),
          technology: Type.String({ description: 'How it is done.' }),
          location: Type.String({ description: 'Where on the blank.' }),
          place: Type.Integer({ description: 'Which of the prints or customizations of the item, from 0.' }),
          sku: Type.Optional(Type.String({ description: 'Of a customization: what is applied.' })),
        },
        { title: 'PieceStep', description: 'Something to be done with a piece.' },
      ),
      { description: 'What is to be done with it, in this order.' },
    ),
    stepsDone: Type.Integer({ description: 'How many of the steps are done, the first ones.' }),
    state: oneOf(PIECE_STATES, 'What has become of it.'),
    stateSince: Timestamp('Since when.'),
    batchId: Type.Optional(Type.String({ description: 'The batch that it is made in.' })),
    hasBlank: Type.Optional(
      Type.Boolean({ description: 'false: no blank is reserved for it yet, since the shelf had none.' }),
    ),
    parcel: Type.Optional(Type.Integer({ description: 'Number of the parcel that it is in.' })),
    reason: Type.Optional(Type.String({ description: 'Why it was replaced, scrapped or cancelled.' })),
    replacedBy: Type.Optional(Type.String({ description: 'Code of its successor.' })),
  },
  { title: 'Piece', description: 'A physical piece of a custom item.', examples: [PIECE] },
);

export const PieceParams = Type.Object({
  code: Type.String({ description: 'As it is scanned.', examples: [PIECE.code] }),
});
