import { type Connection, queryRows } from '../../platform/database/transaction.ts';

type TableRecord = { table: string; rows: Record<string, unknown>[] };

/** Lists the tables with the key of an order. The catalog includes future tables. */
const TABLES = `select a.table_name as "table" from information_schema.columns a
   join information_schema.columns b using (table_schema, table_name)
   where a.table_schema = current_schema() and a.column_name = 'client_id' and b.column_name = 'order_id' order by 1`;

/** Conditions for tables without the key. The row is `t`, $1 the clientId and $2 the orderId. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  webhook_deliveries: `t.client_id = $1 and t.endpoint_id in (select endpoint_id from webhook_endpoints where client_id = $1)
     and t.delivery_id in (select event_id from order_events where client_id = $1 and order_id = $2)`,
  audit: `t.subject_kind = 'order' and t.subject_id = $1 || '/' || $2`,
  scans: `strpos(t.answer, to_json($2::text)::text) > 0 and strpos(t.answer, to_json($1::text)::text) > 0`,
  idempotency_keys: `t.answer like any(
     select '%' || job_id || '%' from print_jobs where client_id = $1 and order_id = $2)`,
  blobs: `t.sha256 in (select sha256 from order_files where client_id = $1 and order_id = $2)`,
  file_pictures: `t.sha256 in (select sha256 from order_files where client_id = $1 and order_id = $2)`,
};

/** Returns all rows about the order, grouped by table, without the bytes of documents. */
export async function readOrderRecord(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<TableRecord[]> {
  const { rows: tables } = await connection.query<{ table: string }>(TABLES);
  const conditions: Record<string, string> = {
    ...Object.fromEntries(tables.map(({ table }) => [table, 't.client_id = $1 and t.order_id = $2'])),
    ...ELSEWHERE,
  };
  const records: TableRecord[] = [];
  for (const [table, condition] of Object.entries(conditions)) {
    const bytes = table === 'print_jobs' ? ` - 'document'` : '';
    const { rows } = await connection.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t)${bytes} as row from ${table} t where ${condition}`,
      [clientId, orderId],
    );
    if (rows.length > 0) records.push({ table, rows: rows.map(({ row }) => row) });
  }
  return records;
}

export async function readPrintedDocuments(connection: Connection, clientId: string, orderId: string) {
  return queryRows<{ jobId: string; contentType: string; document: Buffer }>(connection, {
    text: `select job_id as "jobId", content_type as "contentType", document from print_jobs
     where client_id = $1 and order_id = $2 and document is not null order by job_id`,
    values: [clientId, orderId],
  });
}
