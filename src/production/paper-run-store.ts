import type { ActorKind } from '../platform/audit/actor.ts';
import type { DueQuery } from '../platform/database/due-query.ts';
import { valuesOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryHasRow, queryRow, queryRows } from '../platform/database/transaction.ts';

/** The papers of a run. TICKET is for one piece, the other kinds are for a batch. */
export const RUN_KINDS = ['TICKETS', 'PICK_LIST', 'COVER', 'TICKET'] as const;
export type RunKind = (typeof RUN_KINDS)[number];
/** nothing_to_print: no piece is left to make. */
export const RUN_PROBLEMS = [
  'nothing_to_print',
  'printer_not_found',
  'document_not_printable',
  'paper_not_drawn',
] as const;
export type RunProblem = (typeof RUN_PROBLEMS)[number];
/** STICKER: one ticket each. SHEET: eight tickets on a page. */
export const TICKET_FORMS = ['STICKER', 'SHEET'] as const;
export type TicketForm = (typeof TICKET_FORMS)[number];

export interface PaperRun {
  runId: string;
  kind: RunKind;
  batchId: string | null;
  clientId: string | null;
  orderId: string | null;
  piece: string | null;
  form: TicketForm;
  /** Empty: the browser that asked. */
  printerId: string;
  station: string;
  /** here: printed by the browser that asked, without a print job. */
  state: 'drawing' | 'enqueued' | 'not_made' | 'here';
  /** Why nothing was printed. Null in other states than `not_made`. */
  problem: RunProblem | null;
  parts: number;
  /** The last printed piece. */
  afterSku: string | null;
  afterCode: string | null;
  attempts: number;
  asked: Date;
  askedByKind: ActorKind;
  askedById: string | null;
  askedByName: string | null;
  /** Why it is printed again. Null: it is the first time. */
  reason: string | null;
}

type NewPaperRun = Omit<PaperRun, 'state' | 'problem' | 'parts' | 'afterSku' | 'afterCode' | 'attempts'> & {
  state: 'drawing' | 'here';
};

const COLUMNS = `run_id as "runId", kind, batch_id as "batchId", client_id as "clientId", order_id as "orderId", piece, form,
  printer_id as "printerId", station, state, problem, parts, after_sku as "afterSku", after_code as "afterCode", attempts, asked,
  asked_by_kind as "askedByKind", asked_by_id as "askedById", asked_by_name as "askedByName", reason`;

/**
 * Inserts a requested run. Without a reason, returns an earlier run for the same papers, if there is one. An
 * earlier run that made nothing is begun again.
 */
export async function insertRun(connection: Connection, run: NewPaperRun): Promise<PaperRun> {
  const { rows } = await connection.query<PaperRun>({
    name: 'insert-paper-run',
    text: `insert into paper_runs (run_id, kind, batch_id, client_id, order_id, piece, form, printer_id, station, state, asked,
                                   asked_by_kind, asked_by_id, asked_by_name, reason)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
           on conflict do nothing returning ${COLUMNS}`,
    values: [
      ...valuesOf(run, 'runId', 'kind', 'batchId', 'clientId', 'orderId', 'piece', 'form', 'printerId', 'station'),
      ...valuesOf(run, 'state', 'asked', 'askedByKind', 'askedById', 'askedByName', 'reason'),
    ],
  });
  return rows[0] ?? (await restartRun(connection, run)) ?? ((await findFirstRun(connection, run)) as PaperRun);
}

/** Begins the first run for the same papers again, if it made nothing. */
async function restartRun(connection: Connection, run: NewPaperRun): Promise<PaperRun | undefined> {
  const { kind, batchId, piece, form, printerId, state, asked } = run;
  return queryRow<PaperRun>(connection, {
    name: 'restart-paper-run',
    text: `update paper_runs set state = $6, problem = null, attempts = 0, form = $4, printer_id = $5, asked = $7
           where state = 'not_made' and reason is null and (batch_id = $1::bigint and kind = $2 or piece = $3) returning ${COLUMNS}`,
    values: [batchId, kind, piece, form, printerId, state, asked],
  });
}

