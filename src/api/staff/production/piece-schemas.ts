import type { Pool } from 'pg';
import { Type } from 'typebox';
import { scanCodeOf } from '../../../platform/formats/scan-codes.ts';
import {
  booleanField,
  integerField,
  integerIn,
  oneOf,
  stringField,
  Timestamp,
  titledObject,
} from '../../../platform/http/api-document.ts';
import type { Config } from '../../../platform/settings/config.ts';
import type { DescribedStep, PieceDescription } from '../../../production/describe-piece.ts';
import type { StepPrint, VariantFacts, WorkFile } from '../../../production/piece-facts-store.ts';
import { PIECE_STATES } from '../../../production/piece-states.ts';
import type { Piece } from '../../../production/piece-store.ts';
import {
  actorId,
  actorName,
  CLIENT_ID,
  CODE_LENGTH_MAX,
  message,
  orderFields,
  SHA256,
  staffPaging,
  strictObject,
  text,
} from '../fields/operator-schemas.ts';
import { withoutNulls } from '../fields/staff-requests.ts';
import { printFileName } from './print-file-name.ts';

/** More steps than any item has. */
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
  kind: oneOf(['PRINT', 'CUSTOMIZATION'], 'Kind of step: a print or a customization.'),
  technology: stringField('Technology of the step.'),
  location: stringField('Location on the blank.'),
  place: integerField('Index in the prints or customizations of the item, from 0.'),
  sku: Type.Optional(stringField('SKU of the applied customization. Present for customizations only.')),
};
const pieceFields = {
  code: stringField('Scanned code: P and ten digits.'),
  ...orderFields,
  run: integerField(
    'Number of the production run, from 1. An order that is changed after an error and accepted again starts a new run with new pieces.',
  ),
  itemId: stringField('Identifier of the item in the order.'),
  position: integerField('Position of the item in the order, from 1.'),
  copy: integerField('Number of the piece in its item, from 1.'),
  attempt: integerField('0: the first piece. 1: its successor R1, and so on.'),
  quantity: integerField('Number of pieces: 1, or all pieces of an item with more than 200 (a lot).'),
  sku: stringField('SKU of the blank.'),
  technology: stringField('Technology of the first step.'),
  steps: Type.Array(titledObject('PieceStep', 'A step of making a piece.', stepFields), {
    description: 'The steps in their order.',
  }),
  stepsDone: integerField('Number of finished steps.'),
  state: oneOf(PIECE_STATES, 'State of the piece.'),
  stateSince: Timestamp('When the state last changed.'),
  batchId: Type.Optional(stringField('Number of the batch.')),
  hasBlank: Type.Optional(booleanField('false: no blank is reserved, because none is in stock.')),
  parcel: Type.Optional(integerField('Number of its parcel in the order.')),
  reason: Type.Optional(stringField('Why the piece was replaced, scrapped or cancelled.')),
  replacedBy: Type.Optional(stringField('Code of the successor.')),
};
export const PieceSchema = titledObject('Piece', 'A physical piece of a custom item.', pieceFields, PIECE);

const pictureFields = {
  thumbnail: stringField('Address of a small picture.'),
  preview: stringField('Address of a large picture.'),
};
const qualityControl = (description: string) =>
  Type.Optional(titledObject('PiecePictures', description, pictureFields));
const lengthField = (description: string) => Type.Optional(Type.Number({ description }));

