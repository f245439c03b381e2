import type { OrderKey } from '../orders/rows/order-row-store.ts';
import type { Actor } from '../platform/audit/actor.ts';
import { type DueQuery, ofAnyClient } from '../platform/database/due-query.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import { valuesOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryHasRow, queryRow, queryRows } from '../platform/database/transaction.ts';
import type { LabelType } from '../shipping/labels/label-provider.ts';
import { releaseLabels } from './label-parts-store.ts';

type ParcelKey = OrderKey & { parcel: number };

/** States of a purchase. The schema describes them. */
const LABEL_STATES = ['wanted', 'buying', 'bought', 'used', 'failed', 'voiding', 'void', 'not_voided'] as const;
export type LabelState = (typeof LABEL_STATES)[number];

/** A purchase of a label for a parcel, without the document. */
export interface ParcelLabel extends ParcelKey {
  attempt: number;
  code: string;
  key: string;
  state: LabelState;
  due: Date;
  asked: Date;
  askedByKind: Actor['kind'];
  askedById: string | null;
  askedByName: string | null;
  wantedProviderId: string | null;
  wantedService: string | null;
  /** For the way back, from the recipient to the sender. */
  isReturn: boolean;
  attempts: number;
  called: Date | null;
  providerId: string | null;
  providerName: string | null;
  isTest: boolean;
  service: string | null;
  carrier: string | null;
  carrierId: string | null;
  labelId: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
  cost: number | null;
  currency: string | null;
  printsCustoms: boolean;
  bought: Date | null;
  problem: string | null;
  lastError: string | null;
}

const COLUMNS = `l.client_id as "clientId", l.order_id as "orderId", l.parcel, l.attempt, l.code, l.label_key as key, l.state, l.due, l.asked,
  l.asked_by_kind as "askedByKind", l.asked_by_id as "askedById", l.asked_by_name as "askedByName", l.wanted_provider_id as "wantedProviderId",
  l.wanted_service as "wantedService", l.is_return as "isReturn", l.attempts, l.called, l.provider_id as "providerId", l.provider_name as "providerName",
  l.is_test as "isTest", l.service, l.carrier, l.carrier_id as "carrierId", l.provider_label_id as "labelId",
  l.tracking_number as "trackingNumber", l.tracking_url as "trackingUrl", l.cost::float8 as cost, l.currency,
  l.prints_customs as "printsCustoms", l.bought, l.problem, l.last_error as "lastError"`;

interface WantedLabel extends ParcelKey {
  code: string;
  by: Actor;
  now: Date;
  wantedProviderId?: string | undefined;
  wantedService?: string | undefined;
}

/** Requests a label for a parcel of a locked order. An earlier one is given up. */
export async function insertWantedLabel(connection: Connection, wanted: WantedLabel): Promise<void> {
  const { clientId, orderId, parcel } = wanted;
  await connection.query({
    name: 'release-label-of-parcel',
    // Papers that are marked as a test are printed again without the mark.
    text: `with released as (${releaseLabels('where l.client_id = $1 and l.order_id = $2 and l.parcel = $3')})
           update parcel_papers a set state = 'void'
           where a.client_id = $1 and a.order_id = $2 and a.parcel = $3 and a.source <> 'CLIENT' and a.state in ('drawing', 'enqueued')
             and exists (select 1 from parcel_labels l where l.client_id = $1 and l.order_id = $2 and l.parcel = $3 and l.is_test and l.bought is not null)`,
    values: [clientId, orderId, parcel],
  });
  await connection.query({
    name: 'insert-wanted-label',
    text: `insert into parcel_labels (client_id, order_id, parcel, attempt, code, label_key, state, due, asked, asked_by_kind, asked_by_id,
                                      asked_by_name, wanted_provider_id, wanted_service)
           select $1, $2, $3, coalesce(max(attempt), 0) + 1, $4, $5, 'wanted', $6, $6, $7, $8, $9, $10, $11
           from parcel_labels where client_id = $1 and order_id = $2 and parcel = $3`,
    values: wantedValues(wanted),
  });
}

