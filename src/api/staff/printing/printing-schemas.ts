import type { Pool } from 'pg';
import { Type } from 'typebox';
import { Timestamp } from '../../../platform/http/api-document.ts';
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
import { withoutNulls } from '../fields/field-faults.ts';
import {
  booleanField,
  CODE_LENGTH_MAX,
  integerField,
  MESSAGE_LENGTH_MAX,
  oneOf,
  staffPaging,
  strictObject,
  stringField,
  text,
} from '../fields/operator-schemas.ts';

const PRINTER_ID = '019a5c7e-3b1f-7c2d-8e4a-5f6071829304';
const JOB_ID = '019a5c7e-4c20-7d3e-9f5b-60718293a4b5';
const example = { name: 'Labels, bench 1', kind: 'raw', address: '10.0.0.7' } as const;

const printerId = stringField('Identifier of the printer.', PRINTER_ID);
const jobId = stringField('Identifier of the print job.', JOB_ID);
export const PrinterParams = Type.Object({ printerId });
export const PrintJobParams = Type.Object({ jobId });

const name = text(PRINTER_NAME_LENGTH_MAX, 'What people call it; no other has the same.', example.name);
const kind = oneOf(
  PRINTER_KINDS,
  'raw: bytes over TCP, as label printers take them. ipp: Internet Printing Protocol. browser: the page at a station prints.',
);
const address = text(
  PRINTER_ADDRESS_LENGTH_MAX,
  'Of raw a host, with a port where it is not 9100; of ipp a URI, such as ipp://10.0.0.8/ipp/print. A browser has none. Private addresses are fine here.',
  example.address,
);
const mediaTypes = Type.Array(oneOf(PRINT_MEDIA_TYPES, 'A media type.'), {
  minItems: 1,
  maxItems: PRINT_MEDIA_TYPES.length,
  uniqueItems: true,
  description:
    'What documents it takes. By default ZPL of raw, PDF of ipp, PDF and PNG of a browser; a label printer may take PDF as well.',
  examples: [['application/zpl']],
});
const millimeters = (description: string, mm: number) =>
  Type.Number({ exclusiveMinimum: 0, maximum: MEDIA_MM_MAX, description, examples: [mm] });
const mediaWidthMm = millimeters('Width of its paper in millimeters.', 100);
const mediaHeightMm = millimeters('Height of its paper in millimeters.', 150);
const dotsPerInch = Type.Integer({
  minimum: DOTS_PER_INCH_MIN,
  maximum: DOTS_PER_INCH_MAX,
  description: 'How fine it prints: 203 or 300 of most label printers.',
  examples: [203],
});

export const NewPrinterRequest = {
  ...strictObject('NewPrinterRequest', 'A printer.', {
    name,
    kind,
    address: Type.Optional(address),
    mediaTypes: Type.Optional(mediaTypes),
    mediaWidthMm,
    mediaHeightMm,
    dotsPerInch,
  }),
  examples: [{ ...example, mediaWidthMm: 100, mediaHeightMm: 150, dotsPerInch: 203 }],
};
export const PrinterChangeRequest = {
  ...strictObject('PrinterChangeRequest', 'What changes of a printer; the rest stays.', {
    name: Type.Optional(name),
    kind: Type.Optional(kind),
    address: Type.Optional(address),
    mediaTypes: Type.Optional(mediaTypes),
    mediaWidthMm: Type.Optional(mediaWidthMm),
    mediaHeightMm: Type.Optional(mediaHeightMm),
    dotsPerInch: Type.Optional(dotsPerInch),
  }),
  examples: [{ dotsPerInch: 300 }],
};

const PRINTER_EXAMPLE = {
  printerId: PRINTER_ID,
  ...example,
  mediaTypes: ['application/zpl'],
  mediaWidthMm: 100,
  mediaHeightMm: 150,
  dotsPerInch: 203,
  created: '2026-01-31T12:00:00.000Z',
  waiting: 0,
};
const errorName = (description: string) =>
  stringField(`${description} The guide to printing lists them.`, 'connection_refused');
