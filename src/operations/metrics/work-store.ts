import { OPEN_STATUSES } from '../../orders/document/order-fields.ts';
import { ON_ALL_NODES } from '../../platform/database/distribution.ts';
import { type Connection, queryRow, queryRows, sendTogether } from '../../platform/database/transaction.ts';
import type { Work } from './platen-metrics.ts';

/** Limits the deliveries that are counted for an endpoint, and the counted print jobs. */
const COUNTED_MAX = 10_000;
const COUNT_TIMEOUT_MS = 2_000;
const OF_LIVE = `c.mode = 'live' and c.scope = 'fulfillment'`;

export interface BackupTrouble {
  /** A sentence that says why no backup can be made. */
  problem: string | null;
  problemSince: Date | null;
  verifyProblems: number | null;
  verifyMessage: string | null;
}

export async function findBackupTrouble(connection: Connection): Promise<BackupTrouble> {
  const { rows } = await connection.query<BackupTrouble>(
    `select problem_message as problem, problem_since as "problemSince", verify_problems as "verifyProblems", verify_message as "verifyMessage"
     from backup_state`,
  );
  return rows[0]!;
}

/** Counts the open work, within a transaction. Reads only the indexes of open orders and of due work. */
export async function countWork(connection: Connection, now: Date): Promise<Work> {
  const [, orders, ...others] = await sendTogether<object | undefined>([
    connection.query(`${ON_ALL_NODES} set local statement_timeout = ${COUNT_TIMEOUT_MS}; set local jit = off`),
    countOrders(connection),
    countIntake(connection, now),
    countEndpoints(connection),
    countDeliveries(connection, now),
    countPrintsAndFiles(connection),
  ]);
  return Object.assign({ orders }, ...others) as Work;
}

async function countOrders(connection: Connection): Promise<Work['orders']> {
  const counted = await queryRows<Work['orders'][number]>(connection, {
    text: `select o.status, count(*)::int as count, min(o.created) as oldest
           from orders o join clients c on c.client_id = o.client_id
           where ${OF_LIVE} and o.status = any($1) group by o.status`,
    values: [OPEN_STATUSES],
  });
  return OPEN_STATUSES.map(
    (status) => counted.find((one) => one.status === status) ?? { status, count: 0, oldest: null },
  );
}

function countIntake(connection: Connection, now: Date) {
  return queryRow<Pick<Work, 'intakeDue' | 'intakeDueSince' | 'intakeLater'>>(connection, {
    text: `select (count(*) filter (where o.work_due <= $1))::int as "intakeDue",
                  min(o.work_due) filter (where o.work_due <= $1) as "intakeDueSince",
                  (count(*) filter (where o.work_due > $1 or o.work_due is null))::int as "intakeLater"
           from orders o join clients c on c.client_id = o.client_id
           where ${OF_LIVE} and (o.work_due is not null or o.parked_host is not null)`,
    values: [now],
  });
}

function countEndpoints(connection: Connection) {
  return queryRow<Pick<Work, 'endpointsActive' | 'endpointsFailing' | 'endpointsDisabled'>>(
    connection,
    `select (count(*) filter (where e.status = 'active'))::int as "endpointsActive",
            (count(*) filter (where e.status = 'active' and e.failing_since is not null))::int as "endpointsFailing",
            (count(*) filter (where e.status = 'disabled' and e.disabled_reason in ('gone', 'failing')))::int as "endpointsDisabled"
     from webhook_endpoints e join clients c on c.client_id = e.client_id where ${OF_LIVE}`,
  );
}

/** Counts at most COUNTED_MAX deliveries of each endpoint. The oldest delays the others. */
function countDeliveries(connection: Connection, now: Date) {
  const pending = `from webhook_deliveries d where d.client_id = e.client_id and d.endpoint_id = e.endpoint_id and d.state = 'pending'`;
  return queryRow<Pick<Work, 'webhooksPending' | 'webhooksOldest' | 'webhooksDueSince'>>(connection, {
    text: `select coalesce(sum(counted.count), 0)::int as "webhooksPending", min(first.created) as "webhooksOldest",
                  min(first.due) filter (where first.due <= $1) as "webhooksDueSince"
           from webhook_endpoints e join clients c on c.client_id = e.client_id
           cross join lateral (select count(*) as count from (select 1 as one ${pending} limit ${COUNTED_MAX}) found) counted
           left join lateral (select d.created, d.due ${pending} order by d.position limit 1) first on true
           where e.status = 'active' and ${OF_LIVE}`,
    values: [now],
  });
}

function countPrintsAndFiles(connection: Connection) {
  const print = (states: string) =>
    `(select count(*)::int from (select 1 from print_jobs where state in (${states}) limit ${COUNTED_MAX}) found)`;
  return queryRow<Pick<Work, 'printsWaiting' | 'printsFailed' | 'storedFiles' | 'storedBytes'>>(
    connection,
    `select ${print(`'queued', 'sending'`)} as "printsWaiting", ${print(`'failed', 'unknown'`)} as "printsFailed",
            kept_files::float8 as "storedFiles", kept_bytes::float8 as "storedBytes" from blob_sweep`,
  );
}