/**
 * Requests a label for the return of a parcel of a locked order, unless it has one or one is coming. A failed
 * one is given up.
 */
export async function insertReturnLabel(connection: Connection, wanted: WantedLabel): Promise<void> {
  const { clientId, orderId, parcel } = wanted;
  await connection.query({
    name: 'release-return-label',
    text: releaseLabels(
      `where l.client_id = $1 and l.order_id = $2 and l.parcel = $3 and l.is_return and l.state = 'failed'`,
    ),
    values: [clientId, orderId, parcel],
  });
  await connection.query({
    name: 'insert-return-label',
    text: `insert into parcel_labels (client_id, order_id, parcel, attempt, code, label_key, state, due, asked, asked_by_kind, asked_by_id,
                                      asked_by_name, wanted_provider_id, wanted_service, is_return)
           select $1, $2, $3, coalesce(max(attempt), 0) + 1, $4, $5, 'wanted', $6, $6, $7, $8, $9, $10, $11, true
           from parcel_labels where client_id = $1 and order_id = $2 and parcel = $3
           having not coalesce(bool_or(is_return and state in ('wanted', 'buying', 'used')), false)`,
    values: wantedValues(wanted),
  });
}

/** Gives up the label that the client requested for returns of a parcel, if all of them were withdrawn. */
export async function releaseReturnLabel(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  code: string,
): Promise<void> {
  await connection.query({
    name: 'release-withdrawn-label',
    text: releaseLabels(
      `where l.client_id = $1 and l.order_id = $2 and l.code = $3 and l.is_return and l.asked_by_kind = 'client' and not exists (
         select 1 from announced_returns a
         where a.client_id = $1 and a.order_id = $2 and a.parcel_code = $3 and a.withdrawn is null)`,
    ),
    values: [clientId, orderId, code],
  });
}

function wantedValues({ clientId, orderId, parcel, code, by, now, ...wanted }: WantedLabel) {
  return [
    ...[clientId, orderId, parcel, code, risingId(), now],
    ...valuesOf(by, 'kind', 'id', 'name'),
    ...[wanted.wantedProviderId ?? null, wanted.wantedService ?? null],
  ];
}

/** Returns the query for codes of parcels with due labels. A restored copy buys and voids nothing. */
export function dueLabels(now: Date): DueQuery {
  return {
    text: `select distinct code as key from parcel_labels
           where ${ofAnyClient()} and state in ('wanted', 'buying', 'bought', 'voiding') and due <= $1 and not exists (select 1 from restore_pause) order by code`,
    values: [now],
  };
}

/** Lists the due labels of a parcel: the ones to void first, then the others by attempt. */
export async function listDueLabels(connection: Connection, code: string, now: Date): Promise<ParcelLabel[]> {
  return queryRows<ParcelLabel>(connection, {
    name: 'list-due-labels',
    text: `select ${COLUMNS} from parcel_labels l
           where code = $1 and state in ('wanted', 'buying', 'bought', 'voiding') and due <= $2 and not exists (select 1 from restore_pause)
           order by state <> 'voiding', attempt`,
    values: [code, now],
  });
}

const BY_ATTEMPT = 'client_id = $1 and order_id = $2 and parcel = $3 and attempt = $4';
const attemptOf = (label: ParcelLabel) => valuesOf(label, 'clientId', 'orderId', 'parcel', 'attempt');

/** Records that the provider is called now. Returns false if the label was given up meanwhile. */
export async function beginBuying(
  connection: Connection,
  label: ParcelLabel,
  chosen: Pick<ParcelLabel, 'providerId' | 'providerName' | 'isTest' | 'service' | 'carrierId' | 'cost' | 'currency'>,
  { now, due }: { now: Date; due: Date },
): Promise<boolean> {
  return queryHasRow(connection, {
    name: 'begin-buying',
    text: `update parcel_labels set state = 'buying', called = $5, due = $6, provider_id = $7, provider_name = $8,
                  is_test = $9, service = $10, carrier_id = $11, cost = $12, currency = $13
           where ${BY_ATTEMPT} and state in ('wanted', 'buying')`,
    values: [
      ...attemptOf(label),
      now,
      due,
      ...valuesOf(chosen, 'providerId', 'providerName', 'isTest', 'service', 'carrierId', 'cost', 'currency'),
    ],
  });
}