export const PrinterSchema = Type.Object(
  {
    printerId,
    name,
    kind,
    address: Type.Optional(address),
    mediaTypes,
    mediaWidthMm,
    mediaHeightMm,
    dotsPerInch,
    created: Timestamp('When it was named.'),
    waiting: Type.Integer({
      minimum: 0,
      description: 'Print jobs that are queued or being sent.',
      examples: [0],
    }),
    failingSince: Type.Optional(Timestamp('Since when nothing reaches it. Absent: the last attempt did.')),
    lastError: Type.Optional(errorName('What the last attempt failed of.')),
    nextAttempt: Type.Optional(Timestamp('When it is tried again.')),
  },
  {
    title: 'Printer',
    description: 'A printer. Its address is told to those who may change it.',
    examples: [PRINTER_EXAMPLE],
  },
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
export const PrintJobSchema = Type.Object(
  {
    jobId,
    printer: Type.Object(
      {
        printerId,
        name: Type.Optional(stringField('Absent: it was deleted.', example.name)),
        kind: Type.Optional(kind),
      },
      { title: 'PrintJobPrinter', description: 'On which printer.' },
    ),
    kind: stringField('What it is.', 'test'),
    key: stringField('Which one of its kind: it is printed once.', JOB_ID),
    title: stringField('What people call it.', 'Test page of Labels, bench 1'),
    stationId: Type.Optional(stringField('The station where it was asked for.')),
    contentType: oneOf(PRINT_MEDIA_TYPES, 'Of its document.'),
    documentBytes: integerField('Size of its document.', 320),
    hasDocument: booleanField('false: the document was deleted some time after printing.'),
    copies: integerField('How many are printed.', 1),
    state: oneOf(
      PRINT_STATES,
      'queued: waits for its printer. sending: under way. printed: the printer has taken it whole. failed: the printer refuses it, or it waited too long. unknown: it may have been printed, a person says (`confirmPrintJob` or `retryPrintJob`). cancelled.',
    ),
    attempts: integerField('How often it was tried to send it.', 0),
    created: Timestamp('When it was asked for.'),
    createdBy: Type.Object(
      {
        kind: stringField('operator, or system: Platen itself.', 'operator'),
        id: Type.Optional(stringField('Who it was.')),
        name: Type.Optional(stringField('Their name then.')),
      },
      { title: 'PrintJobCreator', description: 'Who asked for it.' },
    ),
    changed: Timestamp('Since when it is in its state.'),
    printed: Type.Optional(Timestamp('When the printer had taken it, or a person said so.')),
    lastError: Type.Optional(errorName('What the last attempt failed of.')),
    reprintOf: Type.Optional(stringField('The job that it repeats.')),
    reason: Type.Optional(stringField('Why it was printed again.')),
  },
  {
    title: 'PrintJob',
    description: 'A document that is printed, or was.',
    examples: [PRINT_JOB_EXAMPLE],
  },
);

export const PrintJobListQuery = Type.Object({
  printer: Type.Optional(stringField('Only of this printer.', PRINTER_ID)),
  state: Type.Optional(oneOf(PRINT_STATES, 'Only in this state.', 'queued')),
  ...staffPaging,
});

export const ReprintRequestSchema = strictObject('ReprintRequest', 'Why it is printed again.', {
  reason: text(MESSAGE_LENGTH_MAX, 'Why; the old one is to be destroyed.', 'The label came out smeared.'),
  printerId: Type.Optional(
    Type.String({ minLength: 1, maxLength: CODE_LENGTH_MAX, description: 'Another printer than before.' }),
  ),
});

export function shownJob(job: PrintJob) {
  const {
    printerId,
    printerName,
    printerKind,
    createdByKind,
    createdById,
    createdByName,
    takenBy: _,
    ...rest
  } = job;
  const { jobId, ...more } = rest;
  return {
    jobId,
    printer: withoutNulls({ printerId, name: printerName, kind: printerKind }),
    ...withoutNulls(more),
    createdBy: withoutNulls({ kind: createdByKind, id: createdById, name: createdByName }),
  };
}

export interface PrintingRouteOptions {
  config: Pick<Config, 'BASE_URL' | 'PORT' | 'METRICS_PORT'>;
  pool: Pool;
  clock: () => Date;
  /** Asks for the printer's jobs to be sent soon. */
  onPrint: (printerId: string) => void;
}