export const PIECE_IN_HAND = {
  ...PIECE,
  number: 2,
  of: 3,
  article: { sku: PIECE.sku, title: 'Creator T-Shirt', color: 'Black', size: 'M', dtgType: 'WHITE_UNDERBASE' },
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
  inOrder: { number: 2, of: 5 },
  batch: { batchId: '17', name: '17', place: 4, of: 12 },
  due: '2026-02-02T12:00:00.000Z',
  isPreferred: false,
};
export const PieceInHandSchema = titledObject(
  'PieceInHand',
  'A piece with the data that a station displays. Addresses are paths on this server.',
  {
    ...pieceFields,
    number: integerField('Number of the piece in its item, from 1.'),
    of: integerField('Number of pieces of the item.'),
    inOrder: Type.Optional(
      titledObject('PlaceInOrder', 'Position of the piece among all pieces of the order.', {
        number: integerField('Number of the piece in the order, from 1.'),
        of: integerField('Number of pieces of the order.'),
      }),
    ),
    article: Type.Optional(
      titledObject('PieceArticle', 'Catalogue data of the blank.', {
        sku: stringField('SKU of the blank.'),
        title: stringField('Title of the article.'),
        color: stringField('Colour of the blank.'),
        size: stringField('Size of the blank.'),
        dtgType: Type.Optional(
          stringField('WHITE_UNDERBASE: white is printed below the artwork. Otherwise NO_UNDERBASE.'),
        ),
      }),
    ),
    steps: Type.Array(
      titledObject('StepInHand', 'A step of making a piece, with its files.', {
        ...stepFields,
        isDone: booleanField('true: the step is finished.'),
        widthMm: lengthField('Width of the print in millimeters: the artwork scaled to fit the print area.'),
        heightMm: lengthField('Height of the print in millimeters.'),
        title: Type.Optional(stringField('Title of the customization. Present for customizations only.')),
        artwork: Type.Optional(
          titledObject('PieceArtwork', 'The printed file. Absent when it is not stored.', {
            ...pictureFields,
            file: stringField('Address of the file.'),
            fileName: stringField('Name for saving the file.'),
          }),
        ),
        printFile: Type.Optional(
          titledObject('StepPrintFile', 'The print-ready file. Absent when none is planned.', {
            state: oneOf(['waiting', 'ready', 'failed'], 'State of the file.', 'ready'),
            kind: Type.Optional(stringField('PNG, TIFF or PDF. Present when it is ready.', 'PNG')),
            version: integerField('Grows when the artwork, its area or a rule changes, from 1.'),
            errorCode: Type.Optional(stringField('Why there is no file, such as `no_print_area`.', 'no_print_area')),
            file: Type.Optional(stringField('Address of the file. Present when it is ready.')),
          }),
        ),
        qualityControl: qualityControl('Target look of the step. Defaults to that of the piece.'),
      }),
      { description: 'The steps in their order.' },
    ),
    qualityControl: qualityControl('Target look of the piece.'),
    batch: Type.Optional(
      titledObject('PlaceInBatch', 'Position of the piece in its batch.', {
        batchId: stringField('Number of the batch.'),
        name: stringField('Name of the batch.'),
        place: integerField('Position of the piece in picking order, from 1.'),
        of: integerField('Number of positions.'),
      }),
    ),
    due: Type.Optional(Timestamp('When the order is due.')),
    isPreferred: booleanField('true: a rush order, which goes before others.'),
  },
  PIECE_IN_HAND,
);

/** The filters of a search for pieces, of which the role `floor` must use at least one. */
export const FLOOR_SEARCH_FILTERS = ['sku', 'manufacturerCode', 'color', 'size', 'batchId'] as const;
export const PieceSearchQuery = Type.Object({
  ...staffPaging,
  sku: Type.Optional(text(CODE_LENGTH_MAX, 'SKU of the blank.')),
  manufacturerCode: Type.Optional(text(CODE_LENGTH_MAX, 'Code of the article.', 'ST-CREATOR')),
  color: Type.Optional(text(CODE_LENGTH_MAX, 'Colour of the blank, in any case.', 'black')),
  size: Type.Optional(text(CODE_LENGTH_MAX, 'Size of the blank, in any case.', 'M')),
  technology: Type.Optional(text(CODE_LENGTH_MAX, 'Technology of the first step.')),
  state: Type.Optional(oneOf(['TO_MAKE', 'MADE', 'CHECKED'], 'State of the piece.', 'TO_MAKE')),
  batchId: Type.Optional(text(CODE_LENGTH_MAX, 'Number or code of the batch.')),
  hasBlank: Type.Optional(
    oneOf(['true', 'false'], 'false: only pieces without a reserved blank, because none was in stock.'),
  ),
});

