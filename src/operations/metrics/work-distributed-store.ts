import type { Connection } from '../../platform/database/transaction.ts';
import type { Work } from './platen-metrics.ts';

// Citus cannot plan countWork over several nodes, because it goes from client to client along an index and
// limits the count of each. Here each node counts all open work of its clients.

export async function countWorkOnNodes(connection: Connection, now: Date, statuses: readonly string[]): Promise<Work> {
  const queryRows = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await connection.query<Row>(text, values)).rows;
  const orders = await queryRows<Work['orders'][number]>(
    `select o.status, count(*)::int as count, min(o.created) as oldest
     from orders o join clients c on c.client_id = o.client_id
     where c.mode = 'live' and c.scope = 'fulfillment' and o.status = any($1) group by o.status`,
    [statuses],
  );
  const [intake] = await queryRows<Pick<Work, 'intakeDue' | 'intakeDueSince' | 'intakeLater'>>(
    `select (count(*) filter (where o.work_due <= $1))::int as "intakeDue", min(o.work_due) filter (where o.work_due <= $1) as "intakeDueSince",
            (count(*) filter (where o.work_due > $1 or o.work_due is null))::int as "intakeLater"
     from orders o join clients c on c.client_id = o.client_id
     where c.mode = 'live' and c.scope = 'fulfillment' and (o.work_due is not null or o.parked_host is not null)`,
    [now],
  );
  const [endpoints] = await queryRows<Pick<Work, 'endpointsActive' | 'endpointsFailing' | 'endpointsDisabled'>>(
    `select (count(*) filter (where e.status = 'active'))::int as "endpointsActive",
            (count(*) filter (where e.status = 'active' and e.failing_since is not null))::int as "endpointsFailing",
            (count(*) filter (where e.status = 'disabled' and e.disabled_reason in ('gone', 'failing')))::int as "endpointsDisabled"
     from webhook_endpoints e join clients c on c.client_id = e.client_id
     where c.mode = 'live' and c.scope = 'fulfillment'`,
  );
  const [deliveries] = await queryRows<Pick<Work, 'webhooksPending' | 'webhooksOldest' | 'webhooksDueSince'>>(
    `select coalesce(sum(pending), 0)::int as "webhooksPending", min(created) as "webhooksOldest",
            min(due) filter (where due <= $1) as "webhooksDueSince"
     from (
       select d.client_id, d.endpoint_id, count(*) as pending, (array_agg(d.created order by d.position))[1] as created,
              (array_agg(d.due order by d.position))[1] as due
       from webhook_deliveries d
       join webhook_endpoints e on e.client_id = d.client_id and e.endpoint_id = d.endpoint_id and e.status = 'active'
       join clients c on c.client_id = d.client_id
       where d.state = 'pending' and c.mode = 'live' and c.scope = 'fulfillment'
       group by d.client_id, d.endpoint_id
     ) waiting`,
    [now],
  );
  const [prints] = await queryRows<Pick<Work, 'printsWaiting' | 'printsFailed'>>(
    `select (count(*) filter (where state in ('queued', 'sending')))::int as "printsWaiting",
            (count(*) filter (where state in ('failed', 'unknown')))::int as "printsFailed"
     from print_jobs where state in ('queued', 'sending', 'failed', 'unknown')`,
  );
  const [stored] = await queryRows<Pick<Work, 'storedFiles' | 'storedBytes'>>(
    'select kept_files::float8 as "storedFiles", kept_bytes::float8 as "storedBytes" from blob_sweep',
  );
  const counted = new Map(orders.map((one) => [one.status as string, one]));
  return {
    orders: statuses.map((status) => counted.get(status) ?? { status, count: 0, oldest: null }),
    ...intake,
    ...endpoints,
    ...deliveries,
    ...prints,
    ...stored,
  } as Work;
}