/** Keeps the id of the prepared shipment. */
export async function keepLabelId(connection: Connection, label: ParcelLabel): Promise<void> {
  await connection.query({
    name: 'keep-label-id',
    text: `update parcel_labels set provider_label_id = $5 where ${BY_ATTEMPT}`,
    values: [...attemptOf(label), label.labelId],
  });
}

export interface LabelPaper {
  bytes: Buffer;
  /** Null: it cannot be printed. */
  contentType: LabelType | null;
  widthMm: number | null;
  heightMm: number | null;
}

export type Purchase = Pick<
  ParcelLabel,
  'service' | 'carrier' | 'labelId' | 'trackingNumber' | 'trackingUrl' | 'cost' | 'currency' | 'printsCustoms'
>;

/**
 * Records a purchase. A label that was given up meanwhile keeps its state, so that it is voided with the id
 * of the provider.
 */
export async function recordPurchase(
  connection: Connection,
  label: ParcelLabel,
  purchase: Purchase,
  paper: LabelPaper,
  now: Date,
): Promise<void> {
  await connection.query({
    name: 'record-purchase',
    text: `update parcel_labels
           set state = case when state <> 'buying' then state when is_return then 'used' else 'bought' end, bought = coalesce(bought, $5), due = $5, attempts = 0,
               problem = null, last_error = null, service = $6, carrier = $7, provider_label_id = $8, tracking_number = $9, tracking_url = $10,
               cost = coalesce($11, cost), currency = coalesce($12, currency), prints_customs = $13, document = $14, content_type = $15, width_mm = $16, height_mm = $17
           where ${BY_ATTEMPT}`,
    values: [
      ...attemptOf(label),
      now,
      ...valuesOf(purchase, 'service', 'carrier', 'labelId', 'trackingNumber', 'trackingUrl', 'cost', 'currency'),
      purchase.printsCustoms,
      ...valuesOf(paper, 'bytes', 'contentType', 'widthMm', 'heightMm'),
    ],
  });
}

/**
 * Records that a step failed, and when the next one is due. After a refusal, the next attempt prepares
 * another shipment with the corrected data. Returns false if the label was given up.
 */
export async function recordLabelFailure(
  connection: Connection,
  label: ParcelLabel,
  { state, problem, lastError, due }: Pick<ParcelLabel, 'state' | 'problem' | 'lastError' | 'due'>,
): Promise<boolean> {
  return queryHasRow(connection, {
    name: 'record-label-failure',
    text: `update parcel_labels set state = $6, problem = $7, last_error = $8, due = $9, attempts = attempts + 1,
                  provider_label_id = case when $6 = 'failed' and $7 in ('label_refused', 'label_no_service') and bought is null
                    then null else provider_label_id end
           where ${BY_ATTEMPT} and state = $5`,
    values: [...attemptOf(label), label.state, state, problem, lastError, due],
  });
}

/** Makes the next step of the label due at this time, without a failure. */
export async function postponeLabel(connection: Connection, label: ParcelLabel, due: Date): Promise<void> {
  await connection.query({
    name: 'postpone-label',
    text: `update parcel_labels set due = $6 where ${BY_ATTEMPT} and state = $5`,
    values: [...attemptOf(label), label.state, due],
  });
}

/** Marks the bought label as used: its parcel has left with it, and is tracked from this time. */
export async function markLabelUsed(connection: Connection, label: ParcelLabel, trackDue: Date): Promise<void> {
  await connection.query({
    name: 'mark-label-used',
    text: `update parcel_labels set state = 'used', track_due = $5 where ${BY_ATTEMPT}`,
    values: [...attemptOf(label), trackDue],
  });
}