async function findFirstRun(
  connection: Connection,
  { runId, kind, batchId, piece }: NewPaperRun,
): Promise<PaperRun | undefined> {
  return queryRow<PaperRun>(connection, {
    name: 'find-first-paper-run',
    text: `select ${COLUMNS} from paper_runs
           where run_id = $1 or reason is null and (batch_id = $3::bigint and kind = $2 or piece = $4) order by run_id = $1 desc limit 1`,
    values: [runId, kind, batchId, piece],
  });
}

export async function findRun(connection: Connection, runId: string): Promise<PaperRun | undefined> {
  return queryRow<PaperRun>(connection, {
    name: 'find-paper-run',
    text: `select ${COLUMNS} from paper_runs where run_id = $1`,
    values: [runId],
  });
}

/** Lists the runs of a batch, latest first. */
export async function listRunsOfBatch(connection: Connection, batchId: string, limit: number): Promise<PaperRun[]> {
  return queryRows<PaperRun>(connection, {
    name: 'list-paper-runs-of-batch',
    text: `select ${COLUMNS} from paper_runs where batch_id = $1 order by run_id desc limit $2`,
    values: [batchId, limit],
  });
}

type PaperRunJob = { runId: string; jobId: string; state: string; lastError: string | null };

/** Lists the print jobs of the runs, in the order of their parts. */
export async function listPrintJobsOfRuns(connection: Connection, runIds: readonly string[]): Promise<PaperRunJob[]> {
  return queryRows<PaperRunJob>(connection, {
    name: 'list-jobs-of-runs',
    text: `select r.run_id as "runId", j.job_id as "jobId", j.state, j.last_error as "lastError"
           from paper_runs r cross join lateral generate_series(1, r.parts) part
           join print_jobs j on j.kind = 'papers' and j.job_key = r.run_id || ' ' || part
           where r.run_id = any($1) order by r.run_id, part`,
    values: [runIds],
  });
}

/** Returns the query for runs that are still to be drawn. */
export function duePaperRuns(): DueQuery {
  return { text: `select run_id as key from paper_runs where state = 'drawing' order by run_id`, values: [] };
}

/** Records that the next part became a print job. Returns false if another process has recorded it. */
export async function advanceRun(
  connection: Connection,
  { runId, parts }: Pick<PaperRun, 'runId' | 'parts'>,
  { last, isLast }: { last: { sku: string; code: string } | undefined; isLast: boolean },
): Promise<boolean> {
  return queryHasRow(connection, {
    name: 'advance-paper-run',
    text: `update paper_runs set parts = parts + 1, after_sku = $3, after_code = $4, state = case when $5 then 'enqueued' else state end
           where run_id = $1 and parts = $2 and state = 'drawing'`,
    values: [runId, parts, last?.sku ?? null, last?.code ?? null, isLast],
  });
}

/** Ends a run that is being drawn: with a problem, or because all its parts are print jobs. */
export async function endRun(connection: Connection, runId: string, problem: RunProblem | null): Promise<void> {
  await connection.query({
    name: 'end-paper-run',
    text: `update paper_runs set state = case when $2::text is null then 'enqueued' else 'not_made' end, problem = $2
           where run_id = $1 and state = 'drawing'`,
    values: [runId, problem],
  });
}

/** Counts a failed attempt to draw a run. Returns the number of failed attempts. */
export async function countRunFailure(connection: Connection, runId: string): Promise<number> {
  const { rows } = await connection.query<{ attempts: number }>({
    name: 'note-paper-run-failed',
    text: 'update paper_runs set attempts = attempts + 1 where run_id = $1 returning attempts',
    values: [runId],
  });
  return rows[0]?.attempts ?? 0;
}

/** A place in the picking order of a batch. */
export type PickPosition = { sku: string; code: string };

