import { Type } from 'typebox';
import { scanCodeOf } from '../../codes/scan-codes.ts';
import { Timestamp } from '../../http/api-document.ts';
import { PIECE_STATES } from '../../production/piece-states.ts';
import { CLIENT_ID, message, oneOf, SHA256, strictObject } from '../fields/operator-schemas.ts';

/** More than an item has prints and customizations. */
const STEPS_MAX = 1_000;
const STEP = { kind: 'PRINT', technology: 'DTG', location: 'REGULAR', place: 0 };
const AT = `/operator/v1/pieces/${scanCodeOf('piece', 12)}`;
const PICTURES = {
  thumbnail: `${AT}/pictures/${SHA256}/small`,
  preview: `${AT}/pictures/${SHA256}/large`,
};
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

const stepFields = {
  kind: oneOf(['PRINT', 'CUSTOMIZATION'], 'PRINT or CUSTOMIZATION.'),
  technology: Type.String({ description: 'How it is done.' }),
  location: Type.String({ description: 'Where on the blank.' }),
  place: Type.Integer({ description: 'Which of the prints or customizations of the item, from 0.' }),
  sku: Type.Optional(Type.String({ description: 'Of a customization: what is applied.' })),
};
const pieceFields = {
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
    Type.Object(stepFields, { title: 'PieceStep', description: 'Something to be done with a piece.' }),
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
};
export const PieceSchema = Type.Object(pieceFields, {
  title: 'Piece',
  description: 'A physical piece of a custom item.',
  examples: [PIECE],
});

const pictureFields = {
  thumbnail: Type.String({ description: 'Address of a small picture of it.' }),
  preview: Type.String({ description: 'Address of a large picture of it.' }),
};
const qualityControl = (description: string) =>
  Type.Optional(Type.Object(pictureFields, { title: 'PiecePictures', description }));
const printed = (description: string) => Type.Optional(Type.Number({ description }));

/** A piece with all that a station shows of it. */
export const PIECE_IN_HAND = {
  ...PIECE,
  number: 2,
  of: 3,
  article: {
    sku: PIECE.sku,
    title: 'Creator T-Shirt',
    color: 'Black',
    size: 'M',
    dtgType: 'WHITE_UNDERBASE',
  },
  steps: [
    {
      ...STEP,
      isDone: false,
      widthMm: 300,
      heightMm: 400,
      artwork: {
        ...PICTURES,
        file: `${AT}/files/1`,
        fileName: `${scanCodeOf('piece', 12)}_REGULAR_DTG.png`,
      },
      qualityControl: PICTURES,
    },
  ],
  qualityControl: PICTURES,
  batch: { batchId: '17', name: '17', place: 4, of: 12 },
  due: '2026-02-02T12:00:00.000Z',
  isPreferred: false,
};
export const PieceInHandSchema = Type.Object(
  {
    ...pieceFields,
    number: Type.Integer({ description: 'Which of the pieces of its item it is, from 1.' }),
    of: Type.Integer({ description: 'How many pieces its item is.' }),
    article: Type.Optional(
      Type.Object(
        {
          sku: Type.String({ description: 'The blank.' }),
          title: Type.String({ description: 'Of the article.' }),
          color: Type.String({ description: 'Its colour.' }),
          size: Type.String({ description: 'Its size.' }),
          dtgType: Type.Optional(
            Type.String({ description: 'WHITE_UNDERBASE or NO_UNDERBASE: whether white is printed below.' }),
          ),
        },
        { title: 'PieceArticle', description: 'The blank, as the catalogue describes it.' },
      ),
    ),
    steps: Type.Array(
      Type.Object(
        {
          ...stepFields,
          isDone: Type.Boolean({ description: 'Whether it is behind the piece.' }),
          widthMm: printed('How wide the print is: its artwork, scaled to fit into the print area.'),
          heightMm: printed('How high it is.'),
          title: Type.Optional(Type.String({ description: 'Of a customization: name of what is applied.' })),
          artwork: Type.Optional(
            Type.Object(
              {
                ...pictureFields,
                file: Type.String({ description: 'Address of the file itself.' }),
                fileName: Type.String({ description: 'The name under which it is saved.' }),
              },
              { title: 'PieceArtwork', description: 'What is printed. Absent where it is not kept.' },
            ),
          ),
          qualityControl: qualityControl('How this step should look, else the piece.'),
        },
        { title: 'StepInHand', description: 'Something to be done with a piece, and how.' },
      ),
      { description: 'What is to be done with it, in this order.' },
    ),
    qualityControl: qualityControl('How the piece should look.'),
    batch: Type.Optional(
      Type.Object(
        {
          batchId: Type.String({ description: 'Its number.' }),
          name: Type.String({ description: 'What people call it.' }),
          place: Type.Integer({
            description: 'Place of the piece in it, from 1, in the order in which blanks are picked.',
          }),
          of: Type.Integer({ description: 'How many places there are.' }),
        },
        { title: 'PlaceInBatch', description: 'Where it stands in its batch.' },
      ),
    ),
    due: Type.Optional(Timestamp('When its order should have left.')),
    isPreferred: Type.Boolean({ description: 'Staff prefer its order.' }),
  },
  {
    title: 'PieceInHand',
    description: 'A piece with all that a station shows of it. Addresses are paths on this server.',
    examples: [PIECE_IN_HAND],
  },
);

export const StopRequest = strictObject('StopRequest', 'Why the order of a piece is stopped.', {
  step: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: STEPS_MAX,
      description: 'Which step of the piece cannot be printed; absent: the one that comes next.',
    }),
  ),
  message: Type.Optional(
    message('What its customer reads.', 'The artwork is cut off at the top. Send the whole picture.'),
  ),
});

export const PieceParams = Type.Object({
  code: Type.String({ description: 'As it is scanned.', examples: [PIECE.code] }),
});
