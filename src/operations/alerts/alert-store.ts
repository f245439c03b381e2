import type { DueQuery } from '../../platform/database/due-query.ts';
import { columnsOf } from '../../platform/database/statement-parts.ts';
import { type Connection, queryCount, queryHasRow, queryRow, queryRows } from '../../platform/database/transaction.ts';
import type { Role } from '../../staff/role-rules.ts';
import type { Alert, AlertKind, Cause } from './alert-kinds.ts';
import type { Choice, Message, Recipient } from './alert-rules.ts';

/** The name of the center's webhook as a recipient. */
export const WEBHOOK = 'webhook';
const ALERT = 'alert_id as "alertId", kind, cause, facts, begun';
const OF_PERSON = '(operator_id is null or operator_id = $1)';

export async function listOpenCauses(connection: Connection) {
  return queryRows<Pick<Alert, 'alertId' | 'kind' | 'cause'>>(
    connection,
    'select alert_id as "alertId", kind, cause from alerts where ended is null',
  );
}

/** Opens alerts of these causes that ended after this moment again. Returns their kinds and causes. */
export async function reopenAlerts(
  connection: Connection,
  causes: readonly Cause[],
  endedAfter: Date,
): Promise<Pick<Cause, 'kind' | 'cause'>[]> {
  return queryRows<Pick<Cause, 'kind' | 'cause'>>(connection, {
    text: `update alerts a set ended = null from unnest($1::text[], $2::text[]) as found (kind, cause)
           where a.kind = found.kind and a.cause = found.cause and a.ended > $3 returning a.kind, a.cause`,
    values: [...columnsOf(causes, 'kind', 'cause'), endedAfter],
  });
}

/** Inserts an alert for each cause that has no open one. */
export async function insertAlerts(connection: Connection, alerts: readonly Alert[]): Promise<void> {
  await connection.query({
    text: `insert into alerts (alert_id, kind, cause, operator_id, facts, begun)
           select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::jsonb[], $6::timestamptz[])
           on conflict (kind, cause) where ended is null do nothing`,
    values: columnsOf(alerts, 'alertId', 'kind', 'cause', 'operatorId', 'facts', 'begun'),
  });
}

/** Ends an open mention of the person. Returns its cause. */
export async function endOwnAlert(
  connection: Connection,
  { alertId, operatorId, now }: { alertId: string; operatorId: string; now: Date },
): Promise<Pick<Alert, 'cause' | 'facts'> | undefined> {
  return queryRow<Pick<Alert, 'cause' | 'facts'>>(connection, {
    text: 'update alerts set ended = $3 where alert_id = $1 and operator_id = $2 and ended is null returning cause, facts',
    values: [alertId, operatorId, now],
  });
}

export async function endAlerts(connection: Connection, alertIds: readonly string[], now: Date): Promise<void> {
  await connection.query('update alerts set ended = $2 where alert_id = any($1) and ended is null', [alertIds, now]);
}

/** Lists the open alerts that began after this moment, the oldest first. */
export async function listAlertsAfter(connection: Connection, begun: Date, limit: number) {
  return queryRows<Alert & { operatorId: string | null }>(connection, {
    text: `select ${ALERT}, operator_id as "operatorId" from alerts where ended is null and begun > $1
           order by begun, alert_id limit $2`,
    values: [begun, limit],
  });
}

/** Lists the open alerts of these kinds for a person, the newest first. */
export async function listAlertsOf(
  connection: Connection,
  operatorId: string,
  { kinds, limit }: { kinds: readonly AlertKind[]; limit: number },
): Promise<Alert[]> {
  return queryRows<Alert>(connection, {
    text: `select ${ALERT} from alerts where ended is null and kind = any($2) and ${OF_PERSON}
           order by begun desc, alert_id desc limit $3`,
    values: [operatorId, kinds, limit],
  });
}

/** Counts the open alerts of these kinds for a person, and the unread ones, up to the limit. */
export async function countAlertsOf(
  connection: Connection,
  operatorId: string,
  { kinds, seen, limit }: { kinds: readonly AlertKind[]; seen: Date; limit: number },
): Promise<{ open: number; unread: number }> {
  const { rows } = await connection.query<{ open: number; unread: number }>({
    text: `select count(*)::int as open, count(*) filter (where begun > $3)::int as unread
           from (select begun from alerts where ended is null and kind = any($2) and ${OF_PERSON}
                 order by begun desc limit $4) counted`,
    values: [operatorId, kinds, seen, limit],
  });
  return rows[0]!;
}

const CHOICE = 'bell, mail, address, times, seen, composed';

export async function findChoice(connection: Connection, recipient: string): Promise<Choice | undefined> {
  return queryRow<Choice>(connection, `select ${CHOICE} from alert_choices where recipient = $1`, [recipient]);
}

