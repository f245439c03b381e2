import { type Connection, queryRows } from '../platform/database/transaction.ts';
import type { LabelState, ParcelLabel } from './parcel-label-store.ts';

/** A label that is not on its way out: it is being bought, failed, or is to be voided. */
export interface OpenLabel
  extends Pick<
    ParcelLabel,
    'clientId' | 'orderId' | 'code' | 'asked' | 'providerName' | 'service' | 'attempts' | 'cost' | 'currency' | 'isTest'
  > {
  state: LabelState;
  clientName: string;
  nextAttempt: Date | null;
  problem: string | null;
  sentences: string | null;
  station: string;
}

const OPEN = `('wanted', 'buying', 'bought', 'failed', 'voiding', 'not_voided')`;

/** Lists open labels by the time of their request, the oldest first. `problem`: only those with it. */
export async function listOpenLabels(
  connection: Connection,
  problem: string | undefined,
  { after, limit }: { after: { asked: Date; code: string } | undefined; limit: number },
): Promise<OpenLabel[]> {
  return queryRows<OpenLabel>(connection, {
    name: 'list-open-labels',
    text: `select l.client_id as "clientId", c.name as "clientName", l.order_id as "orderId", l.code, l.state, l.asked, p.station,
                  l.provider_name as "providerName", l.service, l.attempts, l.cost::float8 as cost, l.currency, l.is_test as "isTest",
                  case when l.state in ('failed', 'not_voided') then null else l.due end as "nextAttempt",
                  coalesce(case when p.state = 'PACKED' then p.problem end, l.problem) as problem,
                  case when p.state = 'PACKED' and l.state <> 'voiding' then p.problem_sentences end as sentences
           from parcel_labels l join clients c on c.client_id = l.client_id
           join parcels p on p.client_id = l.client_id and p.order_id = l.order_id and p.parcel = l.parcel
           where l.state in ${OPEN} and ($1::text is null or l.problem = $1) and (l.asked, l.code) > ($2, $3)
           order by l.asked, l.code limit $4`,
    values: [problem ?? null, after?.asked ?? new Date(0), after?.code ?? '', limit],
  });
}

export interface LabelCosts {
  /** YYYY-MM. */
  month: string;
  clientId: string;
  clientName: string;
  /** Null: the provider gave no price. */
  currency: string | null;
  labels: number;
  cost: number;
}

/** Sums the costs of labels that were bought in this period and not voided, by month, client and currency. */
export async function sumLabelCosts(
  connection: Connection,
  { from, to, timeZone }: { from: Date; to: Date; timeZone: string },
): Promise<LabelCosts[]> {
  return queryRows<LabelCosts>(connection, {
    name: 'sum-label-costs',
    text: `select s.month, s.client_id as "clientId", c.name as "clientName", s.currency, s.labels, s.cost
           from (
             select to_char(bought at time zone $3, 'YYYY-MM') as month, client_id, currency, count(*)::int as labels,
                    coalesce(sum(cost), 0)::float8 as cost
             from parcel_labels where bought >= $1 and bought < $2 and state <> 'void' and not is_test group by 1, 2, 3
           ) s join clients c on c.client_id = s.client_id
           order by s.month, lower(c.name), s.client_id, s.currency`,
    values: [from, to, timeZone],
  });
}
