import type { Actor } from '../../platform/audit/actor.ts';
import { risingId } from '../../platform/database/rising-ids.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import { printerOf, printersOf } from '../../printing/printers-of-station.ts';
import { PDF } from '../../printing/printing-rules.ts';
import type { StationPrinter } from '../../printing/station-printer-store.ts';
import type { Piece } from '../piece-store.ts';
import { insertRun, type PaperRun, type RunKind, type TicketForm } from './paper-run-store.ts';
import { isLabelPrinter, printerFor } from './printer-rules.ts';

export interface AskedPapers {
  connection: Connection;
  /** Made before the transaction, where that may run again after it was committed. */
  runId?: string;
  /** Where they are printed: the name or id of a station; empty: at none. */
  station: string;
  /** In place of the printers of the station. */
  printerId?: string | undefined;
  /** Of tickets; what suits the printer when absent. */
  form?: TicketForm | undefined;
  by: Actor;
  now: Date;
  /** Why it is printed again; null: for the first time. */
  reason: string | null;
}

/** Has papers of a batch printed, for the first time or with a reason again. Throws `printer_not_found`. */
export function askForBatch(
  asked: AskedPapers,
  batchId: string,
  kind: Exclude<RunKind, 'TICKET'>,
): Promise<PaperRun> {
  return ask(asked, { kind, batchId, clientId: null, orderId: null, piece: null });
}

/** Has the ticket of a piece printed, the same. */
export function askForTicket(
  asked: AskedPapers,
  { clientId, orderId, code }: Pick<Piece, 'clientId' | 'orderId' | 'code'>,
): Promise<PaperRun> {
  return ask(asked, { kind: 'TICKET', batchId: null, clientId, orderId, piece: code });
}

async function ask(
  { connection, runId = risingId(), station, printerId, form, by, now, reason }: AskedPapers,
  what: Pick<PaperRun, 'kind' | 'batchId' | 'clientId' | 'orderId' | 'piece'>,
): Promise<PaperRun> {
  const named = printerId === undefined ? undefined : await printerOf(connection, printerId);
  const printers = named ? [named] : await printersOf(connection, station, now);
  const isTicket = what.kind === 'TICKETS' || what.kind === 'TICKET';
  const printer = printerOfPaper(printers, isTicket ? form : 'SHEET');
  return insertRun(connection, {
    ...what,
    runId,
    printerId: printer.printerId,
    form: isTicket ? (form ?? (isLabelPrinter(printer) ? 'STICKER' : 'SHEET')) : 'SHEET',
    station,
    asked: now,
    askedByKind: by.kind,
    askedById: by.id,
    askedByName: by.name,
    reason,
  });
}

/** Of tickets that nobody wants in a form, stickers where a printer takes them. */
function printerOfPaper(printers: readonly StationPrinter[], form: TicketForm | undefined): StationPrinter {
  const size = form === 'SHEET' ? 'sheet' : 'label';
  return (printerFor(printers, PDF, size) ?? printers.at(-1)) as StationPrinter;
}
