import type { Order } from '../orders/document/order-schemas.ts';
import type { OrderKey } from '../orders/rows/order-row-store.ts';
import type { SlipForm } from '../papers/packing-slip.ts';
import type { ActorKind } from '../platform/audit/actor.ts';
import { type DueQuery, ofAnyClient } from '../platform/database/due-query.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import { columnsOf, valuesOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryHasRow, queryRows } from '../platform/database/transaction.ts';
import type { PrinterKind, PrintMediaType, PrintState } from '../printing/printing-rules.ts';
import type { LabelRule } from '../shipping/labels/label-choice-rules.ts';
import { releaseLabels } from './label-parts-store.ts';
import type {
  BoughtPaper,
  CarrierForm,
  ClientFile,
  PaperKind,
  PaperSource,
  ParcelProblemCode,
} from './parcel-paper-rules.ts';

interface ParcelKey extends OrderKey {
  parcel: number;
}

export interface ParcelPaper extends ParcelKey {
  kind: PaperKind;
  /** Counts the prints of this kind, from 1. */
  copy: number;
  code: string;
  source: PaperSource;
  sha256: string | null;
  contentType: PrintMediaType;
  /** SHA-256 of what it is made of. */
  madeOf: Buffer;
  printerId: string;
  station: string;
  /** drawing: to be drawn. enqueued: a print job. not_made: it could not be drawn. void: not to be used. */
  state: 'drawing' | 'enqueued' | 'not_made' | 'void';
  jobId: string;
  asked: Date;
  askedByKind: ActorKind;
  askedById: string | null;
  askedByName: string | null;
  attempts: number;
  problem: ParcelProblemCode | null;
  reason: string | null;
  repeats: string | null;
}

const COLUMNS = `client_id as "clientId", order_id as "orderId", parcel, kind, copy, code, source, sha256, content_type as "contentType",
  made_of as "madeOf", printer_id as "printerId", station, state, job_id as "jobId", asked, asked_by_kind as "askedByKind",
  asked_by_id as "askedById", asked_by_name as "askedByName", attempts, problem, reason, repeats`;

type NewPaper = Pick<
  ParcelPaper,
  'kind' | 'copy' | 'source' | 'sha256' | 'contentType' | 'madeOf' | 'printerId' | 'jobId' | 'reason' | 'repeats'
>;

/** Lists the latest copy of each of the parcel's papers. */
export async function listLatestPapers(
  connection: Connection,
  { clientId, orderId, parcel }: ParcelKey,
): Promise<ParcelPaper[]> {
  return queryRows<ParcelPaper>(connection, {
    name: 'list-latest-papers',
    text: `select distinct on (kind) ${COLUMNS} from parcel_papers
           where client_id = $1 and order_id = $2 and parcel = $3 order by kind, copy desc`,
    values: [clientId, orderId, parcel],
  });
}

/** Lists the SHA-256 of client files that other parcels of the order use. Dropped parcels use none. */
export async function listUsedFiles(
  connection: Connection,
  { clientId, orderId, parcel }: ParcelKey,
): Promise<string[]> {
  const { rows } = await connection.query<{ sha256: string }>({
    name: 'list-used-files',
    text: `select distinct a.sha256 from parcel_papers a join parcels p using (client_id, order_id, parcel)
           where a.client_id = $1 and a.order_id = $2 and a.parcel <> $3 and a.source = 'CLIENT' and a.state not in ('not_made', 'void') and p.state <> 'DROPPED'`,
    values: [clientId, orderId, parcel],
  });
  return rows.map(({ sha256 }) => sha256);
}

export interface PaperWithJob {
  kind: PaperKind;
  copy: number;
  source: PaperSource;
  jobId: string;
  state: 'drawing' | 'not_made' | 'void' | PrintState;
  printerId: string;
  /** Null: the printer was deleted. */
  printerName: string | null;
  printerKind: PrinterKind | null;
  problem: string | null;
  lastError: string | null;
}

/** Lists the latest copy of each of the parcel's papers, with the state of its print job. */
export async function listPapersWithJobs(connection: Connection, code: string): Promise<PaperWithJob[]> {
  return queryRows<PaperWithJob>(connection, {
    name: 'list-shown-papers',
    text: `select distinct on (a.kind) a.kind, a.copy, a.source, a.job_id as "jobId", case when a.state = 'void' then 'void' else coalesce(j.state, a.state) end as state,
                  coalesce(j.printer_id, a.printer_id) as "printerId", p.name as "printerName", p.kind as "printerKind", a.problem,
                  j.last_error as "lastError"
           from parcels c
           join parcel_papers a on a.client_id = c.client_id and a.order_id = c.order_id and a.parcel = c.parcel
           left join print_jobs j on j.job_id = a.job_id
           left join printers p on p.printer_id = coalesce(j.printer_id, a.printer_id)
           where c.code = $1 order by a.kind, a.copy desc`,
    values: [code],
  });
}

