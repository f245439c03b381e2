import type { OrderKey } from '../orders/rows/order-row-store.ts';
import { type DueQuery, ofAnyClient } from '../platform/database/due-query.ts';
import { valuesOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryRows } from '../platform/database/transaction.ts';
import type { TrackedParcel } from '../shipping/labels/label-provider.ts';
import type { DeliveryStatus } from '../shipping/tracking-rules.ts';

/** How far a parcel has come, and when its provider is asked again. */
export interface LabelTracking {
  /** Null: the provider is not asked any more. */
  due: Date | null;
  /** Calls in a row that failed. */
  failures: number;
  status: DeliveryStatus | null;
  since: Date | null;
  words: string | null;
  /** Since when staff must look after the parcel. */
  attention: Date | null;
}

export interface TrackedLabel extends OrderKey, TrackedParcel, LabelTracking {
  parcel: number;
  attempt: number;
  code: string;
  providerId: string;
  bought: Date;
}

const TRACKED = `track_due <= $1 and not exists (select 1 from restore_pause)`;

/** Returns the query for clients whose parcels are to be tracked. A restored copy asks no provider. */
export function dueTracking(now: Date): DueQuery {
  return {
    text: `select distinct client_id as key from parcel_labels where ${ofAnyClient()} and ${TRACKED}`,
    values: [now],
  };
}

export async function listLabelsToTrack(
  connection: Connection,
  clientId: string,
  now: Date,
  limit: number,
): Promise<TrackedLabel[]> {
  return queryRows<TrackedLabel>(connection, {
    name: 'list-labels-to-track',
    text: `select client_id as "clientId", order_id as "orderId", parcel, attempt, code, label_key as key, provider_label_id as "labelId",
                  tracking_number as "trackingNumber", provider_id as "providerId", bought, track_due as due, track_failures as failures,
                  delivery_status as status, delivery_since as since, delivery_words as words, attention
           from parcel_labels where client_id = $2 and ${TRACKED} and state = 'used' order by track_due limit $3`,
    values: [now, clientId, limit],
  });
}

/** Saves the state of tracking, unless the parcel was taken back meanwhile. */
export async function saveTracking(connection: Connection, label: TrackedLabel, tracking: LabelTracking) {
  await connection.query({
    name: 'save-tracking',
    text: `update parcel_labels set track_due = $5, track_failures = $6, delivery_status = $7, delivery_since = $8, delivery_words = $9, attention = $10
           where client_id = $1 and order_id = $2 and parcel = $3 and attempt = $4 and state = 'used' and track_due is not null`,
    values: [
      ...valuesOf(label, 'clientId', 'orderId', 'parcel', 'attempt'),
      ...valuesOf(tracking, 'due', 'failures', 'status', 'since', 'words', 'attention'),
    ],
  });
}

/** Makes parcels of the provider due whose key, label or tracking number is among the texts. */
export async function trackSoon(connection: Connection, providerId: string, texts: readonly string[], now: Date) {
  await connection.query({
    name: 'track-soon',
    text: `update parcel_labels set track_due = $3
           where provider_id = $1 and track_due > $3 and (label_key = any($2) or provider_label_id = any($2) or tracking_number = any($2))`,
    values: [providerId, texts, now],
  });
}
