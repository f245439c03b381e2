import { Type } from 'typebox';
import { TRACKING_LENGTH_MAX } from '../../../orders/change/ship-order.ts';
import { PAPER_KINDS } from '../../../packing/parcel-paper-rules.ts';
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
import { LABEL_REASON_NAMES, PLAIN_COMMANDS } from '../../../production/command-codes.ts';
import { REJECT_REASON_NAMES } from '../../../production/reject-reasons.ts';
import { ASKS, MEANINGS } from '../../../production/scan-answers.ts';
import { QUESTIONS, REFUSAL_KINDS, WORK } from '../../../production/scan-rules.ts';
import {
  actorName,
  CLIENT_ID,
  CODE_LENGTH_MAX,
  namedOrderFields,
  sentenceFields,
  strictObject,
  text,
} from '../fields/operator-schemas.ts';
import { PIECE, PIECE_IN_HAND, PieceInHandSchema, PieceSchema, StoppedSchema } from '../production/piece-schemas.ts';
import { handOverId, ScannedHandOverSchema, WaitingParcelSchema } from './hand-over-schemas.ts';
import { PARCEL_CODE, parcelFields } from './parcel-schemas.ts';

const NAME_LENGTH_MAX = 64;
const BINS_MAX = 999;
/** More pieces than any batch needs. */
const MISSING_MAX = 1_000_000;
const SCAN_ID = '019a5c7e-3b1f-7c2d-8e4a-5f6071829304';

const codeOf = (description: string, ...examples: string[]) =>
  Type.Optional(text(CODE_LENGTH_MAX, description, ...examples));
const context = {
  work: oneOf(
    WORK,
    'The work at the station. MAKE: print, press, embroider. CHECK: compare, and sort into bins. PACK: put into parcels. HAND_OVER: give parcels to the carrier. FIND: look up without changes.',
    'MAKE',
  ),
  piece: codeOf('Code of the piece in hand.', PIECE.code),
  last: codeOf(
    'Code of the last finished piece, or EAN-13 of the last packed product. HAND_OVER: code of the last parcel.',
  ),
  parcel: codeOf('Code of the open parcel. For PACK only.', PARCEL_CODE),
  order: codeOf('Code of the order that another person packs. For PACK only.'),
  reprint: codeOf('Code of the parcel whose label is printed again. For PACK only.'),
  handOver: Type.Optional(handOverId('Number of the open hand-over list. For HAND_OVER only.')),
  isClosing: Type.Optional(booleanField('true after an answer that asked to CLOSE. For HAND_OVER only.')),
  question: Type.Optional(
    oneOf(
      QUESTIONS,
      'The question that the station asks. Until it is answered, other scans are refused (`QUESTION`). UNDO closes it.',
    ),
  ),
  pending: Type.Optional(
    text(
      TRACKING_LENGTH_MAX,
      'The code or tracking number that a CONFIRM_ question is about. Without a question: the parcel that TAKE_BACK opens.',
    ),
  ),
  after: Type.Optional(
    text(
      NAME_LENGTH_MAX,
      'Identifier of the scan that returned this context. If the station has sent a later scan for this work, the scan is refused (`OLD_CONTEXT`). Absent: the scan is not compared with later ones.',
    ),
  ),
};
export const ScanRequestSchema = strictObject(
  'ScanRequest',
  'A code that was scanned at a station.',
  {
    id: text(
      NAME_LENGTH_MAX,
      'Identifier of the scan from the station, such as a UUID. A repeated scan counts once.',
      SCAN_ID,
    ),
    station: Type.Optional(
      text(
        NAME_LENGTH_MAX,
        'Name of the station. Required, unless the session of the browser names the station.',
        'printer-1',
      ),
    ),
    code: text(CODE_LENGTH_MAX, 'The code, unchanged from the scanner.', PIECE.code),
    context: strictObject('ScanContext', 'The `next` field of the previous answer.', context),
  },
  { id: SCAN_ID, station: 'printer-1', code: PIECE.code, context: { work: 'MAKE' } },
);

const FloorNoteSchema = titledObject('FloorNote', 'A note of staff.', {
  text: stringField('The note.'),
  created: Timestamp('When the note was written.'),
  author: Type.Optional(actorName),
  manufacturerCode: Type.Optional(stringField('Article of the note. Absent for a note about the order.')),
});
const NOTES =
  'Notes about the order and the article of the piece, oldest first; the latest 20. Without a piece: about the order and all its articles.';
