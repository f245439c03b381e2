import { type Connection, queryRows } from '../../platform/database/transaction.ts';
import type { AlertFacts, AlertKind, Cause } from './alert-kinds.ts';

/** The newest causes of a kind that have an alert. */
const CAUSES_MAX = 1_000;
/** A connector looks for work every 5 seconds. */
const CONNECTOR_SILENT_MS = 15 * 60_000;
/** A connector that is silent for longer was given up. */
const CONNECTOR_FORGOTTEN_MS = 7 * 86_400_000;
/** Printers are switched off and on. */
const PRINTER_FAILING_MS = 2 * 60_000;

type Row = { cause: string; facts: AlertFacts; operatorId?: string };

/** Lists the present causes of each kind that the database knows, the newest first, up to CAUSES_MAX. */
export async function listCauses(connection: Connection, now: Date): Promise<Cause[]> {
  const found: Cause[] = [];
  for (const [kind, list] of LISTS) {
    const rows = await list(connection, now);
    found.push(...rows.map((row) => ({ kind, ...row })));
  }
  return found;
}

const ORDER_FACTS = `'clientId', o.client_id, 'clientName', c.name, 'orderId', o.order_id`;
const ORDER_CAUSE = `o.client_id || '/' || o.order_id as cause`;

async function listOrdersInError(connection: Connection): Promise<Row[]> {
  return queryRows<Row>(connection, {
    name: 'alert-orders-in-error',
    text: `select ${ORDER_CAUSE}, json_build_object(${ORDER_FACTS}, 'reason', o.reason_code) as facts
           from orders o join clients c using (client_id)
           where o.status = 'ERROR' and o.status_since is not null and c.mode = 'live'
           order by o.status_since desc limit $1`,
    values: [CAUSES_MAX],
  });
}

async function listRequestedCancellations(connection: Connection): Promise<Row[]> {
  return queryRows<Row>(connection, {
    name: 'alert-requested-cancellations',
    text: `select ${ORDER_CAUSE}, json_build_object(${ORDER_FACTS}) as facts
           from orders o join clients c using (client_id)
           where o.status = 'ACCEPTED' and o.cancellation = 'REQUESTED' and c.mode = 'live'
           order by o.created desc limit $1`,
    values: [CAUSES_MAX],
  });
}

async function listLowStock(connection: Connection): Promise<Row[]> {
  const available = 'v.stock_level_quantity - v.reserved';
  const part = (kind: string, key: string, name: string, from: string) =>
    `select '${kind}/' || v.${key} as cause,
            json_build_object('stockKind', '${kind}', 'code', v.${key}, 'name', concat_ws(' ', ${name}),
                              'available', greatest(0, ${available}), 'minimum', v.minimum) as facts
     from ${from} where v.minimum is not null and v.retired is null and ${available} < v.minimum`;
  return queryRows<Row>(connection, {
    name: 'alert-low-stock',
    text: `${part('ARTICLE', 'sku', 'a.title, v.color, v.size', 'article_variants v join articles a using (manufacturer_code)')}
           union all
           ${part('PRODUCT', 'ean13', 'v.name', 'product_variants v')} limit $1`,
    values: [CAUSES_MAX],
  });
}

async function listFailedLabels(connection: Connection): Promise<Row[]> {
  return queryRows<Row>(connection, {
    name: 'alert-failed-labels',
    text: `select o.code || '/' || o.attempt as cause, json_build_object(${ORDER_FACTS}, 'code', o.code) as facts
           from parcel_labels o join clients c using (client_id)
           where o.state in ('failed', 'not_voided') order by o.asked desc limit $1`,
    values: [CAUSES_MAX],
  });
}

/** Lists printers that cannot be reached, and those with a job that a person must look at. */
async function listStoppedPrinters(connection: Connection, now: Date): Promise<Row[]> {
  return queryRows<Row>(connection, {
    name: 'alert-stopped-printers',
    text: `select p.printer_id as cause, json_build_object('name', p.name) as facts from printers p
           where p.failing_since <= $2
              or p.printer_id in (select printer_id from print_jobs where state in ('failed', 'unknown')) limit $1`,
    values: [CAUSES_MAX, new Date(now.getTime() - PRINTER_FAILING_MS)],
  });
}

