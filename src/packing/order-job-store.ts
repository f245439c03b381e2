import type { OrderKey } from '../orders/rows/order-row-store.ts';
import type { Actor } from '../platform/audit/actor.ts';
import type { DueQuery } from '../platform/database/due-query.ts';
import { columnsOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryCount, queryHasRow, queryRow, queryRows } from '../platform/database/transaction.ts';

/** Values of the action of a bulk change. */
export interface OrderJobInput {
  reason?: string;
  trackingCarrier?: string;
  assignee?: { operatorId: string; name: string } | null;
  addTags?: string[];
  removeTags?: string[];
  batchId?: string;
}

export interface OrderJob {
  jobId: string;
  action: string;
  state: 'RUNNING' | 'STOPPED' | 'DONE';
  /** Null: a person stopped it, or it was not stopped. */
  stopReason: 'STARTER_DISABLED' | null;
  orders: number;
  waiting: number;
  refused: number;
  created: Date;
  createdByName: string | null;
  ended: Date | null;
}

export interface RunningOrderJob extends Pick<OrderJob, 'jobId' | 'action'> {
  input: OrderJobInput;
  by: Actor;
  /** Whether the account or the program that started it was disabled since. */
  isDisabled: boolean;
}

export interface OrderJobRow extends OrderKey {
  position: number;
  state: 'WAITING' | 'DONE' | 'REFUSED';
  error: string | null;
  message: string | null;
}

/** Inserts a bulk change with its orders. Returns false if `max` others run. */
export async function insertOrderJob(
  connection: Connection,
  { jobId, action, input, by }: Omit<RunningOrderJob, 'isDisabled'>,
  { keys, created, max }: { keys: readonly OrderKey[]; created: Date; max: number },
): Promise<boolean> {
  const inserted = await queryHasRow(connection, {
    text: `insert into order_jobs (job_id, action, input, orders, created, created_by_kind, created_by_id, created_by_name)
           select $1, $2, $3, $4, $5, $6, $7, $8 where (select count(*) from order_jobs where state = 'RUNNING') < $9`,
    values: [jobId, action, JSON.stringify(input), keys.length, created, by.kind, by.id, by.name, max],
  });
  if (!inserted) return false;
  await connection.query(
    `insert into order_job_rows (job_id, position, client_id, order_id)
     select $1, place - 1, client_id, order_id from unnest($2::text[], $3::text[]) with ordinality as k (client_id, order_id, place)`,
    [jobId, ...columnsOf(keys, 'clientId', 'orderId')],
  );
  return true;
}

const COUNTED = (state: string) =>
  `(select count(*)::int from order_job_rows r where r.job_id = j.job_id and r.state = '${state}')`;
const COLUMNS = `j.job_id as "jobId", j.action, j.state, j.orders, ${COUNTED('WAITING')} as waiting, ${COUNTED('REFUSED')} as refused,
                 j.created, j.stop_reason as "stopReason", j.created_by_name as "createdByName", j.ended`;

/** Lists the bulk changes, latest first. */
export async function listOrderJobs(connection: Connection, limit: number): Promise<OrderJob[]> {
  return queryRows<OrderJob>(connection, {
    name: 'list-order-jobs',
    text: `select ${COLUMNS} from order_jobs j order by j.job_id desc limit $1`,
    values: [limit],
  });
}

export async function findOrderJob(connection: Connection, jobId: string): Promise<OrderJob | undefined> {
  return queryRow<OrderJob>(connection, {
    name: 'find-order-job',
    text: `select ${COLUMNS} from order_jobs j where j.job_id = $1`,
    values: [jobId],
  });
}

export function dueOrderJobs(): DueQuery {
  return { text: `select job_id as key from order_jobs where state = 'RUNNING' order by job_id`, values: [] };
}