const RefusalSchema = titledObject('ScanRefusal', 'Why the scan was refused.', {
  kind: oneOf(REFUSAL_KINDS, 'Kind of refusal. Stations play a different sound for each.'),
  message: stringField('The reason, and how to proceed.'),
  code: Type.Optional(sentenceFields.code),
  params: Type.Optional(sentenceFields.params),
  replacedBy: Type.Optional(stringField('Code of the ticket that replaces this one.')),
});
export const ScanAnswerSchema = titledObject(
  'ScanAnswer',
  'The meaning and effect of a scan, and the context of the next one.',
  {
    meaning: oneOf(MEANINGS, 'Kind of the scanned code.'),
    piece: Type.Optional(PieceInHandSchema),
    order: Type.Optional(
      titledObject('ScannedOrder', 'The scanned order, or the order of the piece.', {
        ...namedOrderFields,
        clientName: Type.Optional(namedOrderFields.clientName),
        code: stringField('Scanned code of the order: R and ten digits.'),
        pieces: Type.Optional(integerField('Pieces of the order, without replaced ones.')),
        bin: Type.Optional(integerField('Number of the bin that collects the pieces.')),
        notes: Type.Array(FloorNoteSchema, { description: NOTES }),
      }),
    ),
    command: Type.Optional(oneOf([...PLAIN_COMMANDS, 'REJECT', 'LABEL_REASON'], 'The scanned command.')),
    reason: Type.Optional(
      oneOf(
        [...REJECT_REASON_NAMES, ...LABEL_REASON_NAMES],
        'The defect of the piece, or why a label is printed again.',
      ),
    ),
    done: Type.Optional(
      titledObject('ScanDone', 'The piece that the scan finished.', {
        piece: PieceSchema,
        bin: Type.Optional(integerField('Number of the bin to put the piece into.')),
        isOrderComplete: Type.Optional(booleanField('true: all pieces of the order are checked, so it can be packed.')),
        successor: Type.Optional(PieceSchema),
        printer: Type.Optional(
          titledObject(
            'TicketPrinter',
            'The printer of the station that prints the ticket of the successor. Absent: the station has none for tickets.',
            {
              printerId: stringField('Identifier of the printer.'),
              name: stringField('Name of the printer.', 'Tickets'),
            },
          ),
        ),
      }),
    ),
    parcel: Type.Optional(
      titledObject(
        'ScannedParcel',
        'The parcel that is open, was just shipped, or waits for its label. For PACK only.',
        {
          ...parcelFields,
          recipient: Type.Optional(
            Type.Array(Type.String(), {
              description: 'Lines of the address. Present while the parcel is open at this station.',
            }),
          ),
          lost: Type.Optional(
            titledObject('LostParcel', 'The station has lost this parcel, whose other fields show its present state.', {
              station: Type.Optional(stringField('Name of the station that took it over. Absent: it was put aside.')),
              by: Type.Optional(actorName),
            }),
          ),
        },
      ),
    ),
    leaving: Type.Optional(WaitingParcelSchema),
    handOver: Type.Optional(ScannedHandOverSchema),
    asks: Type.Optional(
      oneOf(
        ASKS,
        'The expected next scan. TRACKING: the tracking number of the parcel, or NO_TRACKING. CLOSE: parcels are missing; PASS closes the list without them. REASON: a reason, which prints the label again. REJECT_REASON: a reason, which rejects the piece in hand. CONFIRM_TRACKING: the number is doubtful (see `doubt`); scan it again, or PASS ships with it. CONFIRM_INCOMPLETE: pieces are missing; PASS ships without them. CONFIRM_UNMADE: nobody has made the piece; PASS packs it, or finishes its check. CONFIRM_TAKE_BACK: PASS opens the parcel again.',
      ),
    ),
    doubt: Type.Optional(
      titledObject('TrackingDoubt', 'The fault of the tracking number, or of the printed papers.', {
        ...sentenceFields,
        message: stringField('The sentence in English.'),
      }),
    ),
    voided: Type.Optional(
      Type.Array(oneOf(PAPER_KINDS, 'Kind of paper.'), {
        description:
          'Printed papers that must not be used: the parcel was taken back or continued, its content changed, or its order was corrected.',
      }),
    ),
    stopped: Type.Optional(StoppedSchema),
    unfinished: Type.Optional(
      titledObject('UnfinishedPiece', 'The piece that was in hand before and could not be finished.', {
        piece: PieceSchema,
        refusal: RefusalSchema,
      }),
    ),
    sheet: Type.Optional(
      titledObject('ScannedSheet', 'The scanned gang sheet. For MAKE only.', {
        code: stringField('Code of the sheet: G and ten digits.', scanCodeOf('sheet', 12)),
        made: Type.Array(stringField('Code of a piece.', PIECE.code), {
          description: 'Pieces that the scan has made.',
        }),
        already: Type.Array(stringField('Code of a piece.', PIECE.code), {
          description: 'Pieces that were made before.',
        }),
        refused: Type.Array(
          titledObject('RefusedPrint', 'A piece that is not made, although its print is on the sheet.', {
            code: stringField('Code of the piece.', PIECE.code),
            refusal: RefusalSchema,
          }),
          { description: 'Pieces that are not made. Their prints are thrown away, or wait.' },
        ),
      }),
    ),
    isAgain: Type.Optional(booleanField('true: the piece in hand was scanned again, which asks for its file.')),
    next: titledObject('ScanNext', 'The `context` of the next scan.', context),
    refusal: Type.Optional(RefusalSchema),
  },
  {
    meaning: 'PIECE',
    piece: PIECE_IN_HAND,
    order: {
      clientId: CLIENT_ID,
      clientName: 'Demo Shop',
      orderId: 'SHOP-10001',
      code: scanCodeOf('order', 42),
      pieces: 3,
      notes: [
        {
          text: 'Pretreat twice.',
          created: '2026-01-31T12:00:00.000Z',
          author: 'Ada Lovelace',
          manufacturerCode: 'ST-CREATOR',
        },
      ],
    },
    next: { work: 'MAKE', piece: PIECE.code, after: SCAN_ID },
  },
);