const { clientId, orderId, itemId, attempt, quantity, sku, technology, state, batchId } = PIECE;
const { code, number, article, due } = PIECE_IN_HAND;
const { dtgType: _, ...FOUND_ARTICLE } = article;
const FOUND = {
  ...{ code, clientId, clientName: 'Demo Shop', orderId, itemId, number, attempt, quantity, sku },
  ...{ article: FOUND_ARTICLE, technology, state, batchId, due, isRush: false },
  artwork: PICTURES,
  qualityControl: PICTURES,
};
const pieceInHandFields = PieceInHandSchema.properties;
const urgency = {
  due: Timestamp('When the order is due.'),
  isRush: booleanField('Whether the order goes before others.'),
};
export const FoundPieceSchema = titledObject(
  'FoundPiece',
  'A piece on the floor, with pictures for comparison.',
  {
    code: pieceInHandFields.code,
    clientId: Type.Optional(stringField('Client of the order. Absent for the role floor.')),
    clientName: Type.Optional(stringField('Name of the client. Absent for the role floor.')),
    orderId: Type.Optional(stringField('The orderId. Absent for the role floor.')),
    itemId: pieceInHandFields.itemId,
    number: pieceInHandFields.number,
    attempt: pieceInHandFields.attempt,
    quantity: pieceInHandFields.quantity,
    sku: pieceInHandFields.sku,
    article: pieceInHandFields.article,
    technology: pieceInHandFields.technology,
    state: pieceInHandFields.state,
    batchId: pieceInHandFields.batchId,
    hasBlank: pieceInHandFields.hasBlank,
    ...urgency,
    artwork: pieceInHandFields.qualityControl,
    qualityControl: pieceInHandFields.qualityControl,
  },
  FOUND,
);

/** The queue of a station counts at most this number of tickets. */
export const QUEUE_MAX = 1_000;
export const QUEUE_SHOWN = 5;
export const READY_SHOWN = 12;
export const QueueQuery = strictObject('QueueQuery', 'The kind of work.', {
  work: Type.Optional(
    oneOf(
      ['MAKE', 'CHECK', 'PACK'],
      'MAKE, the default: pieces to make. CHECK: made pieces to check. PACK: orders to pack, in `ready`.',
    ),
  ),
});
export const StationQueueSchema = titledObject(
  'StationQueue',
  'The work that waits.',
  {
    tickets: integerField(`Tickets that wait, or orders at PACK, counted to at most ${QUEUE_MAX}.`),
    pieces: integerField('Pieces of these tickets. The ticket of a lot has several.'),
    late: integerField('Tickets of overdue orders.'),
    next: Type.Array(
      titledObject('WaitingPiece', 'A ticket that waits.', {
        ...Type.Pick(PieceInHandSchema, ['code', 'quantity', 'sku', 'article', 'technology', 'batchId']).properties,
        ...urgency,
      }),
      { description: `The first ${QUEUE_SHOWN} tickets: rush orders, then by their due time. Empty for PACK.` },
    ),
    ready: Type.Optional(
      Type.Array(
        titledObject('ReadyOrder', 'An order whose pieces can be packed. It names no client and no buyer.', {
          code: stringField('Code to scan: of the bin, of the parcel that was put aside, of a piece, or of the order.'),
          orderId: pieceFields.orderId,
          bin: Type.Optional(integerField('Number of the bin.')),
          pieces: integerField('Checked pieces that are in no parcel.'),
          ...urgency,
        }),
        {
          description: `For PACK: the first ${READY_SHOWN} orders of the most urgent ${QUEUE_MAX} accepted ones: rush orders, then by their due time.`,
        },
      ),
    ),
  },
  {
    tickets: 1,
    pieces: 1,
    late: 0,
    next: [
      {
        code: PIECE.code,
        quantity: 1,
        sku: PIECE.sku,
        technology: 'DTG',
        article: { sku: PIECE.sku, title: 'Creator T-Shirt', color: 'Black', size: 'M' },
        batchId: '17',
        due: '2026-02-02T12:00:00.000Z',
        isRush: false,
      },
    ],
  },
);