export async function insertPapers(
  connection: Connection,
  parcel: Omit<ParcelPaper, keyof NewPaper | 'state' | 'attempts' | 'problem'>,
  papers: readonly NewPaper[],
): Promise<void> {
  if (papers.length === 0) return;
  await connection.query({
    name: 'insert-parcel-papers',
    text: `insert into parcel_papers (client_id, order_id, parcel, code, station, state, asked, asked_by_kind,
                                      asked_by_id, asked_by_name, kind, copy, source, sha256, content_type, made_of,
                                      printer_id, job_id, reason, repeats)
           select $1, $2, $3, $4, $5, 'drawing', $6, $7, $8, $9, *
           from unnest($10::text[], $11::int[], $12::text[], $13::text[], $14::text[], $15::bytea[], $16::text[],
                       $17::text[], $18::text[], $19::text[])`,
    values: [
      ...valuesOf(parcel, 'clientId', 'orderId', 'parcel', 'code', 'station', 'asked'),
      ...valuesOf(parcel, 'askedByKind', 'askedById', 'askedByName'),
      ...columnsOf(papers, 'kind', 'copy', 'source', 'sha256', 'contentType', 'madeOf', 'printerId', 'jobId'),
      ...columnsOf(papers, 'reason', 'repeats'),
    ],
  });
}

/** Returns the query for codes of parcels with papers to draw. */
export function dueParcelPapers(): DueQuery {
  return {
    text: `select distinct code as key from parcel_papers where ${ofAnyClient()} and state = 'drawing' order by code`,
    values: [],
  };
}

export async function listPapersToDraw(connection: Connection, code: string): Promise<ParcelPaper[]> {
  return queryRows<ParcelPaper>(connection, {
    name: 'list-papers-to-draw',
    text: `select ${COLUMNS} from parcel_papers where code = $1 and state = 'drawing' order by kind desc, copy`,
    values: [code],
  });
}

/** Returns whether the paper is still to be drawn. Its order must be locked. */
export async function isToDraw(
  connection: Connection,
  { clientId, orderId, parcel, kind, copy }: ParcelPaper,
): Promise<boolean> {
  return queryHasRow(connection, {
    name: 'is-paper-to-draw',
    text: `select 1 from parcel_papers
           where client_id = $1 and order_id = $2 and parcel = $3 and kind = $4 and copy = $5 and state = 'drawing'`,
    values: [clientId, orderId, parcel, kind, copy],
  });
}

/** Records that the paper was drawn, or could not be drawn. */
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

