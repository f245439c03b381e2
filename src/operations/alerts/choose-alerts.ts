import type { Pool } from 'pg';
import { inTransaction, withRetry } from '../../platform/database/transaction.ts';
import { endMention } from '../../staff/note-store.ts';
import { type Alert, type AlertKind, pathOf } from './alert-kinds.ts';
import { type Choice, USUAL_CHOICE } from './alert-rules.ts';
import { countAlertsOf, endOwnAlert, findChoice, findLastMessage, listAlertsOf, upsertChoice } from './alert-store.ts';

/** Alerts in the bell. */
export const BELL_ALERTS_MAX = 100;
/** A larger number of alerts is counted as this number plus one. */
const ALERTS_COUNTED_MAX = 999;

interface Bell {
  unread: number;
  open: number;
  alerts: (Alert & { path: string; isUnread: boolean })[];
}

/** Reads the open alerts of the kinds that the person chose, with the numbers of all and of unread ones. */
export async function readBell(pool: Pool, operatorId: string): Promise<Bell> {
  const { bell: kinds, seen } = await readChoice(pool, operatorId);
  const counts = await withRetry(() => countAlertsOf(pool, operatorId, { kinds, seen, limit: ALERTS_COUNTED_MAX + 1 }));
  const alerts = await withRetry(() => listAlertsOf(pool, operatorId, { kinds, limit: BELL_ALERTS_MAX }));
  return { ...counts, alerts: alerts.map((one) => ({ ...one, path: pathOf(one), isUnread: one.begun > seen })) };
}

/** Returns the choice of the person, or the usual one. */
export async function readChoice(pool: Pool, operatorId: string): Promise<Choice> {
  return (await withRetry(() => findChoice(pool, operatorId))) ?? USUAL_CHOICE;
}

/** Returns when the last e-mail to the person was tried, and whether it was sent. */
export async function readLastMail(pool: Pool, operatorId: string) {
  return withRetry(() => findLastMessage(pool, operatorId));
}

export interface ChosenAlerts {
  bell: AlertKind[];
  mail: AlertKind[];
  address?: string;
  times: Choice['times'];
}

/** Replaces the choice of the person. Messages have the alerts that begin after the address was chosen. */
export async function chooseAlerts(pool: Pool, operatorId: string, chosen: ChosenAlerts, now: Date): Promise<Choice> {
  return inTransaction(pool, async (connection) => {
    const before = (await findChoice(connection, operatorId)) ?? USUAL_CHOICE;
    const wasSent = before.mail.length > 0 && before.address !== null;
    const choice = { ...before, ...chosen, address: chosen.address ?? null, composed: wasSent ? before.composed : now };
    await upsertChoice(connection, operatorId, choice);
    return choice;
  });
}

/** Marks the alerts that began by this moment as read. */
export async function readAlertsUntil(pool: Pool, operatorId: string, seen: Date): Promise<void> {
  await inTransaction(pool, async (connection) => {
    const before = (await findChoice(connection, operatorId)) ?? USUAL_CHOICE;
    await upsertChoice(connection, operatorId, { ...before, seen });
  });
}

/** Ends an alert that concerns only this person. Other alerts end with their cause. */
export async function endAlertOf(pool: Pool, alertId: string, { operatorId, now }: { operatorId: string; now: Date }) {
  await inTransaction(pool, async (connection) => {
    const ended = await endOwnAlert(connection, { alertId, operatorId, now });
    if (!ended) return;
    const [noteId] = ended.cause.split('/');
    const { clientId, orderId } = ended.facts;
    await endMention(connection, [clientId, orderId], { noteId, operatorId, now });
  });
}
