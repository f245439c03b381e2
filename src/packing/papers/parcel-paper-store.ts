import type { OrderKey } from '../../orders/document/order-store.ts';
import type { ActorKind } from '../../platform/audit/actor.ts';
import type { DueQuery } from '../../platform/database/due-query.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import type {
  PaperKind,
  PaperMediaType,
  PaperPrinterKind,
  PaperPrintState,
  PaperSource,
  ParcelProblemCode,
} from './parcel-paper-rules.ts';

export interface ParcelKey extends OrderKey {
  parcel: number;
}

export interface ParcelPaper extends ParcelKey {
  kind: PaperKind;
  /** 1 the first; further ones were asked for with a reason. */
  copy: number;
  /** Of the parcel. */
  code: string;
  source: PaperSource;
  /** Of the client's file. */
  sha256: string | null;
  contentType: PaperMediaType;
  /** SHA-256 of what it is made of. */
  madeOf: Buffer;
  printerId: string;
  station: string;
  /** drawing: it is to be drawn. enqueued: it is a print job. not_made: it could not be drawn. */
  state: 'drawing' | 'enqueued' | 'not_made';
  /** The print job that it becomes. */
  jobId: string;
  asked: Date;
  askedByKind: ActorKind;
  askedById: string | null;
  askedByName: string | null;
  attempts: number;
  problem: ParcelProblemCode | null;
  reason: string | null;
  /** The print job that it repeats. */
  repeats: string | null;
}

const COLUMNS = `client_id as "clientId", order_id as "orderId", parcel, kind, copy, code, source, sha256, content_type as "contentType",
  made_of as "madeOf", printer_id as "printerId", station, state, job_id as "jobId", asked, asked_by_kind as "askedByKind",
  asked_by_id as "askedById", asked_by_name as "askedByName", attempts, problem, reason, repeats`;

/** The latest copy of each of the parcel's papers. */
export async function listLatestPapers(
  connection: Connection,
  { clientId, orderId, parcel }: ParcelKey,
): Promise<ParcelPaper[]> {
  const { rows } = await connection.query<ParcelPaper>({
    name: 'list-latest-papers',
    text: `select distinct on (kind) ${COLUMNS} from parcel_papers
           where client_id = $1 and order_id = $2 and parcel = $3 order by kind, copy desc`,
    values: [clientId, orderId, parcel],
  });
  return rows;
}

/** The client's files that are printed, or soon will be, for other parcels of the order, by their SHA-256. A parcel that was given up needs none. */
export async function listUsedFiles(
  connection: Connection,
  { clientId, orderId, parcel }: ParcelKey,
): Promise<string[]> {
  const { rows } = await connection.query<{ sha256: string }>({
    name: 'list-used-files',
    text: `select distinct a.sha256 from parcel_papers a join parcels p using (client_id, order_id, parcel)
           where a.client_id = $1 and a.order_id = $2 and a.parcel <> $3 and a.source = 'CLIENT' and a.state <> 'not_made' and p.state <> 'DROPPED'`,
    values: [clientId, orderId, parcel],
  });
  return rows.map(({ sha256 }) => sha256);
}

/** A paper as it is shown: what its print job says, where it has become one. */
export interface ShownPaper {
  kind: PaperKind;
  copy: number;
  source: PaperSource;
  jobId: string;
  state: 'drawing' | 'not_made' | PaperPrintState;
  printerId: string;
  /** Null: it is gone. */
  printerName: string | null;
  printerKind: PaperPrinterKind | null;
  problem: string | null;
  lastError: string | null;
}

/** The latest copy of each of the parcel's papers, with where it is printed and how far that is. */
export async function listShownPapers(connection: Connection, code: string): Promise<ShownPaper[]> {
  const { rows } = await connection.query<ShownPaper>({
    name: 'list-shown-papers',
    text: `select distinct on (a.kind) a.kind, a.copy, a.source, a.job_id as "jobId", coalesce(j.state, a.state) as state,
                  coalesce(j.printer_id, a.printer_id) as "printerId", p.name as "printerName", p.kind as "printerKind", a.problem,
                  j.last_error as "lastError"
           from parcels c
           join parcel_papers a on a.client_id = c.client_id and a.order_id = c.order_id and a.parcel = c.parcel
           left join print_jobs j on j.job_id = a.job_id
           left join printers p on p.printer_id = coalesce(j.printer_id, a.printer_id)
           where c.code = $1 order by a.kind, a.copy desc`,
    values: [code],
  });
  return rows;
}