/** Counts a failed attempt to draw a paper. Returns the number of failed attempts. */
export async function countDrawingFailure(
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

/** Makes papers of these kinds void, so that they are drawn again. Returns the kinds that it changed. */
export async function voidPapers(
  connection: Connection,
  { clientId, orderId, parcel }: ParcelKey,
  source: PaperSource | null,
  kinds: readonly PaperKind[],
): Promise<PaperKind[]> {
  const { rows } = await connection.query<{ kind: PaperKind }>({
    name: 'void-papers',
    text: `update parcel_papers set state = 'void'
           where client_id = $1 and order_id = $2 and parcel = $3 and kind = any($4) and state in ('drawing', 'enqueued')
             and ($5::text is null or source = $5) returning kind`,
    values: [clientId, orderId, parcel, kinds, source],
  });
  return [...new Set(rows.map(({ kind }) => kind))];
}

/**
 * Makes Platen's own papers void, and sets the carrier, of the order's parcels that have not left. Their
 * bought labels are given up. Packed parcels get new ones.
 */
export async function voidPapersOfOrder(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  { carrier, shipping }: Pick<Order, 'shipping'> & { carrier: string | null },
): Promise<void> {
  await connection.query({
    name: 'void-papers-of-order',
    text: `with staying as (
             update parcels set carrier_id = coalesce((select carrier_id from carriers where carrier_id = $3), case when $4 then '@address' else '' end)
             where client_id = $1 and order_id = $2 and state in ('OPEN', 'PACKED') returning parcel, state
           ), released as (
             ${releaseLabels('from staying s where l.client_id = $1 and l.order_id = $2 and l.parcel = s.parcel')}
             returning l.parcel, l.attempt, l.code, l.asked, l.asked_by_kind, l.asked_by_id, l.asked_by_name, s.state as parcel_state
           ), again as (
             insert into parcel_labels (client_id, order_id, parcel, attempt, code, label_key, state, due, asked, asked_by_kind, asked_by_id, asked_by_name)
             select $1, $2, parcel, attempt + 1, code, $5 || '-' || parcel, 'wanted', asked, asked, asked_by_kind, asked_by_id, asked_by_name
             from released where parcel_state = 'PACKED'
           )
           update parcel_papers a set state = 'void' from staying
           where a.client_id = $1 and a.order_id = $2 and a.parcel = staying.parcel and a.source <> 'CLIENT' and a.state in ('drawing', 'enqueued')`,
    values: [clientId, orderId, carrier, shipping.shippingLabelUrl === undefined, risingId()],
  });
}

/** Makes Platen's own packing slips of the order's parcels that have not left void. */
export async function voidSlipsOfOrder(connection: Connection, { clientId, orderId }: OrderKey): Promise<void> {
  await connection.query({
    name: 'void-slips-of-order',
    text: `update parcel_papers a set state = 'void' from parcels p
           where p.client_id = $1 and p.order_id = $2 and p.state in ('OPEN', 'PACKED')
             and a.client_id = $1 and a.order_id = $2 and a.parcel = p.parcel
             and a.kind = 'SLIP' and a.source <> 'CLIENT' and a.state in ('drawing', 'enqueued')`,
    values: [clientId, orderId],
  });
}

/** Deletes the papers and tracking numbers of the order's parcels, and carriers that staff typed. */
export async function eraseParcels(connection: Connection, clientId: string, orderId: string): Promise<void> {
  await connection.query({
    name: 'erase-parcel-papers',
    text: 'delete from parcel_papers where client_id = $1 and order_id = $2',
    values: [clientId, orderId],
  });
  await connection.query({
    name: 'erase-parcels',
    // A carrier that somebody typed is kept only if it is in the list of carriers.
    text: `update parcels p
           set tracking_number = null, problem_details = null, problem_sentences = null, carrier_id = coalesce((select k.carrier_id from carriers k where k.carrier_id = p.carrier_id),
                                                       case p.carrier_id when '@address' then p.carrier_id else '' end)
           where client_id = $1 and order_id = $2`,
    values: [clientId, orderId],
  });
}

export interface VariantText {
  kind: 'ARTICLE' | 'PRODUCT';
  code: string;
  title: string;
  color: string;
  size: string;
}

/** Finds titles, colours and sizes of blanks and of products. */
export async function findVariantTexts(
  connection: Connection,
  skus: readonly string[],
  ean13s: readonly string[],
): Promise<VariantText[]> {
  return queryRows<VariantText>(connection, {
    name: 'find-variant-texts',
    text: `select 'ARTICLE' as kind, sku as code, title, coalesce(color, '') as color, coalesce(size, '') as size
           from article_variants join articles using (manufacturer_code) where sku = any($1)
           union all
           select 'PRODUCT', ean13, name, coalesce(color, ''), coalesce(size, '') from product_variants where ean13 = any($2)`,
    values: [skus, ean13s],
  });
}

export interface PaperNames {
  clientName: string;
  carrierName: string | null;
  customsForm: CarrierForm;
  slipForm: SlipForm;
}

/** Names on papers, and everything that decides whether a label is bought. */
interface LabelSources extends PaperNames {
  labelRules: { providerId: string; rule: Omit<LabelRule, 'providerId'> }[];
  /** The label that was bought for the parcel. */
  bought: BoughtPaper | null;
}

/** Finds the names of the client and the carrier. `carrierId` null: the client's default carrier. */
export async function findLabelSources(
  connection: Connection,
  { clientId, orderId, parcel }: ParcelKey,
  carrierId: string | null,
): Promise<LabelSources> {
  const { rows } = await connection.query<LabelSources>({
    name: 'find-label-sources',
    text: `select (select coalesce(json_agg(json_build_object('providerId', provider_id, 'rule', rule) order by place), '[]') from label_rules) as "labelRules",
                  (select json_build_object('key', label_key, 'contentType', content_type, 'widthMm', width_mm, 'heightMm', height_mm,
                                            'printsCustoms', prints_customs)
                   from parcel_labels where client_id = $1 and order_id = $3 and parcel = $4 and not is_return and state in ('bought', 'used')
                   order by attempt desc limit 1) as bought,
                  c.name as "clientName", k.name as "carrierName", coalesce(k.customs_form, 'BY_VALUE') as "customsForm",
                  coalesce(l.form, 'A4') as "slipForm"
           from clients c left join client_slips l on l.client_id = c.client_id
           left join carriers k on k.carrier_id = coalesce($2, (select d.carrier_id from client_carriers d where d.client_id = $1 and d.is_default))
           where c.client_id = $1`,
    values: [clientId, carrierId, orderId, parcel],
  });
  const none = { clientName: '', carrierName: null, customsForm: 'BY_VALUE', slipForm: 'A4' } as const;
  return rows[0] ?? { ...none, labelRules: [], bought: null };
}

/** Finds the stored files at these JSON Pointers of the order. */
export async function findClientFiles(
  connection: Connection,
  clientId: string,
  orderId: string,
  pointers: readonly string[],
): Promise<(ClientFile & { pointer: string })[]> {
  return queryRows<ClientFile & { pointer: string }>(connection, {
    name: 'find-client-files-of-parcel',
    text: `select pointer, sha256, media_type as "mediaType", width_mm as "widthMm", height_mm as "heightMm", width, height, dpi
           from order_files where client_id = $1 and order_id = $2 and pointer = any($3)`,
    values: [clientId, orderId, pointers],
  });
}
