import { Type } from 'typebox';
import { PAPER_KINDS, PARCEL_PROBLEMS } from '../../../packing/parcel-paper-rules.ts';
import { scanCodeOf } from '../../../platform/text/scan-codes.ts';
import { PRINT_STATES, PRINTER_KINDS } from '../../../printing/printing-rules.ts';
import {
  CLIENT_ID,
  CODE_LENGTH_MAX,
  integerField,
  MESSAGE_LENGTH_MAX,
  oneOf,
  SENTENCE,
  SentenceSchema,
  stringField,
  text,
} from '../fields/operator-schemas.ts';

const TRACKING_LENGTH_MAX = 128;
const CODE = scanCodeOf('parcel', 31);
const JOB_ID = '019a5c7e-6e42-7f60-8b7d-8293a4b5c6d7';

export const ParcelParams = Type.Object({
  code: stringField('As it is scanned.', CODE),
});

const PackedItemSchema = Type.Object(
  {
    itemId: stringField('Id of the item in the order.'),
    title: stringField('Name of the product, or title of the article.'),
    ean13: Type.Optional(stringField('Of an existing product: what is scanned.')),
    sku: Type.Optional(stringField('Of a custom product: its blank.')),
    color: Type.Optional(stringField('Its colour.')),
    size: Type.Optional(stringField('Its size.')),
    thumbnail: Type.Optional(stringField('Address of a small picture: a path on this server, or a URL.')),
    packed: integerField('Pieces in the parcel.'),
    of: integerField('Pieces that are still to leave, those in the parcel among them.'),
  },
  { title: 'PackedItem', description: 'What of an item is in the parcel.' },
);

const PaperSchema = Type.Object(
  {
    kind: oneOf(PAPER_KINDS, 'What it is. CUSTOMS: a CN22 or CN23.'),
    source: oneOf(['CLIENT', 'OURS'], 'CLIENT: a file that the client sent, unchanged. OURS: drawn here.'),
    state: oneOf(
      ['drawing', 'not_made', ...PRINT_STATES],
      'drawing: it becomes a print job in a moment. not_made: it could not be drawn. Else the state of its print job.',
    ),
    jobId: stringField('The print job that it is, or becomes.', JOB_ID),
    printer: Type.Optional(
      Type.Object(
        {
          printerId: stringField('Identifier of the printer.'),
          name: Type.Optional(stringField('Absent: it was deleted.')),
          kind: Type.Optional(oneOf(PRINTER_KINDS, 'browser: the page of the station takes and prints it.')),
        },
        { title: 'PaperPrinter', description: 'Where it is printed.' },
      ),
    ),
    copy: Type.Optional(integerField('From 2 on: it was printed again.')),
    problem: Type.Optional(stringField('Why it could not be drawn, or printed.')),
  },
  { title: 'ParcelPaper', description: 'A paper of a parcel.' },
);

const PROBLEM_WORDS =
  'Why it has no label. customs_data_missing: the catalogue lacks what customs are to be told. file_missing: a file that the client sent is gone. file_not_printable: a file that the client sent would do more than be printed. label_used: the one label that the client sent is on another parcel of the order. no_printer: no printer takes it. address_not_printable: the address has characters that nothing here can print. paper_not_drawn: drawing failed.';

export const parcelFields = {
  code: stringField('As it is scanned: T and ten digits.', CODE),
  number: integerField('Its number within the order, from 1.', 1),
  state: oneOf(
    ['OPEN', 'PACKED', 'SHIPPED', 'DROPPED'],
    'OPEN: being packed. PACKED: closed, and waits for its label. SHIPPED: it has left. DROPPED: its order ended, or was changed, without it.',
  ),
  items: Type.Array(PackedItemSchema, { description: 'Each item of which something is still to leave.' }),
  papers: Type.Array(PaperSchema, { description: 'Those that were asked for; none before all is in it.' }),
  gaps: Type.Array(Type.String(), {
    description:
      'What customs still have to be told of what is to leave, as sentences: mend it before packing ends.',
  }),
  carrier: Type.Optional(stringField('Name of the carrier.')),
  problem: Type.Optional(oneOf(PARCEL_PROBLEMS, PROBLEM_WORDS)),
  gapSentences: Type.Array(SentenceSchema, { description: 'The same with codes.' }),
  details: Type.Optional(Type.Array(Type.String(), { description: 'What is missing, as sentences.' })),
  detailSentences: Type.Optional(Type.Array(SentenceSchema, { description: 'The same with codes.' })),
  trackingNumber: Type.Optional(stringField('As it was scanned or told.')),
};

