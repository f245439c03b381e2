import { Type } from 'typebox';
import { REFUSALS, WORK } from '../../../packing/scan/scan-answers.ts';
import { Timestamp } from '../../../platform/http/api-document.ts';
import { scanCodeOf } from '../../../platform/text/scan-codes.ts';
import { REJECT_REASON_NAMES } from '../../../production/reject-reasons.ts';
import { PLAIN } from '../../../production/scan/command-codes.ts';
import {
  booleanField,
  CLIENT_ID,
  integerField,
  oneOf,
  sentenceFields,
  strictObject,
  stringField,
  text,
} from '../fields/operator-schemas.ts';
import { PIECE, PIECE_IN_HAND, PieceInHandSchema, PieceSchema } from '../production/piece-schemas.ts';
import { handOverId, ScannedHandOverSchema, WaitingParcelSchema } from './hand-over-schemas.ts';
import { parcelFields } from './parcel-schemas.ts';

const NAME_LENGTH_MAX = 64;
/** Longer than any code of a carrier. */
const CODE_LENGTH_MAX = 128;
export const BINS_MAX = 999;

const context = {
  work: oneOf(
    WORK,
    'What is done at the station. MAKE: print, press, embroider. CHECK: compare, and sort into bins. PACK: put into parcels. HAND_OVER: give parcels to the carrier. FIND: look up, and change nothing.',
    'MAKE',
  ),
  piece: Type.Optional(
    text(CODE_LENGTH_MAX, 'Code of the piece in hand, as the last answer gave it.', PIECE.code),
  ),
  last: Type.Optional(
    text(
      CODE_LENGTH_MAX,
      'Code of the piece that was finished before it, or of HAND_OVER the parcel that was scanned last, as the last answer gave it.',
    ),
  ),
  parcel: Type.Optional(
    text(
      CODE_LENGTH_MAX,
      'Of PACK: code of the parcel that is open, as the last answer gave it.',
      scanCodeOf('parcel', 31),
    ),
  ),
  order: Type.Optional(
    text(CODE_LENGTH_MAX, 'Of PACK: code of the order that somebody else packs, as the last answer gave it.'),
  ),
  reprint: Type.Optional(
    text(
      CODE_LENGTH_MAX,
      'Of PACK: code of the parcel whose label is printed again, as the last answer gave it.',
    ),
  ),
  handOver: Type.Optional(handOverId('Of HAND_OVER: the list that is open at the station.')),
  isClosing: Type.Optional(booleanField('Of HAND_OVER: true when the last answer asked to CLOSE.')),
};
const ScanFields = strictObject('ScanRequest', 'A code that was scanned at a station.', {
  id: text(
    NAME_LENGTH_MAX,
    'Made at the station, such as a UUID: the same scan sent again counts once.',
    '019a5c7e-3b1f-7c2d-8e4a-5f6071829304',
  ),
  station: Type.Optional(
    text(
      NAME_LENGTH_MAX,
      'Which station. Left out by a browser that is one, which is known by its session; others must name it.',
      'printer-1',
    ),
  ),
  code: text(CODE_LENGTH_MAX, 'As it came from the scanner.', PIECE.code),
  context: strictObject('ScanContext', 'What the station has open: `next` of the last answer.', context),
});
export const ScanRequest = {
  ...ScanFields,
  examples: [
    {
      id: '019a5c7e-3b1f-7c2d-8e4a-5f6071829304',
      station: 'printer-1',
      code: PIECE.code,
      context: { work: 'MAKE' },
    },
  ],
};