/** Finds the label if it is still in this state. Its order must be locked. */
export async function findLabelInState(
  connection: Connection,
  label: ParcelLabel,
  state: LabelState,
): Promise<ParcelLabel | undefined> {
  return queryRow<ParcelLabel>(connection, {
    name: 'find-label-in-state',
    text: `select ${COLUMNS} from parcel_labels l where ${BY_ATTEMPT} and state = $5`,
    values: [...attemptOf(label), state],
  });
}

/** Records the end of voiding, and deletes the document. A void label costs nothing. */
export async function endVoiding(
  connection: Connection,
  label: ParcelLabel,
  { state, now }: { state: 'void' | 'not_voided'; now: Date },
): Promise<void> {
  await connection.query({
    name: 'end-voiding',
    text: `update parcel_labels set state = $5, voided = $6, problem = null, last_error = null, document = null
           where ${BY_ATTEMPT} and state = 'voiding'`,
    values: [...attemptOf(label), state, state === 'void' ? now : null],
  });
}

export type LabelDocument = { document: Buffer; isTest: boolean; widthMm: number | null; heightMm: number | null };

/** Reads the document of the label that was bought for the parcel, or for its return. */
export async function readLabelDocument(
  connection: Connection,
  { clientId, orderId, parcel }: ParcelKey,
  isReturn = false,
): Promise<LabelDocument | undefined> {
  return queryRow<LabelDocument>(connection, {
    name: 'read-label-document',
    text: `select document, is_test as "isTest", width_mm as "widthMm", height_mm as "heightMm" from parcel_labels
           where client_id = $1 and order_id = $2 and parcel = $3 and is_return = $4
             and (state in ('bought', 'used') or state = 'failed' and is_test) and document is not null order by attempt desc limit 1`,
    values: [clientId, orderId, parcel, isReturn],
  });
}

const AGAIN = `state = case when l.state <> 'failed' then l.state when l.bought is null then 'wanted' else 'bought' end`;
const WAITING = `l.state in ('wanted', 'buying', 'bought', 'failed')`;
const IS_REAL = `(l.state <> 'failed' or not l.is_test or l.bought is null)`;

/**
 * Makes the next step of the parcel's label due, also of a failed one. Returns false without a label. A test
 * label is none, because another one is to be bought.
 */
export async function retryLabel(
  connection: Connection,
  { clientId, orderId, parcel }: ParcelKey,
  now: Date,
): Promise<boolean> {
  return queryHasRow(connection, {
    name: 'retry-label',
    text: `update parcel_labels l set ${AGAIN}, due = $4 where client_id = $1 and order_id = $2 and parcel = $3 and ${WAITING} and ${IS_REAL}`,
    values: [clientId, orderId, parcel, now],
  });
}

/** Makes the labels with this problem due again, the oldest first. Returns the codes of their parcels. */
export async function retryLabels(
  connection: Connection,
  problem: string,
  now: Date,
  limit: number,
): Promise<string[]> {
  const rows = await queryRows<{ code: string }>(connection, {
    name: 'retry-labels',
    text: `update parcel_labels l set ${AGAIN}, due = $2
           where ${WAITING} and l.problem = $1
             and l.code in (select code from parcel_labels l where ${WAITING} and l.problem = $1 order by asked, code limit $3)
           returning l.code`,
    values: [problem, now, limit],
  });
  return rows.map(({ code }) => code);
}

/** Erases the personal data of the order's labels. Costs stay. Purchases that are still open are voided. */
export async function eraseLabels(connection: Connection, clientId: string, orderId: string): Promise<void> {
  await connection.query({
    name: 'erase-labels',
    text: `update parcel_labels set document = null, tracking_number = null, tracking_url = null, last_error = null,
                  track_due = null, delivery_words = null, attention = null
           where client_id = $1 and order_id = $2`,
    values: [clientId, orderId],
  });
}
