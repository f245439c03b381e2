import type { Actor } from '../platform/audit/actor.ts';
import type { DueQuery } from '../platform/database/due-query.ts';
import { type Connection, queryHasRow, queryRow } from '../platform/database/transaction.ts';

/** Inserts an e-mail to send. Returns false if one of the purchase order waits already. */
export async function insertPurchaseMail(
  connection: Connection,
  { mailId, purchaseId, address }: { mailId: string; purchaseId: string; address: string },
  { by, now }: { by: Actor; now: Date },
): Promise<boolean> {
  return queryHasRow(connection, {
    text: `insert into purchase_mails (mail_id, purchase_id, address, created, created_by_id, created_by_name, due)
           values ($1, $2, $3, $4, $5, $6, $4) on conflict do nothing returning 1`,
    values: [mailId, purchaseId, address, now, by.id, by.name],
  });
}

/** Returns the query for e-mails to send. A restored copy sends nothing until staff resume it. */
export function duePurchaseMails(now: Date): DueQuery {
  return {
    text: `select mail_id as key from purchase_mails
           where state = 'WAITING' and due <= $1 and not exists (select 1 from restore_pause)`,
    values: [now],
  };
}

interface PurchaseMail {
  mailId: string;
  purchaseId: string;
  address: string;
  created: Date;
  attempts: number;
}

/** Counts an attempt before it is made, and returns the e-mail; undefined if it is not due any more. */
export async function beginMailAttempt(
  connection: Connection,
  mailId: string,
  { now, next }: { now: Date; next: Date },
): Promise<PurchaseMail | undefined> {
  return queryRow<PurchaseMail>(connection, {
    text: `update purchase_mails set attempts = attempts + 1, due = $3
           where mail_id = $1 and state = 'WAITING' and due <= $2
           returning mail_id as "mailId", purchase_id as "purchaseId", address, created, attempts`,
    values: [mailId, now, next],
  });
}

export async function endMailAttempt(
  connection: Connection,
  mailId: string,
  { state, error, due, now }: { state: 'WAITING' | 'SENT' | 'FAILED'; error: string | null; due: Date; now: Date },
): Promise<void> {
  await connection.query({
    text: `update purchase_mails set state = $2, last_error = $3, due = $4,
             sent = case when $2 = 'SENT' then $5::timestamptz end where mail_id = $1 and state = 'WAITING'`,
    values: [mailId, state, error, due, now],
  });
}