export const PARCEL = {
  code: CODE,
  clientId: CLIENT_ID,
  orderId: 'SHOP-10001',
  number: 1,
  state: 'PACKED',
  station: 'pack-1',
  items: [
    {
      itemId: '1',
      title: 'Creator Tee',
      sku: 'ST-CREATOR-BLK-M',
      color: 'Black',
      size: 'M',
      packed: 2,
      of: 2,
    },
  ],
  papers: [
    {
      kind: 'SLIP',
      source: 'OURS',
      state: 'drawing',
      jobId: JOB_ID,
      printer: { printerId: '019a5c7e-5d31-7e4f-8a6c-718293a4b5c6', name: 'Browser', kind: 'browser' },
    },
  ],
  gaps: [],
  gapSentences: [],
  opened: '2026-01-31T12:00:00.000Z',
};
/** The parcel while its label is missing. */
export const WAITING_PARCEL = {
  ...PARCEL,
  packed: '2026-01-31T12:00:00.000Z',
  problem: 'file_missing',
  details: ["The client's label is not kept with the order."],
  detailSentences: [SENTENCE],
};
export const SHIPPED_PARCEL = {
  ...PARCEL,
  state: 'SHIPPED',
  closed: '2026-01-31T12:00:00.000Z',
  trackingNumber: 'JD014600006281230704',
};
export const ParcelSchema = Type.Object(
  {
    ...parcelFields,
    clientId: stringField('The client of the order.'),
    orderId: stringField('The order.'),
    station: stringField('Where it was packed, or is.'),
    opened: Type.Optional(Type.String({ format: 'date-time', description: 'When it was begun.' })),
    packed: Type.Optional(
      Type.String({ format: 'date-time', description: 'Since when it waits for its label.' }),
    ),
    closed: Type.Optional(Type.String({ format: 'date-time', description: 'When it left.' })),
  },
  {
    title: 'PackedParcel',
    description: 'A parcel of an order, without its address.',
    examples: [WAITING_PARCEL],
  },
);

export const PrintLabelRequest = Type.Object(
  {
    printerId: Type.Optional(
      text(CODE_LENGTH_MAX, 'Another printer than those of the station where it was packed.'),
    ),
  },
  {
    title: 'PrintLabelRequest',
    description: 'Where it is printed.',
    additionalProperties: false,
    examples: [{}],
  },
);
export const ReprintParcelRequest = Type.Object(
  {
    papers: Type.Optional(
      Type.Array(oneOf(PAPER_KINDS, 'A paper.', 'LABEL'), {
        minItems: 1,
        uniqueItems: true,
        description: 'Which; absent: the label, and the customs form that goes with it.',
      }),
    ),
    reason: text(MESSAGE_LENGTH_MAX, 'Why; the old one is to be destroyed.', 'The label came out smeared.'),
    printerId: Type.Optional(text(CODE_LENGTH_MAX, 'Another printer than those of the station.')),
  },
  {
    title: 'ReprintParcelRequest',
    description: 'Which papers are printed again, and why.',
    additionalProperties: false,
    examples: [{ papers: ['SLIP'], reason: 'The slip was torn.' }],
  },
);
export const ShipParcelRequest = Type.Object(
  {
    trackingNumber: Type.Optional(text(TRACKING_LENGTH_MAX, 'Absent: it has none.', 'JD014600006281230704')),
  },
  {
    title: 'ShipParcelRequest',
    description: 'How the parcel can be followed.',
    additionalProperties: false,
    examples: [{ trackingNumber: 'JD014600006281230704' }],
  },
);
