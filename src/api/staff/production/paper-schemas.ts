import { Type } from 'typebox';
import {
  answer,
  booleanField,
  integerFrom,
  oneOf,
  rateLimitHeaders,
  stringField,
  Timestamp,
  titledObject,
} from '../../../platform/http/api-document.ts';
import { PRINT_STATES, PRINTER_KINDS } from '../../../printing/printing-rules.ts';
import { RUN_KINDS, RUN_PROBLEMS, TICKET_FORMS } from '../../../production/paper-run-store.ts';
import { CODE_LENGTH_MAX, MESSAGE_LENGTH_MAX, strictObject, text } from '../fields/operator-schemas.ts';
import { BatchParams } from './batch-schemas.ts';

const RUN_ID = '019a5c7e-7f53-7071-9c8e-93a4b5c6d7e8';
const PRINTER_ID = '019a5c7e-5d31-7e4f-8a6c-718293a4b5c6';
const STATION_LENGTH_MAX = 64;

export const BatchPaperParams = Type.Object({
  batchId: BatchParams.properties.batchId,
  paper: oneOf(
    ['tickets', 'ticket-sheets', 'pick-list', 'cover'],
    'tickets: stickers of 100 x 50 mm. ticket-sheets: A4 sheets with eight tickets each.',
    'tickets',
  ),
});
export const BinQuery = Type.Object({ from: Type.Optional(integerFrom(1, 'Number of the first bin.', 1)) });

const where = {
  form: Type.Optional(
    oneOf(
      TICKET_FORMS,
      'For tickets. STICKER: 100 x 50 mm. SHEET: A4 with eight tickets. Default: the form that the printer takes.',
      'STICKER',
    ),
  ),
  printerId: Type.Optional(
    text(CODE_LENGTH_MAX, 'Identifier of the printer. Default: a printer of the station, else a browser.'),
  ),
  here: Type.Optional(
    booleanField('true: the caller prints the PDF itself. The run is recorded without a printer and print jobs.'),
  ),
  station: Type.Optional(
    text(
      STATION_LENGTH_MAX,
      'Name or identifier of the station whose printers are used. Default: the station of the browser.',
    ),
  ),
};
const reason = text(MESSAGE_LENGTH_MAX, 'Why it is printed again.', 'The sheet was torn.');

export const BatchPapersRequest = strictObject(
  'BatchPapersRequest',
  'The papers of a batch to print, and the printer.',
  {
    paper: oneOf(
      RUN_KINDS.filter((kind) => kind !== 'TICKET'),
      'TICKETS: one for each piece, in picking order. PICK_LIST: the blanks to take from stock. COVER: the top sheet.',
      'TICKETS',
    ),
    ...where,
    reason: Type.Optional(reason),
  },
  { paper: 'TICKETS' },
);
export const TicketRequest = strictObject(
  'TicketRequest',
  'Why the ticket of a piece is printed again, and the printer.',
  { reason, ...where },
  { reason: 'The ticket was torn.' },
);

export const PAPER_RUN = {
  runId: RUN_ID,
  paper: 'TICKETS',
  form: 'SHEET',
  state: 'drawing',
  printerId: PRINTER_ID,
  asked: '2026-01-31T12:00:00.000Z',
  askedBy: 'Ada Lovelace',
  jobs: [],
};
export const PaperRunSchema = titledObject(
  'PaperRun',
  'Requested papers of a batch or a piece.',
  {
    runId: stringField('Identifier of the paper run.'),
    paper: oneOf(RUN_KINDS, 'Kind of paper.'),
    form: oneOf(TICKET_FORMS, 'For tickets. STICKER: 100 x 50 mm. SHEET: A4 with eight tickets.'),
    state: oneOf(
      ['drawing', 'enqueued', 'not_made', 'here'],
      'drawing: being drawn. enqueued: all print jobs are created. not_made: see `problem`. here: printed by the caller.',
    ),
    problem: Type.Optional(
      oneOf(
        RUN_PROBLEMS,
        'Why nothing was printed. nothing_to_print: no piece is left to make. document_not_printable: the printer does not take it.',
      ),
    ),
    printerId: Type.Optional(stringField('Identifier of the printer. Absent with `here`.')),
    printer: Type.Optional(
      titledObject('PaperRunPrinter', 'The printer of a listed run. Absent after it was deleted.', {
        name: stringField('Name of the printer.', 'Stickers'),
        kind: oneOf(PRINTER_KINDS, 'Kind of printer.'),
        lastError: Type.Optional(stringField('Why the printer is not reached.', 'connection_refused')),
      }),
    ),
    asked: Timestamp('When the papers were requested.'),
    askedBy: Type.Optional(stringField('Name of the person or program that requested them.')),
    reason: Type.Optional(stringField('Why the paper was printed again. Absent for the first print.')),
    jobs: Type.Array(
      titledObject('PaperRunJob', 'A print job.', {
        jobId: stringField('Identifier of the print job.'),
        state: oneOf(PRINT_STATES, 'State of the print job.'),
        lastError: Type.Optional(stringField('Error of the last attempt.')),
      }),
      { description: 'The print jobs of the run. Many tickets are split into several jobs.' },
    ),
  },
  PAPER_RUN,
);

export const pdfAnswer = {
  ...answer('The document.', Type.String(), {
    'Content-Disposition': { schema: Type.String(), description: 'File name for the browser.' },
    ...rateLimitHeaders,
  }),
  content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
};