/** Notes that it is to be drawn. */
export async function insertPaper(
  connection: Connection,
  paper: Omit<ParcelPaper, 'state' | 'attempts' | 'problem'>,
): Promise<void> {
  await connection.query({
    name: 'insert-parcel-paper',
    text: `insert into parcel_papers (client_id, order_id, parcel, kind, copy, code, source, sha256, content_type, made_of, printer_id, station,
                                      state, job_id, asked, asked_by_kind, asked_by_id, asked_by_name, reason, repeats)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'drawing', $13, $14, $15, $16, $17, $18, $19)`,
    values: [
      paper.clientId,
      paper.orderId,
      paper.parcel,
      paper.kind,
      paper.copy,
      paper.code,
      paper.source,
      paper.sha256,
      paper.contentType,
      paper.madeOf,
      paper.printerId,
      paper.station,
      paper.jobId,
      paper.asked,
      paper.askedByKind,
      paper.askedById,
      paper.askedByName,
      paper.reason,
      paper.repeats,
    ],
  });
}

/** Has the codes of parcels with papers to draw. */
export function dueParcelPapers(): DueQuery {
  return {
    text: `select distinct code as key from parcel_papers where state = 'drawing' order by code`,
    values: [],
  };
}

/** The papers of the parcel that are to be drawn. */
export async function listPapersToDraw(connection: Connection, code: string): Promise<ParcelPaper[]> {
  const { rows } = await connection.query<ParcelPaper>({
    name: 'list-papers-to-draw',
    text: `select ${COLUMNS} from parcel_papers where code = $1 and state = 'drawing' order by kind desc, copy`,
    values: [code],
  });
  return rows;
}

/** Whether the paper is still to be drawn. Its order must be locked. */
export async function isToDraw(
  connection: Connection,
  { clientId, orderId, parcel, kind, copy }: ParcelPaper,
): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: 'is-paper-to-draw',
    text: `select 1 from parcel_papers
           where client_id = $1 and order_id = $2 and parcel = $3 and kind = $4 and copy = $5 and state = 'drawing'`,
    values: [clientId, orderId, parcel, kind, copy],
  });
  return rowCount === 1;
}

/** Records what became of a paper that was to be drawn. */
export async function endDrawing(
  connection: Connection,
  { clientId, orderId, parcel, kind, copy }: ParcelPaper,
  { state, problem }: { state: 'enqueued' | 'not_made'; problem: ParcelProblemCode | null },
): Promise<void> {
  await connection.query({
    name: 'end-drawing',
    text: `update parcel_papers set state = $6, problem = $7
           where client_id = $1 and order_id = $2 and parcel = $3 and kind = $4 and copy = $5 and state = 'drawing'`,
    values: [clientId, orderId, parcel, kind, copy, state, problem],
  });
}

/** Drawing it failed of something that may pass; answers how often it did. */
export async function noteDrawingFailed(
  connection: Connection,
  { clientId, orderId, parcel, kind, copy }: ParcelPaper,
): Promise<number> {
  const { rows } = await connection.query<{ attempts: number }>({
    name: 'note-drawing-failed',
    text: `update parcel_papers set attempts = attempts + 1
           where client_id = $1 and order_id = $2 and parcel = $3 and kind = $4 and copy = $5 returning attempts`,
    values: [clientId, orderId, parcel, kind, copy],
  });
  return rows[0]?.attempts ?? 0;
}

/** Forgets which papers of the order's parcels and pieces there were: what they were made of, and why one was printed again. */
export async function erasePapers(connection: Connection, clientId: string, orderId: string): Promise<void> {
  await connection.query({
    name: 'erase-parcel-papers',
    text: 'delete from parcel_papers where client_id = $1 and order_id = $2',
    values: [clientId, orderId],
  });
  await connection.query({
    name: 'erase-paper-runs',
    text: 'delete from paper_runs where client_id = $1 and order_id = $2',
    values: [clientId, orderId],
  });
}