export async function upsertChoice(
  connection: Connection,
  recipient: string,
  { bell, mail, address, times, seen, composed }: Choice,
): Promise<void> {
  await connection.query({
    text: `insert into alert_choices (recipient, bell, mail, address, times, seen, composed)
           values ($1, $2, $3, $4, $5, $6, $7)
           on conflict (recipient) do update set bell = excluded.bell, mail = excluded.mail, address = excluded.address,
             times = excluded.times, seen = greatest(alert_choices.seen, excluded.seen), composed = excluded.composed`,
    values: [recipient, bell, mail, address, times, seen, composed],
  });
}

/** Lists everyone who gets messages: people with an address whose account is active, and the webhook. */
export async function listRecipients(connection: Connection): Promise<Recipient[]> {
  return queryRows<Recipient>(
    connection,
    `select c.recipient, c.mail as kinds, c.times, c.composed, o.role, o.language,
            exists (select 1 from alert_messages m where m.recipient = c.recipient and m.state = 'waiting') as "isWaiting"
     from alert_choices c left join operators o on o.operator_id = c.recipient and o.status = 'active'
     where c.mail <> '{}' and (c.recipient = '${WEBHOOK}' or o.operator_id is not null and c.address is not null)`,
  );
}

/** Stores a message, unless the recipient's last one was written at another time than `composed`. */
export async function insertMessage(
  connection: Connection,
  { messageId, recipient, subject, text, created }: Message,
  composed: Date,
): Promise<boolean> {
  return queryHasRow(connection, {
    text: `with moved as (
             update alert_choices set composed = $5 where recipient = $2 and composed = $6 returning recipient
           )
           insert into alert_messages (message_id, recipient, subject, text, created, due)
           select $1, recipient, $3, $4, $5, $5 from moved`,
    values: [messageId, recipient, subject, text, created, composed],
  });
}

/** Returns the query for messages to send. A restored copy sends nothing until staff resume it. */
export function dueMessages(now: Date, channels: { mail: boolean; webhook: boolean }): DueQuery {
  return {
    text: `select message_id as key from alert_messages
           where state = 'waiting' and due <= $1 and case recipient when '${WEBHOOK}' then $2::boolean else $3::boolean end
             and not exists (select 1 from restore_pause)`,
    values: [now, channels.webhook, channels.mail],
  };
}

export interface SentMessage extends Message {
  attempts: number;
  /** Null: the person gets no e-mail any more. */
  address: string | null;
  role: Role | null;
}

/** Counts an attempt before it is made, and returns the message; undefined if it is not due any more. */
export async function beginAttempt(
  connection: Connection,
  messageId: string,
  { now, next }: { now: Date; next: Date },
): Promise<SentMessage | undefined> {
  return queryRow<SentMessage>(connection, {
    text: `update alert_messages m set attempts = attempts + 1, due = $3
           where message_id = $1 and state = 'waiting' and due <= $2
           returning message_id as "messageId", recipient, subject, text, created, attempts,
             (select c.address from alert_choices c where c.recipient = m.recipient) as address,
             (select o.role from operators o where o.operator_id = m.recipient and o.status = 'active') as role`,
    values: [messageId, now, next],
  });
}

export async function endAttempt(
  connection: Connection,
  messageId: string,
  { state, error, due, now }: { state: 'waiting' | 'sent' | 'failed'; error: string | null; due: Date; now: Date },
): Promise<void> {
  await connection.query({
    text: `update alert_messages set state = $2, last_error = $3, due = $4,
                  sent = case when $2 = 'sent' then $5::timestamptz end where message_id = $1 and state = 'waiting'`,
    values: [messageId, state, error, due, now],
  });
}

/** Finds the last message to the recipient that was tried. */
export async function findLastMessage(connection: Connection, recipient: string) {
  return queryRow<{ created: Date; sent: Date | null; lastError: string | null }>(connection, {
    text: `select created, sent, last_error as "lastError" from alert_messages
           where recipient = $1 and attempts > 0 order by created desc limit 1`,
    values: [recipient],
  });
}

export function dueAlertsBefore(before: Date): DueQuery {
  return {
    text: `(select 'old' as key from alerts where ended < $1 limit 1)
           union (select 'old' from alert_messages where created < $1 and state <> 'waiting' limit 1)`,
    values: [before],
  };
}

export async function deleteAlertsBefore(connection: Connection, before: Date, limit: number): Promise<number> {
  const alerts = await queryCount(connection, {
    text: `delete from alerts where alert_id in (select alert_id from alerts where ended < $1 limit $2)`,
    values: [before, limit],
  });
  const messages = await queryCount(connection, {
    text: `delete from alert_messages where message_id in (
             select message_id from alert_messages where created < $1 and state <> 'waiting' limit $2)`,
    values: [before, limit],
  });
  return alerts + messages;
}