export const PieceEventSchema = titledObject('PieceEvent', 'An event of a piece.', {
  eventId: stringField('Identifier of the event.'),
  code: stringField('Code of the piece.'),
  type: stringField('Type of the event, such as piece.made.'),
  occurred: Timestamp('When the event happened.'),
  station: Type.Optional(stringField('Name of the station.')),
  actorId: Type.Optional(actorId),
  actorName: Type.Optional(actorName),
  reason: Type.Optional(stringField('Why the piece was rejected.')),
});

export const StopRequest = strictObject('StopRequest', 'Why an order is stopped.', {
  step: Type.Optional(
    integerIn(1, STEPS_MAX, 'Number of the step that cannot be printed, from 1. Default: the next step.'),
  ),
  message: Type.Optional(
    message('The message for the customer.', 'The artwork is cut off at the top. Send the whole picture.'),
  ),
});

export const StoppedSchema = titledObject(
  'StoppedOrder',
  'Why an order was stopped.',
  {
    pointer: stringField('JSON Pointer to the print in the order.'),
    message: stringField('The message for the customer.'),
  },
  {
    pointer: '/items/0/customProduct/prints/0/dataUrl',
    message: 'The artwork cannot be printed as it is. Send another file, or cancel the order.',
  },
);
export const PieceParams = Type.Object({ code: stringField('Scanned code of the piece.', PIECE.code) });

/** The context of answers with pictures. IMAGE_BASE_URL is the base of relative picture URLs. */
export type PictureContext = { pool: Pool; config: Pick<Config, 'IMAGE_BASE_URL'> };

export interface PieceContext extends PictureContext {
  printFileName: string;
}

/** Returns the piece for an API answer. Leaves out `batchPlace`, null fields and `hasBlank: true`. */
export function showPiece({ hasBlank, batchPlace: _, ...rest }: Piece) {
  return { ...withoutNulls(rest), ...(!hasBlank && { hasBlank }) };
}

/** Returns a piece with its description for an answer. `fileNames` is the pattern PRINT_FILE_NAME. */
export function showDescribed(piece: Piece, description: PieceDescription, fileNames: string) {
  const { article, steps, qualityControl, due, isRush: isPreferred, ...rest } = description;
  const at = `/operator/v1/pieces/${piece.code}`;
  return {
    ...showPiece(piece),
    ...rest,
    isPreferred,
    ...(article && { article: showArticle(article) }),
    steps: steps.map((step, index) => showStep(piece, step, index, fileNames)),
    ...(qualityControl && { qualityControl: picturesOf(at, qualityControl) }),
    ...(due && { due: due.toISOString() }),
  };
}

function showArticle({ sku, title, color, size, dtgType }: VariantFacts) {
  return withoutNulls({ sku, title, color, size, dtgType });
}

function showStep(piece: Piece, described: DescribedStep, index: number, fileNames: string) {
  const { artwork, qualityControl, printFile, ...rest } = described;
  const at = `/operator/v1/pieces/${piece.code}`;
  // The print on the product shows more than the artwork alone.
  const placed = printFile?.picture;
  return {
    ...rest,
    ...(printFile && { printFile: showPrintFile(printFile, `${at}/print-files/${index + 1}`) }),
    ...(artwork && {
      artwork: {
        ...picturesOf(at, placed ? { sha256: placed } : artwork),
        file: `${at}/files/${index + 1}`,
        fileName: printFileName(fileNames, piece, index, artwork.mediaType),
      },
    }),
    ...(qualityControl && { qualityControl: picturesOf(at, qualityControl) }),
  };
}

function showPrintFile({ state, kind, version, errorCode }: StepPrint, file: string) {
  return withoutNulls({ state, kind, version, errorCode, ...(state === 'ready' && { file }) });
}

/** Returns the URL paths of the small and the large picture of a file, below the path `at`. */
export function picturesOf(at: string, { sha256 }: Pick<WorkFile, 'sha256'>) {
  const pictures = `${at}/pictures/${sha256}`;
  return { thumbnail: `${pictures}/small`, preview: `${pictures}/large` };
}
