import { ofLiveClient } from '../platform/database/statement-parts.ts';
import { type Connection, queryRows } from '../platform/database/transaction.ts';

/** A sum of a client and day. The comments of the table `report_sums` describe the fields. */
export interface ReportSum {
  clientId: string;
  measure: 'SHIPPED' | 'STEP' | 'REJECT' | 'ARTICLE' | 'MONEY' | 'MONEY_ARTICLE';
  name: string;
  part: string;
  number: number;
  total: number;
}

const ENDED = 'coalesce(s.status_since, s.updated)';
const SHIPPED = `from orders s where s.status = 'SHIPPED' and ${ENDED} >= $1 and ${ENDED} < $2 and ${ofLiveClient('s')}`;
const lastOf = (table: string, type: string) =>
  `(select max(e.occurred) from ${table} e where e.client_id = s.client_id and e.order_id = s.order_id and e.type = '${type}')`;

/** The sums of moments from $1 until before $2, which are the day $3 until the day $4. */
const SUMS = `
  select client_id, 'SHIPPED' as measure, '' as name, '' as part, count(*) as number, count(*) filter (where due is null or ${ENDED} <= due) as total
  ${SHIPPED} group by client_id
  union all
  select client_id, 'STEP', step, '', count(*), sum(extract(epoch from took))::bigint
  from (
    select client_id, created, ${ENDED} as ended, ${lastOf('order_events', 'order.assigned')} as assigned, ${lastOf('order_events', 'order.accepted')} as accepted,
           ${lastOf('piece_events', 'piece.made')} as made, ${lastOf('piece_events', 'piece.checked')} as checked
    ${SHIPPED}
  ) t cross join lateral (values ('INTAKE', assigned - created), ('RELEASE', accepted - assigned), ('MAKE', made - accepted),
    ('CHECK', checked - made), ('PACK', ended - coalesce(checked, made, accepted))) v (step, took)
  where took >= interval '0' group by client_id, step
  union all
  select e.client_id, 'REJECT', coalesce((
      select m.station from piece_events m where m.client_id = e.client_id and m.order_id = e.order_id and m.code = e.code
        and m.type = 'piece.made' and m.occurred <= e.occurred order by m.occurred desc limit 1), ''), coalesce(e.reason, ''), count(*), 0
  from piece_events e where e.type = 'piece.rejected' and e.occurred >= $1 and e.occurred < $2 group by 1, 3, 4
  union all
  select e.client_id, 'ARTICLE', p.sku, case e.type when 'piece.rejected' then 'REJECTED' else 'MADE' end,
         sum(case e.type when 'piece.unmade' then -1 else 1 end), 0
  from piece_events e join pieces p on p.client_id = e.client_id and p.code = e.code
  where e.type in ('piece.made', 'piece.unmade', 'piece.rejected') and e.occurred >= $1 and e.occurred < $2 group by 1, 3, 4
  union all
  select client_id, 'MONEY', currency, coalesce(technology, kind), sum(amount), coalesce(sum(cost), 0)
  from charges where day between $3::date and $4::date group by 1, 3, 4
  union all
  select client_id, 'MONEY_ARTICLE', code, currency, sum(amount), sum(quantity)
  from charges where day between $3::date and $4::date and kind = 'ARTICLE' and code is not null group by 1, 3, 4`;

const SUM = `client_id as "clientId", measure, name, part, number::float8 as number, total::float8 as total`;

type Span = { from: Date; to: Date; firstDay: string; lastDay: string };

/** Sums the moments from `from` until before `to`. */
export async function sumReport(connection: Connection, { from, to, firstDay, lastDay }: Span): Promise<ReportSum[]> {
  return queryRows<ReportSum>(connection, {
    name: 'sum-report',
    text: `select ${SUM} from (${SUMS}) u`,
    values: [from, to, firstDay, lastDay],
  });
}

/** Adds up the stored sums of the days from `firstDay` to `lastDay`. */
export async function addReportSums(
  connection: Connection,
  { firstDay, lastDay }: Pick<Span, 'firstDay' | 'lastDay'>,
): Promise<ReportSum[]> {
  return queryRows<ReportSum>(connection, {
    name: 'add-report-sums',
    text: `select client_id as "clientId", measure, name, part, sum(number)::float8 as number, sum(total)::float8 as total
           from report_sums where day between $1::date and $2::date and measure <> 'DAY' group by client_id, measure, name, part`,
    values: [firstDay, lastDay],
  });
}

/** Lists the days from `firstDay` to `lastDay` whose sums are stored. */
export async function listReportDays(connection: Connection, firstDay: string, lastDay: string): Promise<Set<string>> {
  const rows = await queryRows<{ day: string }>(connection, {
    name: 'list-report-days',
    text: `select day::text from report_sums where measure = 'DAY' and client_id = '' and day between $1::date and $2::date`,
    values: [firstDay, lastDay],
  });
  return new Set(rows.map(({ day }) => day));
}

/** Stores the sums of a finished day once. */
export async function keepReportDay(
  connection: Connection,
  { day, from, to }: { day: string; from: Date; to: Date },
): Promise<void> {
  const { rowCount } = await connection.query(
    `insert into report_sums (client_id, day, measure, name, part, number, total) values ('', $1, 'DAY', '', '', 0, 0)
     on conflict do nothing`,
    [day],
  );
  if (rowCount !== 1) return;
  await connection.query({
    text: `insert into report_sums (day, client_id, measure, name, part, number, total)
           select $3::date, client_id, measure, name, part, number, total from (${SUMS}) u`,
    values: [from, to, day, day],
  });
}

/** Finds the names of clients. */
export async function findClientNames(
  connection: Connection,
  clientIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await queryRows<{ clientId: string; name: string }>(connection, {
    name: 'find-client-names',
    text: 'select client_id as "clientId", name from clients where client_id = any($1)',
    values: [clientIds],
  });
  return new Map(rows.map(({ clientId, name }) => [clientId, name]));
}
