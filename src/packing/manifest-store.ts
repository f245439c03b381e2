import type { DueQuery } from '../platform/database/due-query.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import { type Connection, queryRows } from '../platform/database/transaction.ts';
import type { LabelKey } from '../shipping/labels/label-provider.ts';

export interface Manifest {
  handOverId: string;
  providerId: string;
  /** In the words of the provider. */
  carrier: string;
  key: string;
  state: 'wanted' | 'made' | 'printed' | 'none' | 'failed';
  attempts: number;
  printerId: string | null;
  /** A code of a sentence. */
  problem: string | null;
  lastError: string | null;
}

const COLUMNS = `m.hand_over_id as "handOverId", m.provider_id as "providerId", m.carrier, m.manifest_key as key, m.state, m.attempts,
  m.printer_id as "printerId", m.problem, m.last_error as "lastError"`;
/** The labels of a list that were bought. */
const LABELS = `parcels p join parcel_labels l on l.client_id = p.client_id and l.order_id = p.order_id and l.parcel = p.parcel
           where p.hand_over_id = $1 and l.state = 'used' and not l.is_return`;

/**
 * Requests the manifest of each label provider and carrier on a closed list. Tries failed ones again. With a
 * printer, they are printed, once.
 */
export async function requestManifests(
  connection: Connection,
  handOverId: string,
  { printerId, now }: { printerId: string | undefined; now: Date },
): Promise<void> {
  await connection.query({
    name: 'request-manifests',
    text: `insert into manifests (hand_over_id, provider_id, carrier, manifest_key, state, due, printer_id)
           select $1::bigint, l.provider_id, coalesce(l.carrier, ''), $2::text || '-' || row_number() over (), 'wanted', $3::timestamptz, $4::text
           from ${LABELS} and l.provider_id is not null group by l.provider_id, coalesce(l.carrier, '')
           on conflict (hand_over_id, provider_id, carrier) do update
           set printer_id = coalesce(manifests.printer_id, excluded.printer_id), due = excluded.due,
               state = case when manifests.state = 'failed' or manifests.state = 'made' and excluded.printer_id is not null then 'wanted'
                       else manifests.state end`,
    values: [handOverId, risingId(), now, printerId ?? null],
  });
}

/** Returns the query for hand-over lists with due manifests. A restored copy makes none. */
export function dueManifests(now: Date): DueQuery {
  return {
    text: `select distinct hand_over_id as key from manifests
           where state = 'wanted' and due <= $1 and not exists (select 1 from restore_pause)`,
    values: [now],
  };
}

/** Lists the manifests of a list that are due. */
export async function listDueManifests(connection: Connection, handOverId: string, now: Date): Promise<Manifest[]> {
  return queryRows<Manifest>(connection, {
    name: 'list-due-manifests',
    text: `select ${COLUMNS} from manifests m where hand_over_id = $1 and state = 'wanted' and due <= $2`,
    values: [handOverId, now],
  });
}

/** Lists the labels of a manifest in the order of their scans. */
export async function listManifestLabels(
  connection: Connection,
  { handOverId, providerId, carrier }: Manifest,
  limit: number,
): Promise<LabelKey[]> {
  return queryRows<LabelKey>(connection, {
    name: 'list-manifest-labels',
    text: `select l.label_key as key, l.provider_label_id as "labelId" from ${LABELS} and l.provider_id = $2 and coalesce(l.carrier, '') = $3
           order by p.handed_over, p.code limit $4`,
    values: [handOverId, providerId, carrier, limit],
  });
}

/** Records the result of an attempt. */
export async function updateManifest(
  connection: Connection,
  { handOverId, providerId, carrier, printerId }: Manifest,
  { state, problem, lastError, due }: Pick<Manifest, 'state' | 'problem' | 'lastError'> & { due: Date },
): Promise<void> {
  await connection.query({
    name: 'update-manifest',
    text: `update manifests set state = $4, problem = $5, last_error = $6, due = $7, printer_id = $8,
                  attempts = case when $5::text is null then 0 else attempts + 1 end
           where hand_over_id = $1 and provider_id = $2 and carrier = $3`,
    values: [handOverId, providerId, carrier, state, problem, lastError, due, printerId],
  });
}

/** Lists the manifests of a hand-over list, without manifests that its providers do not make. */
export async function listManifests(
  connection: Connection,
  handOverId: string,
): Promise<(Manifest & { providerName: string })[]> {
  return queryRows<Manifest & { providerName: string }>(connection, {
    name: 'list-manifests',
    text: `select ${COLUMNS}, coalesce(v.name, '') as "providerName" from manifests m left join label_providers v using (provider_id)
           where m.hand_over_id = $1 and m.state <> 'none' order by m.provider_id, m.carrier`,
    values: [handOverId],
  });
}