/** The finished products of the orders of batch $1. */
const PRODUCTS_OF_BATCH = `select i.code, i.quantity from production_orders q join orders o using (client_id, order_id)
  join order_items i using (client_id, order_id) where q.batch_id = $1 and o.status = 'ACCEPTED' and i.kind = 'PRODUCT'`;

const LIVING = `p.state not in ('REPLACED', 'SCRAPPED', 'CANCELLED')`;

/** Lists the pieces of a batch in picking order, except replaced, scrapped and cancelled ones. */
export async function listPickPositions(
  connection: Connection,
  batchId: string,
  after: PickPosition | undefined,
  limit: number,
): Promise<PickPosition[]> {
  return queryRows<PickPosition>(connection, {
    text: `select p.sku, p.code from pieces p
           where p.batch_id = $1 and ${LIVING} ${after ? 'and (p.sku, p.code) > ($3, $4)' : ''}
           order by p.sku, p.code limit $2`,
    values: [batchId, limit, ...(after ? [after.sku, after.code] : [])],
  });
}

type CoverCount = { title: string; technologies: string[]; pieces: number };

/** Counts the pieces of the batch by article and technologies, and its finished products. */
export async function listCoverCounts(connection: Connection, batchId: string): Promise<CoverCount[]> {
  return queryRows<CoverCount>(connection, {
    name: 'list-cover-counts',
    text: `select title, technologies, sum(quantity)::int as pieces from (
             select coalesce(a.title, p.sku) as title, p.quantity,
                    array(select distinct step ->> 'technology' from jsonb_array_elements(p.steps::jsonb) step order by 1) as technologies
             from pieces p left join article_variants v on v.sku = p.sku left join articles a on a.manufacturer_code = v.manufacturer_code
             where p.batch_id = $1 and ${LIVING}
             union all
             select coalesce(d.name, i.code), i.quantity, array[]::text[] from (${PRODUCTS_OF_BATCH}) i
             left join product_variants d on d.ean13 = i.code
           ) k group by title, technologies order by title, technologies`,
    values: [batchId],
  });
}

type BatchSums = {
  clientNames: string[];
  lots: number;
  tickets: number;
  /** With the finished products. */
  pieces: number;
  products: number;
  /** Customizations that are applied to the pieces, such as neck labels. */
  customizations: number;
};

/** Reads the clients of the batch, and counts its contents. */
export async function findBatchSums(connection: Connection, batchId: string): Promise<BatchSums> {
  const { rows } = await connection.query<BatchSums>({
    name: 'find-batch-sums',
    text: `select array(select distinct c.name from production_orders q join clients c using (client_id) where q.batch_id = $1 order by 1)
                    as "clientNames",
                  (select count(*)::int from pieces p where p.batch_id = $1 and ${LIVING} and p.quantity > 1) as lots,
                  (select count(*)::int from pieces p where p.batch_id = $1 and ${LIVING}) as tickets,
                  (select coalesce(sum(p.quantity), 0)::int from pieces p where p.batch_id = $1 and ${LIVING}) as pieces,
                  (select coalesce(sum(quantity), 0)::int from (${PRODUCTS_OF_BATCH}) i) as products,
                  (select coalesce(sum(p.quantity), 0)::int from pieces p cross join lateral jsonb_array_elements(p.steps::jsonb) step
                   where p.batch_id = $1 and ${LIVING} and step ->> 'sku' is not null) as customizations`,
    values: [batchId],
  });
  const sums = rows[0] ?? { clientNames: [], lots: 0, tickets: 0, pieces: 0, products: 0, customizations: 0 };
  return { ...sums, pieces: sums.pieces + sums.products };
}

/** Finds the names of small pictures by the SHA-256 of their files. Leaves out pictures not drawn yet. */
export async function findSmallPictures(
  connection: Connection,
  sha256s: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await connection.query<{ sha256: string; small: string }>({
    name: 'find-small-pictures',
    text: 'select sha256, small from file_pictures where sha256 = any($1) and small is not null',
    values: [sha256s],
  });
  return new Map(rows.map(({ sha256, small }) => [sha256, small]));
}
