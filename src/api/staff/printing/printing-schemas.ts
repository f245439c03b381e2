import { Type } from 'typebox';
import {
  booleanField,
  integerField,
  integerFrom,
  integerIn,
  oneOf,
  stringField,
  Timestamp,
  titledObject,
} from '../../../platform/http/api-document.ts';
import type { Config } from '../../../platform/settings/config.ts';
import type { PrintJob } from '../../../printing/print-job-store.ts';
import {
  DOTS_PER_INCH_MAX,
  DOTS_PER_INCH_MIN,
  MEDIA_MM_MAX,
  PRINT_MEDIA_TYPES,
  PRINT_STATES,
  PRINTER_ADDRESS_LENGTH_MAX,
  PRINTER_KINDS,
  PRINTER_NAME_LENGTH_MAX,
} from '../../../printing/printing-rules.ts';
import { PRINTED_PAPERS } from '../../../production/printer-rules.ts';
import {
  actorId,
  actorName,
  CODE_LENGTH_MAX,
  MESSAGE_LENGTH_MAX,
  staffPaging,
  strictObject,
  text,
} from '../fields/operator-schemas.ts';
import { type StaffContext, withoutNulls } from '../fields/staff-requests.ts';

const PRINTER_ID = '019a5c7e-3b1f-7c2d-8e4a-5f6071829304';
const JOB_ID = '019a5c7e-4c20-7d3e-9f5b-60718293a4b5';
const example = { name: 'Labels, bench 1', kind: 'raw', address: '10.0.0.7' } as const;

const printerId = stringField('Identifier of the printer.', PRINTER_ID);
const jobId = stringField('Identifier of the print job.', JOB_ID);
export const PrinterParams = Type.Object({ printerId });
export const PrintJobParams = Type.Object({ jobId });

const name = text(PRINTER_NAME_LENGTH_MAX, 'Name of the printer. Unique.', example.name);
const kind = oneOf(
  PRINTER_KINDS,
  'raw: bytes over TCP, for label printers. ipp: Internet Printing Protocol. browser: the page at a station prints.',
);
const address = text(
  PRINTER_ADDRESS_LENGTH_MAX,
  'raw: a host, with a port unless it is 9100. ipp: a URI, such as ipp://10.0.0.8/ipp/print. browser: absent. Private addresses are allowed.',
  example.address,
);
const mediaTypes = Type.Array(oneOf(PRINT_MEDIA_TYPES, 'A media type.'), {
  minItems: 1,
  maxItems: PRINT_MEDIA_TYPES.length,
  uniqueItems: true,
  description: 'Media types that the printer takes. Default: ZPL for raw, PDF for ipp, PDF and PNG for browser.',
  examples: [['application/zpl']],
});
const millimeters = (description: string, mm: number) =>
  Type.Number({ exclusiveMinimum: 0, maximum: MEDIA_MM_MAX, description, examples: [mm] });
const mediaWidthMm = millimeters('Width of the paper in millimeters.', 100);
const mediaHeightMm = millimeters('Height of the paper in millimeters.', 150);
const dotsPerInch = integerIn(
  DOTS_PER_INCH_MIN,
  DOTS_PER_INCH_MAX,
  'Resolution in dots per inch. Most label printers have 203 or 300.',
  203,
);

const paper = { mediaWidthMm, mediaHeightMm, dotsPerInch };
const target = { address: Type.Optional(address), mediaTypes: Type.Optional(mediaTypes) };
export const NewPrinterRequest = strictObject(
  'NewPrinterRequest',
  'A new printer.',
  { name, kind, ...target, ...paper },
  { ...example, mediaWidthMm: 100, mediaHeightMm: 150, dotsPerInch: 203 },
);
export const PrinterChangeRequest = strictObject(
  'PrinterChangeRequest',
  'The fields to change. Absent fields keep their value.',
  {
    name: Type.Optional(name),
    kind: Type.Optional(kind),
    ...target,
    mediaWidthMm: Type.Optional(mediaWidthMm),
    mediaHeightMm: Type.Optional(mediaHeightMm),
    dotsPerInch: Type.Optional(dotsPerInch),
  },
  { mediaHeightMm: 152.4 },
);

const PRINTER_EXAMPLE = {
  printerId: PRINTER_ID,
  ...example,
  mediaTypes: ['application/zpl'],
  mediaWidthMm: 100,
  mediaHeightMm: 150,
  dotsPerInch: 203,
  papers: ['TICKETS', 'SLIP', 'LABEL'],
  created: '2026-01-31T12:00:00.000Z',
  waiting: 0,
  stations: [],
};
const errorName = (description: string) =>
  stringField(`${description} The guide to printing lists the names.`, 'connection_refused');