export async function findRunningOrderJob(connection: Connection, jobId: string): Promise<RunningOrderJob | undefined> {
  return queryRow<RunningOrderJob>(connection, {
    name: 'find-running-order-job',
    text: `select job_id as "jobId", action, input,
                  json_build_object('kind', created_by_kind, 'id', created_by_id, 'name', created_by_name) as by,
                  exists (select 1 from operators o where o.operator_id = created_by_id and o.status = 'disabled')
                  or exists (select 1 from clients c where c.client_id = created_by_id and c.status = 'disabled') as "isDisabled"
           from order_jobs where job_id = $1 and state = 'RUNNING'`,
    values: [jobId],
  });
}

type Waiting = Pick<OrderJobRow, 'position' | 'clientId' | 'orderId'>;

export async function listWaitingRows(connection: Connection, jobId: string, limit: number): Promise<Waiting[]> {
  return queryRows<Waiting>(connection, {
    name: 'list-waiting-order-job-rows',
    text: `select position, client_id as "clientId", order_id as "orderId" from order_job_rows
           where job_id = $1 and state = 'WAITING' order by position limit $2`,
    values: [jobId, limit],
  });
}

/** Saves the outcomes of rows that wait. Returns the number of these rows. */
export async function saveRowOutcomes(
  connection: Connection,
  jobId: string,
  rows: readonly Pick<OrderJobRow, 'position' | 'state' | 'error' | 'message'>[],
): Promise<number> {
  return queryCount(connection, {
    name: 'save-order-job-outcomes',
    text: `update order_job_rows r set state = s.state, error = s.error, message = s.message
           from unnest($2::int[], $3::text[], $4::text[], $5::text[]) as s (position, state, error, message)
           where r.job_id = $1 and r.position = s.position and r.state = 'WAITING'`,
    values: [jobId, ...columnsOf(rows, 'position', 'state', 'error', 'message')],
  });
}

/** Ends a running bulk change, and deletes its input. Returns false if it had ended. */
export async function endOrderJob(
  connection: Connection,
  jobId: string,
  { state, ended, reason = null }: { state: 'STOPPED' | 'DONE'; ended: Date; reason?: OrderJob['stopReason'] },
): Promise<boolean> {
  return queryHasRow(connection, {
    text: `update order_jobs set state = $2, ended = $3, stop_reason = $4, input = '{}' where job_id = $1 and state = 'RUNNING'`,
    values: [jobId, state, ended, reason],
  });
}

/** Lists the orders of a bulk change, or those in one state, after a position. */
export async function listOrderJobRows(
  connection: Connection,
  jobId: string,
  { state, after, limit }: { state: OrderJobRow['state'] | undefined; after: number; limit: number },
): Promise<OrderJobRow[]> {
  return queryRows<OrderJobRow>(connection, {
    text: `select position, client_id as "clientId", order_id as "orderId", state, error, message from order_job_rows
           where job_id = $1 and position > $2 ${state === undefined ? '' : 'and state = $4'} order by position limit $3`,
    values: [jobId, after, limit, ...(state === undefined ? [] : [state])],
  });
}

export function dueOldOrderJobs(before: Date): DueQuery {
  return { text: `select 'old' as key from order_jobs where ended < $1 limit 1`, values: [before] };
}

/** Deletes the rows of one old bulk change, then itself. Returns their number. */
export async function deleteOrderJobs(connection: Connection, before: Date, limit: number): Promise<number> {
  const old = await queryRow<{ jobId: string }>(connection, {
    text: `select job_id as "jobId" from order_jobs where ended < $1 order by job_id limit 1`,
    values: [before],
  });
  if (!old) return 0;
  const rows = await queryCount(connection, {
    text: `delete from order_job_rows where job_id = $1 and position in (
             select position from order_job_rows where job_id = $1 limit $2)`,
    values: [old.jobId, limit],
  });
  return rows > 0 ? rows : queryCount(connection, 'delete from order_jobs where job_id = $1', [old.jobId]);
}