export const StoppedSchema = Type.Object(
  {
    pointer: stringField('JSON Pointer to the print in the order.'),
    message: stringField('What its customer reads.'),
  },
  {
    title: 'StoppedOrder',
    description: 'What an order was stopped for.',
    examples: [
      {
        pointer: '/items/0/customProduct/prints/0/dataUrl',
        message: 'The artwork cannot be printed as it is. Send another file, or cancel the order.',
      },
    ],
  },
);
const FloorNoteSchema = Type.Object(
  {
    text: stringField('What was written.'),
    created: Timestamp('When.'),
    author: Type.Optional(stringField('Who wrote it, by the name they had then.')),
    manufacturerCode: Type.Optional(stringField('The article that it is about; absent: the order.')),
  },
  { title: 'FloorNote', description: 'What staff wrote for each other.' },
);
const NEXT = { work: 'MAKE', piece: PIECE.code };
export const ScanAnswerSchema = Type.Object(
  {
    meaning: oneOf(
      ['PIECE', 'ORDER', 'BATCH', 'BIN', 'PARCEL', 'PERSON', 'COMMAND', 'PRODUCT', 'TRACKING', 'UNKNOWN'],
      'What the code stands for.',
    ),
    piece: Type.Optional(PieceInHandSchema),
    order: Type.Optional(
      Type.Object(
        {
          clientId: stringField('The client of the order.'),
          clientName: Type.Optional(stringField('What the client is called.')),
          orderId: stringField('The order.'),
          code: stringField('As it is scanned: R and ten digits.'),
          pieces: Type.Optional(integerField('Its pieces, without those that were replaced.')),
          bin: Type.Optional(integerField('The bin in which they gather.')),
          notes: Type.Array(FloorNoteSchema, {
            description:
              'What staff wrote about the order and the article of the piece (without one, the articles of the order), oldest first; the latest 20.',
          }),
        },
        { title: 'ScannedOrder', description: 'The order, or the one of the piece.' },
      ),
    ),
    command: Type.Optional(oneOf([...PLAIN, 'REJECT'], 'Of a code on the sheet of commands.')),
    reason: Type.Optional(oneOf(REJECT_REASON_NAMES, 'Of REJECT: what is wrong with the piece.')),
    done: Type.Optional(
      Type.Object(
        {
          piece: PieceSchema,
          bin: Type.Optional(integerField('Where to put it: the bin of its order.')),
          isOrderComplete: Type.Optional(
            booleanField('All pieces of its order are checked: it can be packed.'),
          ),
          successor: Type.Optional(PieceSchema),
        },
        { title: 'ScanDone', description: 'What the scan brought to an end, and what became of that piece.' },
      ),
    ),
    parcel: Type.Optional(
      Type.Object(
        {
          ...parcelFields,
          recipient: Type.Optional(
            Type.Array(Type.String(), {
              description: 'Lines of the address, while the parcel is open here.',
            }),
          ),
        },
        {
          title: 'ScannedParcel',
          description: 'Of PACK: the parcel that is open, has just left, or waits for its label.',
        },
      ),
    ),
    leaving: Type.Optional(WaitingParcelSchema),
    handOver: Type.Optional(ScannedHandOverSchema),
    asks: Type.Optional(
      oneOf(
        ['TRACKING', 'CLOSE', 'REASON'],
        'TRACKING: all is in the parcel, and the next scan is its tracking number, or NO_TRACKING. CLOSE: parcels are missing, and PASS closes the list without them. REASON: why the label is printed again; a code of the reasons prints it.',
      ),
    ),
    stopped: Type.Optional(StoppedSchema),
    isAgain: Type.Optional(
      booleanField('true: the piece in hand was scanned again, so that its file is wanted.'),
    ),
    next: Type.Object(context, {
      title: 'ScanNext',
      description: 'The `context` of the next scan.',
    }),
    refusal: Type.Optional(
      Type.Object(
        {
          kind: oneOf(REFUSALS, 'Why; stations have a sound for each.'),
          message: stringField('What it is, and what to do.'),
          code: Type.Optional(sentenceFields.code),
          params: Type.Optional(sentenceFields.params),
          replacedBy: Type.Optional(stringField('Code of the ticket that counts instead.')),
        },
        { title: 'ScanRefusal', description: 'Why nothing was done with what was scanned.' },
      ),
    ),
  },
  {
    title: 'ScanAnswer',
    description: 'What a scan meant, what it did, and what comes next.',
    examples: [
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
        next: NEXT,
      },
    ],
  },
);

export const BinsRequest = strictObject('BinsRequest', 'How many bins there are.', {
  count: Type.Integer({
    minimum: 0,
    maximum: BINS_MAX,
    description: 'Bins 1 to this number; of those above it the free ones go.',
    examples: [1],
  }),
});
export const BinSchema = Type.Object(
  {
    bin: integerField('Its number.'),
    code: stringField('As it is scanned: K and four digits.'),
    clientId: Type.Optional(stringField('Client of the order that has it. Not for the role floor.')),
    orderId: Type.Optional(stringField('The order that has it. Not for the role floor.')),
    taken: Type.Optional(
      Type.String({ format: 'date-time', description: 'Since when an order has it; absent: it is free.' }),
    ),
  },
  {
    title: 'Bin',
    description: 'A place where the pieces of an order gather.',
    examples: [
      {
        bin: 7,
        code: scanCodeOf('bin', 7),
        clientId: CLIENT_ID,
        orderId: 'SHOP-10001',
        taken: '2026-01-31T12:00:00.000Z',
      },
    ],
  },
);
