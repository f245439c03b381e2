import { ofLiveClient } from '../platform/database/statement-parts.ts';

/** An order `o` of a live client that was accepted without a batch, and of which nothing is made. */
export const ACCEPTED_ALONE = `o.status = 'ACCEPTED' and ${ofLiveClient('o')} and o.reason_code is distinct from 'on_hold'
  and o.cancellation is distinct from 'REQUESTED'
  and not exists (select 1 from production_orders q where q.client_id = o.client_id and q.order_id = o.order_id and q.batch_id is not null)
  and not exists (select 1 from pieces p where p.client_id = o.client_id and p.order_id = o.order_id and p.state in ('MADE', 'CHECKED', 'PACKED'))
  and not exists (select 1 from parcels c where c.client_id = o.client_id and c.order_id = o.order_id and c.state <> 'DROPPED')`;
