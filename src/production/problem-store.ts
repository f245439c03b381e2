import { type Connection, queryRows } from '../platform/database/transaction.ts';
import { ACCEPTED_ALONE } from './release-store.ts';

/** Why something on the floor does not continue. */
export const PROBLEM_KINDS = [
  'NO_LABEL',
  'PAPER_NOT_MADE',
  'DELIVERY',
  'NO_BLANK',
  'NO_BATCH',
  'STOPPED',
  'ON_HOLD',
  'ASKED_TO_CANCEL',
  'PRINT_JOB',
  'PRINTER',
  'BIN',
  'WORK_FAILED',
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** Something that waits for a person. */
export interface Problem {
  kind: ProblemKind;
  since: Date;
  /** Unique within its kind. */
  id: string;
  clientId: string | null;
  orderId: string | null;
  /** Code of the parcel, piece or order. */
  code: string | null;
  jobId: string | null;
  printerId: string | null;
  printerName: string | null;
  bin: number | null;
  /** Pieces of the order on the floor, or waiting print jobs. */
  count: number | null;
  /** A short name of the problem, or the reason that a person gave. */
  reason: string | null;
  details: string[] | null;
  /** JSON: the details with their codes. */
  sentences: string | null;
}

export type ProblemPosition = { since: Date; kind: ProblemKind; id: string };

/** Each kind is counted up to here. */
const PROBLEMS_COUNTED_MAX = 1_000;

type Field = Exclude<keyof Problem, 'kind' | 'since' | 'id'>;

type Source = { since: string; id: string; fields: Partial<Record<Field, string>>; from: string };

const TEXT = 'text';
const TYPES: Readonly<Record<Field, string>> = {
  clientId: TEXT,
  orderId: TEXT,
  code: TEXT,
  jobId: TEXT,
  printerId: TEXT,
  printerName: TEXT,
  bin: 'int',
  count: 'int',
  reason: TEXT,
  details: 'text[]',
  sentences: TEXT,
};

/** Pieces of an order that are in no parcel, and still count. */
const ON_FLOOR = `from pieces p where p.client_id = o.client_id and p.order_id = o.order_id and p.run = q.run
  and p.state in ('TO_MAKE', 'MADE', 'CHECKED')`;

/** An order in production with pieces on the floor. `since` is an expression about the order. */
const order = (since: string, where: string): Source => ({
  since,
  id: 'q.code',
  fields: {
    clientId: 'o.client_id',
    orderId: 'o.order_id',
    code: 'q.code',
    count: `(select count(*) ${ON_FLOOR})`,
    reason: 'o.reason_message',
  },
  from: `orders o join production_orders q using (client_id, order_id)
         where ${where} and exists (select 1 ${ON_FLOOR})`,
});

/** When the customer asked to cancel the order. Corrections since then do not count. */
const ASKED_SINCE = `coalesce((
  select max(e.occurred) from order_events e
  where e.client_id = o.client_id and e.order_id = o.order_id and e.type = 'order.cancellation_requested'), o.updated)`;
const IN_STATUS_SINCE = 'coalesce(o.status_since, o.updated)';

/** A bin that was taken before $1, and an order that was accepted before it without a batch, are problems. */
const SOURCES: Readonly<Record<ProblemKind, Source>> = {
  NO_LABEL: {
    since: 'c.packed',
    id: 'c.code',
    fields: {
      clientId: 'c.client_id',
      orderId: 'c.order_id',
      code: 'c.code',
      reason: 'c.problem',
      details: 'c.problem_details',
      sentences: 'c.problem_sentences',
    },
    from: `parcels c join orders o using (client_id, order_id) where c.state = 'PACKED' and o.status = 'ACCEPTED' and (c.problem is not null or not exists (
             select 1 from parcel_labels l where l.client_id = c.client_id and l.order_id = c.order_id and l.parcel = c.parcel and l.state in ('wanted', 'buying', 'bought')))`,
  },
  PAPER_NOT_MADE: {
    since: 'a.asked',
    id: 'a.job_id',
    fields: { clientId: 'a.client_id', orderId: 'a.order_id', code: 'a.code', reason: 'a.problem' },
    from: `parcel_papers a join parcels c using (client_id, order_id, parcel)
           where a.state = 'not_made' and c.state = 'SHIPPED' and not exists (
             select 1 from parcel_papers later where later.client_id = a.client_id and later.order_id = a.order_id and later.parcel = a.parcel
               and later.kind = a.kind and later.copy > a.copy)`,
  },
  DELIVERY: {
    since: 'l.attention',
    id: `l.code || ' ' || l.attempt`,
    fields: {
      ...{ clientId: 'l.client_id', orderId: 'l.order_id', code: 'l.code' },
      reason: `case when l.delivery_status in ('PROBLEM', 'RETURNED') then l.delivery_status else 'LATE' end`,
      details: `array_remove(array[l.delivery_words], null)`,
    },
    from: `parcel_labels l where l.state = 'used' and l.attention > $1::timestamptz - interval '60 days' and not exists (
             select 1 from returns r where r.client_id = l.client_id and r.order_id = l.order_id and r.received > l.attention)`,
  },
  NO_BLANK: {
    since: 'p.state_since',
    id: 'p.code',
    fields: { clientId: 'p.client_id', orderId: 'p.order_id', code: 'p.code', reason: 'p.sku' },
    from: `pieces p join orders o using (client_id, order_id) where not p.has_blank and p.state = 'TO_MAKE' and o.status = 'ACCEPTED'`,
  },
  NO_BATCH: {
    since: IN_STATUS_SINCE,
    id: `o.client_id || ' ' || o.order_id`,
    fields: { clientId: 'o.client_id', orderId: 'o.order_id' },
    from: `orders o where ${ACCEPTED_ALONE} and ${IN_STATUS_SINCE} < $1`,
  },
  STOPPED: order(IN_STATUS_SINCE, `o.status = 'ERROR'`),
  ON_HOLD: order(IN_STATUS_SINCE, `o.reason_code = 'on_hold' and o.status <> 'ERROR'`),
  ASKED_TO_CANCEL: order(ASKED_SINCE, `o.status = 'ACCEPTED' and o.cancellation = 'REQUESTED'`),
  PRINT_JOB: {
    since: 'j.created',
    id: 'j.job_id',
    fields: {
      clientId: 'j.client_id',
      orderId: 'j.order_id',
      jobId: 'j.job_id',
      printerId: 'j.printer_id',
      printerName: 'r.name',
      reason: 'coalesce(j.last_error, j.state)',
      details: 'array[j.title]',
    },
    from: `print_jobs j left join printers r using (printer_id) where j.state in ('failed', 'unknown')`,
  },
  PRINTER: {
    since: 'r.failing_since',
    id: 'r.printer_id',
    fields: { printerId: 'r.printer_id', printerName: 'r.name', reason: 'r.last_error', count: 'w.jobs' },
    from: `printers r cross join lateral (
             select count(*)::int as jobs from print_jobs j where j.printer_id = r.printer_id and j.state in ('queued', 'sending')) w
           where r.failing_since is not null and w.jobs > 0`,
  },
  BIN: {
    since: 'b.taken',
    id: 'b.bin::text',
    fields: { clientId: 'b.client_id', orderId: 'b.order_id', bin: 'b.bin', reason: 'o.status' },
    from: `bins b join orders o using (client_id, order_id) where b.taken < $1`,
  },
  WORK_FAILED: {
    since: 'w.since',
    id: `w.work || ' ' || w.client_id || ' ' || w.order_id`,
    fields: { clientId: 'w.client_id', orderId: 'w.order_id', reason: 'w.work' },
    from: `(select 'CHARGES' as work, client_id, order_id, since from charges_due where failures > 0
             union all select 'PRINT_FILES', client_id, order_id, since from print_files_due where failures > 0) w where true`,
  },
};

/** Lists problems, the oldest first. Each kind is read along an index, or has few rows. */
export async function listProblems(
  connection: Connection,
  kinds: readonly ProblemKind[],
  { dayBefore, after, limit }: { dayBefore: Date; after: ProblemPosition | undefined; limit: number },
): Promise<Problem[]> {
  const values: unknown[] = [dayBefore, limit];
  if (after) values.push(after.since, after.kind, after.id);
  const parts = kinds.map((kind) => {
    const { since, id, fields, from } = SOURCES[kind];
    const columns = (Object.keys(TYPES) as Field[]).map(
      (field) => `${fields[field] ?? 'null'}::${TYPES[field]} as "${field}"`,
    );
    const rest = after
      ? `and ${since} >= $3 and (${since}, '${kind}'::text collate "C", (${id}) collate "C") > ($3, $4::text, $5::text)`
      : '';
    return `(select '${kind}' as kind, ${since} as since, ${id} as id, ${columns.join(', ')} from ${from} ${rest}
             order by ${since}, (${id}) collate "C" limit $2)`;
  });
  return queryRows<Problem>(
    connection,
    `select * from (${parts.join(' union all ')}) found where $1::timestamptz is not null order by since, kind collate "C", id collate "C" limit $2`,
    values,
  );
}

export async function countProblems(connection: Connection, dayBefore: Date): Promise<Record<ProblemKind, number>> {
  const counts = PROBLEM_KINDS.map(
    (kind) =>
      `(select count(*)::int from (select 1 from ${SOURCES[kind].from} limit ${PROBLEMS_COUNTED_MAX}) counted) as "${kind}"`,
  );
  const { rows } = await connection.query<Record<ProblemKind, number>>(`select ${counts.join(', ')}`, [dayBefore]);
  return rows[0] as Record<ProblemKind, number>;
}