export const LatestScanQuery = Type.Object({
  work: Type.Optional(oneOf(WORK, 'The work at the station. Default: PACK.')),
  station: Type.Optional(
    text(NAME_LENGTH_MAX, 'Name of the station. Leave it out if the browser is a station: its session names it.'),
  ),
});

export const BinsRequest = strictObject('BinsRequest', 'The number of bins.', {
  count: integerIn(0, BINS_MAX, 'Highest bin number. Free bins with a higher number are removed.', 1),
});
export const BinSchema = titledObject(
  'Bin',
  'A place that collects the pieces of one order.',
  {
    bin: integerField('Number of the bin.'),
    code: stringField('Scanned code: K and four digits.'),
    clientId: Type.Optional(stringField('Client of the order in the bin. Absent for the role floor.')),
    orderId: Type.Optional(stringField('The orderId of the order in the bin. Absent for the role floor.')),
    taken: Type.Optional(Timestamp('When the order took the bin. Absent: the bin is free.')),
  },
  { bin: 7, code: scanCodeOf('bin', 7), clientId: CLIENT_ID, orderId: 'SHOP-10001', taken: '2026-01-31T12:00:00.000Z' },
);

export const ShortRequest = strictObject(
  'ShortRequest',
  'A blank that was short at picking.',
  {
    sku: text(CODE_LENGTH_MAX, 'SKU of the blank.', PIECE.sku),
    missing: integerIn(1, MISSING_MAX, 'Blanks that the batch needs and that were not found.'),
  },
  { sku: PIECE.sku, missing: 1 },
);

const { batchId: _, ...SHORT_PIECE } = PIECE;
export const ShortSchema = titledObject(
  'Short',
  'The pieces that left a batch, and the corrected stock.',
  {
    pieces: Type.Array(PieceSchema, {
      description: 'Pieces of the youngest orders, which left the batch. A lot leaves as a whole.',
    }),
    stock: titledObject('StockAfterShort', 'The stock of the blank.', {
      onHand: integerField('Corrected stock: at most the reserved amount.'),
      reserved: integerField('Pieces that orders have reserved.'),
    }),
  },
  { pieces: [{ ...SHORT_PIECE, hasBlank: false, reason: 'SHORT' }], stock: { onHand: 11, reserved: 11 } },
);
