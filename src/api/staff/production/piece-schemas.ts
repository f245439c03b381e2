import { Type } from 'typebox';
import { extensionOf, safeNameOf } from '../../../orders/files/archive-files.ts';
import { Timestamp } from '../../../platform/http/api-document.ts';
import { scanCodeOf } from '../../../platform/text/scan-codes.ts';
import type { DescribedStep, PieceDescription } from '../../../production/describe-piece.ts';
import type { WorkFile } from '../../../production/piece-facts-store.ts';
import type { PieceStep } from '../../../production/piece-rules.ts';
import { PIECE_STATES } from '../../../production/piece-states.ts';
import type { Piece } from '../../../production/piece-store.ts';
import {
  booleanField,
  CLIENT_ID,
  integerField,
  message,
  oneOf,
  SHA256,
  strictObject,
  stringField,
} from '../fields/operator-schemas.ts';

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
  technology: stringField('How it is done.'),
  location: stringField('Where on the blank.'),
  place: integerField('Which of the prints or customizations of the item, from 0.'),
  sku: Type.Optional(stringField('Of a customization: what is applied.')),
};
const pieceFields = {
  code: stringField('As it is scanned: P and ten digits.'),
  clientId: stringField('The client of the order.'),
  orderId: stringField('The order.'),
  run: integerField(
    'Counts the acceptances of the order: what it was changed to after an error is another run, with new pieces.',
  ),
  itemId: stringField('Id of the item in the order.'),
  position: integerField('Place of the item in the order, from 1.'),
  copy: integerField('Which of the pieces of the item, from 1.'),
  attempt: integerField('0: the first. 1: its successor R1, and so on.'),
  quantity: integerField('1; of an item of more than 200 pieces all of them, as one lot.'),
  sku: stringField('The blank.'),
  technology: stringField('Of its first step.'),
  steps: Type.Array(
    Type.Object(stepFields, { title: 'PieceStep', description: 'Something to be done with a piece.' }),
    { description: 'What is to be done with it, in this order.' },
  ),
  stepsDone: integerField('How many of the steps are done, the first ones.'),
  state: oneOf(PIECE_STATES, 'What has become of it.'),
  stateSince: Timestamp('Since when.'),
  batchId: Type.Optional(stringField('The batch that it is made in.')),
  hasBlank: Type.Optional(booleanField('false: no blank is reserved for it yet, since the shelf had none.')),
  parcel: Type.Optional(integerField('Number of the parcel that it is in.')),
  reason: Type.Optional(stringField('Why it was replaced, scrapped or cancelled.')),
  replacedBy: Type.Optional(stringField('Code of its successor.')),
};
export const PieceSchema = Type.Object(pieceFields, {
  title: 'Piece',
  description: 'A physical piece of a custom item.',
  examples: [PIECE],
});

const pictureFields = {
  thumbnail: stringField('Address of a small picture of it.'),
  preview: stringField('Address of a large picture of it.'),
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
    number: integerField('Which of the pieces of its item it is, from 1.'),
    of: integerField('How many pieces its item is.'),
    article: Type.Optional(
      Type.Object(
        {
          sku: stringField('The blank.'),
          title: stringField('Of the article.'),
          color: stringField('Its colour.'),
          size: stringField('Its size.'),
          dtgType: Type.Optional(
            stringField('WHITE_UNDERBASE or NO_UNDERBASE: whether white is printed below.'),
          ),
        },
        { title: 'PieceArticle', description: 'The blank, as the catalogue describes it.' },
      ),
    ),
    steps: Type.Array(
      Type.Object(
        {
          ...stepFields,
          isDone: booleanField('Whether it is behind the piece.'),
          widthMm: printed('How wide the print is: its artwork, scaled to fit into the print area.'),
          heightMm: printed('How high it is.'),
          title: Type.Optional(stringField('Of a customization: name of what is applied.')),
          artwork: Type.Optional(
            Type.Object(
              {
                ...pictureFields,
                file: stringField('Address of the file itself.'),
                fileName: stringField('The name under which it is saved.'),
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
          batchId: stringField('Its number.'),
          name: stringField('What people call it.'),
          place: integerField('Place of the piece in it, from 1, in the order in which blanks are picked.'),
          of: integerField('How many places there are.'),
        },
        { title: 'PlaceInBatch', description: 'Where it stands in its batch.' },
      ),
    ),
    due: Type.Optional(Timestamp('When its order should have left.')),
    isPreferred: booleanField('Staff prefer its order.'),
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
  code: stringField('As it is scanned.', PIECE.code),
});

export function shownPiece({ hasBlank, batchId, batchPlace: _, parcel, reason, replacedBy, ...rest }: Piece) {
  return {
    ...rest,
    ...(batchId !== null && { batchId }),
    ...(!hasBlank && { hasBlank }),
    ...(parcel !== null && { parcel }),
    ...(reason !== null && { reason }),
    ...(replacedBy !== null && { replacedBy }),
  };
}

/** A piece with all that a station shows of it. */
export function describedPiece(piece: Piece, description: PieceDescription, fileNames: string) {
  const { article, steps, qualityControl, due, ...rest } = description;
  const at = `/operator/v1/pieces/${piece.code}`;
  return {
    ...shownPiece(piece),
    ...rest,
    ...(article && { article: shownArticle(article) }),
    steps: steps.map((step, index) => shownStep(piece, step, index, fileNames)),
    ...(qualityControl && { qualityControl: picturesOf(at, qualityControl) }),
    ...(due && { due: due.toISOString() }),
  };
}

function shownArticle({ sku, title, color, size, dtgType }: NonNullable<PieceDescription['article']>) {
  return { sku, title, color, size, ...(dtgType !== null && { dtgType }) };
}

function shownStep(
  piece: Piece,
  { artwork, qualityControl, ...rest }: DescribedStep,
  index: number,
  fileNames: string,
) {
  const at = `/operator/v1/pieces/${piece.code}`;
  return {
    ...rest,
    ...(artwork && {
      artwork: {
        ...picturesOf(at, artwork),
        file: `${at}/files/${index + 1}`,
        fileName: printFileName(fileNames, piece, index, artwork.mediaType),
      },
    }),
    ...(qualityControl && { qualityControl: picturesOf(at, qualityControl) }),
  };
}

/** Addresses of the two pictures of a file. */
export function picturesOf(at: string, { sha256 }: Pick<WorkFile, 'sha256'>) {
  const pictures = `${at}/pictures/${sha256}`;
  return { thumbnail: `${pictures}/small`, preview: `${pictures}/large` };
}

/** Fills in `PRINT_FILE_NAME` for the file of a step, counted from 0. */
export function printFileName(pattern: string, piece: Piece, step: number, mediaType: string): string {
  const names = piece.steps.map((one) => filledIn(pattern, piece, one));
  const name = names[step] ?? piece.code;
  // Two prints at one place by one technology get different names.
  const isAgain = names.indexOf(name) < step;
  return `${name}${isAgain ? `_${step + 1}` : ''}.${extensionOf(mediaType)}`;
}

function filledIn(pattern: string, { code, orderId, sku, batchId }: Piece, step: PieceStep): string {
  const { location, technology } = step;
  const parts: Record<string, string> = { code, orderId, sku, location, technology, batch: batchId ?? '' };
  return pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => safeNameOf(parts[name] ?? ''));
}
