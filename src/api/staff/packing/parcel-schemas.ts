import { Type } from 'typebox';
import { PAPER_KINDS, PARCEL_PROBLEMS } from '../../../packing/parcel-paper-rules.ts';
import { scanCodeOf } from '../../../platform/formats/scan-codes.ts';
import {
  booleanField,
  integerField,
  oneOf,
  stringField,
  Timestamp,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { PRINT_STATES, PRINTER_KINDS } from '../../../printing/printing-rules.ts';
import {
  CLIENT_ID,
  CODE_LENGTH_MAX,
  MESSAGE_LENGTH_MAX,
  orderFields,
  SENTENCE,
  SentenceSchema,
  strictObject,
  text,
} from '../fields/operator-schemas.ts';

const TRACKING_LENGTH_MAX = 128;
const TRACKING = 'JD014600006281230704';
const JOB_ID = '019a5c7e-6e42-7f60-8b7d-8293a4b5c6d7';
const NOW = '2026-01-31T12:00:00.000Z';
export const PARCEL_CODE = scanCodeOf('parcel', 31);

export const ParcelParams = Type.Object({ code: stringField('Scanned code of the parcel.', PARCEL_CODE) });

const PackedItemSchema = titledObject('PackedItem', 'The pieces of one item in a parcel.', {
  itemId: stringField('Identifier of the item in the order.'),
  title: stringField('Name of the product, or title of the article.'),
  ean13: Type.Optional(stringField('EAN-13 to scan. Present for existing products only.')),
  sku: Type.Optional(stringField('SKU of the blank. Present for custom products only.')),
  color: Type.Optional(stringField('Colour of the variant.')),
  size: Type.Optional(stringField('Size of the variant.')),
  thumbnail: Type.Optional(stringField('Address of a small picture: a path on this server, or a URL.')),
  packed: integerField('Pieces in the parcel.'),
  of: integerField('Pieces that were not shipped before, including the pieces in the parcel.'),
});

const LabelSchema = titledObject(
  'ParcelLabel',
  'A label that was bought for the parcel or its return, or is being bought.',
  {
    state: oneOf(
      ['COMING', 'FAILED', 'USED', 'VOIDING', 'VOID', 'NOT_VOIDED'],
      'COMING: it is being bought and printed. FAILED: a person must act. USED: it is on the parcel. VOIDING, VOID: it was given up. NOT_VOIDED: it was given up, and is paid.',
    ),
    providerName: Type.Optional(stringField('Name of the label provider.')),
    service: Type.Optional(stringField('Service in the words of the provider.')),
    carrier: Type.Optional(stringField('Name of the carrier.')),
    trackingUrl: Type.Optional(stringField('Page where the recipient follows the parcel.')),
    cost: Type.Optional(
      titledObject('ParcelLabelCost', 'The price.', {
        amount: Type.Number({ description: 'The amount, with up to four decimals.' }),
        currency: stringField('ISO 4217.'),
      }),
    ),
    isTest: booleanField('Whether the label is a test and not for shipping.'),
    trackingNumber: Type.Optional(stringField('Tracking number of a return.', 'JD014600006281230704')),
    problem: Type.Optional(oneOf(PARCEL_PROBLEMS, 'Why the label of a return was not bought.')),
    message: Type.Optional(stringField('The words of the provider about it.', 'The postal code is wrong.')),
  },
);

const PaperSchema = titledObject('ParcelPaper', 'A paper of a parcel.', {
  kind: oneOf(PAPER_KINDS, 'Kind of paper. CUSTOMS: a CN22 or CN23 form.'),
  source: oneOf(
    ['CLIENT', 'OURS', 'BOUGHT'],
    'CLIENT: the unchanged file of the client. OURS: drawn by Platen. BOUGHT: from a label provider.',
  ),
  state: oneOf(
    ['drawing', 'not_made', 'void', ...PRINT_STATES],
    'drawing: its print job is not created yet. not_made: drawing failed. void: the parcel was taken back, and the paper must not be used. The other states are those of the print job.',
  ),
  jobId: stringField('Identifier of the print job, also before the job exists.', JOB_ID),
  printer: Type.Optional(
    titledObject('PaperPrinter', 'The printer of the paper.', {
      printerId: stringField('Identifier of the printer.'),
      name: Type.Optional(stringField('Name of the printer. Absent after the printer was deleted.')),
      kind: Type.Optional(oneOf(PRINTER_KINDS, 'browser: the page at the station prints the paper.')),
    }),
  ),
  copy: Type.Optional(integerField('Number of the copy. Present from the second copy on.')),
  problem: Type.Optional(stringField('Why the paper could not be drawn or printed.')),
});

export const parcelKeyFields = {
  code: stringField('Scanned code: T and ten digits.'),
  state: oneOf(
    ['OPEN', 'PACKED', 'SHIPPED', 'DROPPED'],
    'OPEN: being packed. PACKED: closed, and waiting for its label. SHIPPED: labelled and reported as shipped. DROPPED: abandoned, because its order ended or was changed, or because it was left empty.',
  ),
  trackingNumber: Type.Optional(stringField('The scanned or entered tracking number.')),
};
export const parcelFields = {
  code: stringField('Scanned code: T and ten digits.', PARCEL_CODE),
  number: integerField('Number of the parcel in the order, from 1.', 1),
  state: parcelKeyFields.state,
  items: Type.Array(PackedItemSchema, { description: 'The items with pieces that were not shipped before.' }),
  papers: Type.Array(PaperSchema, { description: 'The requested papers. Empty until packing is complete.' }),
  gaps: Type.Array(Type.String(), {
    description: 'Data that the customs declaration lacks, as sentences. Complete it before packing ends.',
  }),
  carrier: Type.Optional(stringField('Name of the carrier.')),
  label: Type.Optional(LabelSchema),
  returnLabel: Type.Optional(LabelSchema),
  packageId: Type.Optional(stringField('The chosen package. Absent: the first one of the list.')),
  weightGrams: Type.Optional(integerField('Weight as typed or weighed, in grams. Absent: that of the catalogue.')),
  problem: Type.Optional(
    oneOf(
      PARCEL_PROBLEMS,
      'Why the parcel has no label. customs_data_missing: the catalogue lacks customs data. sender_missing: the address of the sender is not set. file_missing: a file of the client is no longer stored. file_not_printable: a file of the client contains more than printable content. label_used: the only label of the client is on another parcel of the order. no_printer: no printer takes the label. address_not_printable: the fonts lack a character of the address. paper_not_drawn: drawing failed. label_no_service: no rule or service fits the parcel. label_weight_missing: the catalogue lacks a weight. label_not_printable: the bought label cannot be printed. label_is_test: the label of a test account was printed, and does not ship. label_refused, label_credentials_refused: the label provider has refused. label_provider_unreachable, label_answer_unusable: Platen tries again.',
    ),
  ),
  gapSentences: Type.Array(SentenceSchema, { description: 'The gaps with codes and values.' }),
  details: Type.Optional(Type.Array(Type.String(), { description: 'Details of the problem, as sentences.' })),
  detailSentences: Type.Optional(Type.Array(SentenceSchema, { description: 'The details with codes and values.' })),
  trackingNumber: parcelKeyFields.trackingNumber,
};

export const PARCEL = {
  code: PARCEL_CODE,
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
  opened: NOW,
};
export const WAITING_PARCEL = {
  ...PARCEL,
  packed: NOW,
  problem: 'file_missing',
  details: ["The client's label is not kept with the order."],
  detailSentences: [SENTENCE],
};
export const SHIPPED_PARCEL = { ...PARCEL, state: 'SHIPPED', closed: NOW, trackingNumber: TRACKING };
const dateTime = (description: string) => Type.Optional(Timestamp(description));
export const ParcelSchema = titledObject(
  'PackedParcel',
  'A parcel of an order, without its address.',
  {
    ...parcelFields,
    ...orderFields,
    station: stringField(
      'Name of the station that packs the parcel. Empty: it was put aside, and any station may continue it.',
    ),
    opened: dateTime('When packing began.'),
    packed: dateTime('When the parcel was closed without a label.'),
    closed: dateTime('When the parcel was shipped.'),
  },
  WAITING_PARCEL,
);

const printerId = Type.Optional(text(CODE_LENGTH_MAX, 'Identifier of a printer. Absent: a printer of the station.'));
export const PrintLabelRequest = strictObject(
  'PrintLabelRequest',
  'Where the label is printed, or another service from which it is bought.',
  {
    printerId,
    providerId: Type.Optional(text(CODE_LENGTH_MAX, 'Label provider, with `service`. Absent: the rules choose.')),
    service: Type.Optional(text(CODE_LENGTH_MAX, 'Service in the words of the provider. Absent: the rules choose.')),
  },
  {},
);
const { providerId, service } = PrintLabelRequest.properties;
export const ReturnLabelRequest = strictObject(
  'ReturnLabelRequest',
  'The service from which the label of a return is bought.',
  { providerId, service },
  {},
);
export const ReprintParcelRequest = strictObject(
  'ReprintParcelRequest',
  'The papers to print again, and the reason.',
  {
    papers: Type.Optional(
      Type.Array(oneOf(PAPER_KINDS, 'Kind of paper.', 'LABEL'), {
        minItems: 1,
        uniqueItems: true,
        description: 'The papers. Absent: the label and its customs form.',
      }),
    ),
    reason: text(MESSAGE_LENGTH_MAX, 'The reason. Destroy the previous paper.', 'The label came out smeared.'),
    printerId,
  },
  { papers: ['SLIP'], reason: 'The slip was torn.' },
);
export const TakeBackRequest = strictObject(
  'TakeBackRequest',
  'Why a parcel is taken back.',
  { reason: text(MESSAGE_LENGTH_MAX, 'The reason, for the history and the audit log.', 'The address was wrong.') },
  { reason: 'The address was wrong.' },
);
export const ShipParcelRequest = strictObject(
  'ShipParcelRequest',
  'The tracking of the parcel.',
  {
    trackingNumber: Type.Optional(
      text(TRACKING_LENGTH_MAX, 'Tracking number. Absent when the parcel has none.', TRACKING),
    ),
  },
  { trackingNumber: TRACKING },
);