export const PrinterSchema = titledObject(
  'Printer',
  'A printer. Only callers who may change printers see its address.',
  {
    printerId,
    name,
    kind,
    address: Type.Optional(address),
    mediaTypes,
    ...paper,
    papers: Type.Array(oneOf(PRINTED_PAPERS, 'A kind of paper.'), {
      description:
        'Papers that fit the formats and the paper of the printer. TICKETS in ZPL need 100 x 50 mm. Files from clients have sizes of their own.',
    }),
    created: Timestamp('When the printer was added.'),
    waiting: integerFrom(0, 'Number of print jobs that are queued or being sent.', 0),
    stations: Type.Array(Type.String(), { description: 'Names of the stations that the printer belongs to.' }),
    failingSince: Type.Optional(Timestamp('When the printer became unreachable. Absent: the last attempt reached it.')),
    lastError: Type.Optional(errorName('Error of the last attempt.')),
    nextAttempt: Type.Optional(Timestamp('When the next attempt starts.')),
  },
  PRINTER_EXAMPLE,
);

export const PRINT_JOB_EXAMPLE = {
  jobId: JOB_ID,
  printer: { printerId: PRINTER_ID, name: example.name, kind: example.kind },
  kind: 'test',
  key: JOB_ID,
  title: 'Test page of Labels, bench 1',
  contentType: 'application/zpl',
  documentBytes: 320,
  hasDocument: true,
  copies: 1,
  state: 'queued',
  attempts: 0,
  created: '2026-01-31T12:00:00.000Z',
  createdBy: { kind: 'operator', id: '019a5c7e-3b1f-7c2d-8e4a-5f6071829304', name: 'Ada Lovelace' },
  changed: '2026-01-31T12:00:00.000Z',
};
export const PrintJobSchema = titledObject(
  'PrintJob',
  'A document to print.',
  {
    jobId,
    printer: titledObject('PrintJobPrinter', 'The printer of the job.', {
      printerId,
      name: Type.Optional(stringField('Name of the printer. Absent after it was deleted.', example.name)),
      kind: Type.Optional(kind),
    }),
    kind: stringField('Kind of document.', 'test'),
    key: stringField('Key of the document. Each kind and key is printed once.', JOB_ID),
    title: stringField('Title of the job for people.', 'Test page of Labels, bench 1'),
    stationId: Type.Optional(stringField('Identifier of the station that requested it.')),
    contentType: oneOf(PRINT_MEDIA_TYPES, 'Media type of the document.'),
    documentBytes: integerField('Size of the document in bytes.', 320),
    hasDocument: booleanField('false: the document was deleted after printing.'),
    copies: integerField('Number of copies.', 1),
    state: oneOf(
      PRINT_STATES,
      'queued: waits for the printer. sending: being sent. printed: the printer received all of it. failed: refused by the printer, or expired in the queue. unknown: possibly printed; a person decides with `confirmPrintJob` or `retryPrintJob`. cancelled: will not be printed.',
    ),
    attempts: integerField('Number of attempts to send the job.', 0),
    created: Timestamp('When the job was requested.'),
    createdBy: titledObject('PrintJobCreator', 'The creator of the job.', {
      kind: stringField('operator: a person or program. system: Platen.', 'operator'),
      id: Type.Optional(actorId),
      name: Type.Optional(actorName),
    }),
    changed: Timestamp('When the state last changed.'),
    printed: Type.Optional(Timestamp('When the printer had received the job, or a person confirmed it.')),
    lastError: Type.Optional(errorName('Error of the last attempt.')),
    reprintOf: Type.Optional(stringField('Identifier of the repeated job.')),
    reason: Type.Optional(stringField('Why the document was printed again.')),
  },
  PRINT_JOB_EXAMPLE,
);

export const PrintJobListQuery = Type.Object({
  printer: Type.Optional(stringField('Only jobs of this printer.', PRINTER_ID)),
  state: Type.Optional(oneOf(PRINT_STATES, 'Only jobs in this state.', 'queued')),
  ...staffPaging,
});

export const ReprintRequestSchema = strictObject('ReprintRequest', 'Why the document is printed again.', {
  reason: text(MESSAGE_LENGTH_MAX, 'The reason. Destroy the previous paper.', 'The label came out smeared.'),
  printerId: Type.Optional(
    Type.String({ minLength: 1, maxLength: CODE_LENGTH_MAX, description: 'Identifier of another printer.' }),
  ),
});

export function showPrintJob(job: PrintJob) {
  const { printerId, printerName, printerKind, createdByKind, createdById, createdByName, takenBy: _, ...rest } = job;
  return {
    ...withoutNulls(rest),
    printer: withoutNulls({ printerId, name: printerName, kind: printerKind }),
    createdBy: withoutNulls({ kind: createdByKind, id: createdById, name: createdByName }),
  };
}

export interface PrintingRouteOptions extends StaffContext {
  config: Pick<Config, 'BASE_URL' | 'PORT' | 'METRICS_PORT'>;
  onPrint: (printerId: string) => void;
}