/** Lists machines to which no files can be put, and those with a file that a person must look at. */
async function listFailingMachines(connection: Connection, now: Date): Promise<Row[]> {
  return queryRows<Row>(connection, {
    name: 'alert-failing-machines',
    text: `select m.machine_id as cause, json_build_object('name', m.name) as facts from machines m
           where m.failing_since <= $2
              or exists (select 1 from machine_jobs j where j.machine_id = m.machine_id and j.state = 'FAILED') limit $1`,
    values: [CAUSES_MAX, new Date(now.getTime() - PRINTER_FAILING_MS)],
  });
}

async function listDisabledEndpoints(connection: Connection): Promise<Row[]> {
  return queryRows<Row>(connection, {
    name: 'alert-disabled-endpoints',
    text: `select e.endpoint_id::text as cause,
                  json_build_object('clientId', e.client_id, 'clientName', c.name, 'endpointId', e.endpoint_id) as facts
           from webhook_endpoints e join clients c using (client_id)
           where e.status = 'disabled' and e.disabled_reason in ('gone', 'failing') and c.mode = 'live'
           order by e.updated desc limit $1`,
    values: [CAUSES_MAX],
  });
}

async function listSilentConnectors(connection: Connection, now: Date): Promise<Row[]> {
  return queryRows<Row>(connection, {
    name: 'alert-silent-connectors',
    text: `select s.client_id || '/' || s.connection as cause,
                  json_build_object('clientId', s.client_id, 'clientName', c.name, 'name', s.shop) as facts
           from shop_connections s join clients c using (client_id)
           where (s.state is null and s.seen <= $2 and s.seen > $3)
             or (s.state = 'ACTIVE' and s.faults <> '{}' and coalesce(s.contacted, s.created) <= $2)
           order by s.seen desc limit $1`,
    values: [
      CAUSES_MAX,
      new Date(now.getTime() - CONNECTOR_SILENT_MS),
      new Date(now.getTime() - CONNECTOR_FORGOTTEN_MS),
    ],
  });
}

async function listFailedBackups(connection: Connection): Promise<Row[]> {
  return queryRows<Row>(
    connection,
    `select 'backup' as cause, '{}'::json as facts from backup_state where problem is not null or verify_problems > 0`,
  );
}

/** A mention that nobody followed is forgotten after this time. */
const MENTION_MS = 14 * 86_400_000;

async function listMentions(connection: Connection, now: Date): Promise<Row[]> {
  return queryRows<Row>(connection, {
    name: 'alert-mentions',
    text: `select o.note_id || '/' || o.operator_id as cause, o.operator_id as "operatorId",
                  json_build_object(${ORDER_FACTS}, 'name', n.author_name) as facts
           from note_mentions o join clients c using (client_id)
           join order_notes n on n.client_id = o.client_id and n.order_id = o.order_id and n.note_id = o.note_id
           where o.done is null and o.created > $2 order by o.created desc limit $1`,
    values: [CAUSES_MAX, new Date(now.getTime() - MENTION_MS)],
  });
}

const LISTS: readonly (readonly [AlertKind, (connection: Connection, now: Date) => Promise<Row[]>])[] = [
  ['ORDER_ERROR', listOrdersInError],
  ['CANCELLATION_ASKED', listRequestedCancellations],
  ['STOCK_LOW', listLowStock],
  ['LABEL_FAILED', listFailedLabels],
  ['PRINTER_STOPPED', listStoppedPrinters],
  ['MACHINE_STOPPED', listFailingMachines],
  ['CONNECTION_STOPPED', listDisabledEndpoints],
  ['CONNECTION_STOPPED', listSilentConnectors],
  ['BACKUP_FAILED', listFailedBackups],
  ['MENTION', listMentions],
];
