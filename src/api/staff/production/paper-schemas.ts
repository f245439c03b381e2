import { Type } from 'typebox';
import { Timestamp } from '../../../platform/http/api-document.ts';
import { PRINT_STATES } from '../../../printing/printing-rules.ts';
import { RUN_KINDS, TICKET_FORMS } from '../../../production/paper-run-store.ts';
import { CODE_LENGTH_MAX, MESSAGE_LENGTH_MAX, oneOf, stringField, text } from '../fields/operator-schemas.ts';
import { BatchParams } from './batch-schemas.ts';
import { PieceParams } from './piece-schemas.ts';

const RUN_ID = '019a5c7e-7f53-7071-9c8e-93a4b5c6d7e8';
const PRINTER_ID = '019a5c7e-5d31-7e4f-8a6c-718293a4b5c6';
const STATION_LENGTH_MAX = 64;

/** Papers that a browser can read. */
export const BATCH_PAPERS = ['tickets', 'ticket-sheets', 'pick-list', 'cover'] as const;
export const BatchPaperParams = Type.Object({
  batchId: BatchParams.properties.batchId,
  paper: oneOf(
    BATCH_PAPERS,
    'tickets: stickers of 100 x 50 mm. ticket-sheets: A4 with eight each.',
    'tickets',
  ),
});
export const TicketParams = PieceParams;

const where = {
  form: Type.Optional(
    oneOf(
      TICKET_FORMS,
      'Of tickets. STICKER: 100 x 50 mm. SHEET: A4 with eight. Absent: what suits the printer.',
      'STICKER',
    ),
  ),
  printerId: Type.Optional(text(CODE_LENGTH_MAX, 'The printer; absent: one of the station, else a browser.')),
  station: Type.Optional(
    text(
      STATION_LENGTH_MAX,
      'Name or id of the station whose printers are taken; a browser that is one need not say it.',
    ),
  ),
};
const reason = text(MESSAGE_LENGTH_MAX, 'Why it is printed again.', 'The sheet was torn.');

export const BatchPapersRequest = Type.Object(
  {
    paper: oneOf(
      RUN_KINDS.filter((kind) => kind !== 'TICKET'),
      'TICKETS: one for each piece, in picking order. PICK_LIST: what to take from the shelves. COVER: the sheet on top.',
      'TICKETS',
    ),
    ...where,
    reason: Type.Optional(reason),
  },
  {
    title: 'BatchPapersRequest',
    description: 'Which papers of a batch are printed, and where.',
    additionalProperties: false,
    examples: [{ paper: 'TICKETS' }],
  },
);
export const TicketRequest = Type.Object(
  { reason, ...where },
  {
    title: 'TicketRequest',
    description: 'Why the ticket of a piece is printed again, and where.',
    additionalProperties: false,
    examples: [{ reason: 'The ticket was torn.' }],
  },
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
export const PaperRunSchema = Type.Object(
  {
    runId: stringField('Identifier of what was asked for.'),
    paper: oneOf(RUN_KINDS, 'What it is.'),
    form: oneOf(TICKET_FORMS, 'Of tickets. STICKER: 100 x 50 mm. SHEET: A4 with eight.'),
    state: oneOf(
      ['drawing', 'enqueued', 'not_made'],
      'drawing: it is being drawn, and becomes print jobs. enqueued: all of it are print jobs. not_made: it could not be drawn, or there is nothing on it.',
    ),
    printerId: stringField('Where it is printed.'),
    asked: Timestamp('When it was asked for.'),
    askedBy: Type.Optional(stringField('By whom.')),
    reason: Type.Optional(stringField('Why it was printed again; absent: it is the first.')),
    jobs: Type.Array(
      Type.Object(
        {
          jobId: stringField('The print job.'),
          state: oneOf(PRINT_STATES, 'How far it is.'),
          lastError: Type.Optional(stringField('What its last attempt failed of.')),
        },
        { title: 'PaperRunJob', description: 'A print job.' },
      ),
      { description: 'The print jobs that it has become, many tickets in several.' },
    ),
  },
  { title: 'PaperRun', description: 'Papers that somebody asked for.', examples: [PAPER_RUN] },
);
