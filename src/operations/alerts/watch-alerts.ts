import type { Pool } from 'pg';
import { isHoliday } from '../../clients/holidays.ts';
import { risingId } from '../../platform/database/rising-ids.ts';
import { inTransaction, withRetry } from '../../platform/database/transaction.ts';
import type { Config } from '../../platform/settings/config.ts';
import { WEEK } from '../../platform/settings/setting-values.ts';
import type { ShopConfig } from '../../platform/settings/shop-settings.ts';
import { countDueOrders } from '../../reports/order-count-store.ts';
import { listCauses } from './alert-causes-store.ts';
import { ALERT_KINDS, type Cause } from './alert-kinds.ts';
import { alertsToSend, compareCauses, type Recipient, USUAL_CHOICE } from './alert-rules.ts';
import {
  endAlerts,
  findChoice,
  insertAlerts,
  insertMessage,
  listAlertsAfter,
  listOpenCauses,
  listRecipients,
  reopenAlerts,
  upsertChoice,
  WEBHOOK,
} from './alert-store.ts';
import { writeMessage } from './alert-words.ts';

export interface AlertContext {
  pool: Pool;
  clock: () => Date;
  config: Pick<
    Config,
    | 'ALERT_WEBHOOK_URL'
    | 'BASE_URL'
    | 'CENTER_NAME'
    | 'HOLIDAYS'
    | 'MAIL'
    | 'PAPER_LANGUAGE'
    | 'TIME_ZONE'
    | 'WORKING_DAYS'
  >;
}

/** A cause that returns within this time opens its alert again, and nobody gets another message. */
const RETURN_MS = 3_600_000;
/** Alerts that one message covers. The next message has further ones. */
const ALERTS_AT_ONCE_MAX = 10_000;

/** Opens alerts for new causes, ends those whose cause is gone, and writes the messages that are due. */
export async function watchAlerts(context: AlertContext): Promise<void> {
  const { pool, clock } = context;
  const now = clock();
  const causes = [...(await withRetry(() => listCauses(pool, now))), ...(await listLateOrders(context, now))];
  const { begun, gone } = compareCauses(causes, await withRetry(() => listOpenCauses(pool)));
  if (gone.length > 0)
    await withRetry(() =>
      endAlerts(
        pool,
        gone.map(({ alertId }) => alertId),
        now,
      ),
    );
  if (begun.length > 0) await openAlerts(pool, begun, now);
  await writeMessages(context, now);
}

async function openAlerts(pool: Pool, causes: readonly Cause[], now: Date): Promise<void> {
  const alerts = causes.map((one) => ({ operatorId: null, ...one, alertId: risingId(), begun: now }));
  await inTransaction(pool, async (connection) => {
    const returned = await reopenAlerts(connection, causes, new Date(now.getTime() - RETURN_MS));
    await insertAlerts(connection, compareCauses(alerts, returned).begun as typeof alerts);
  });
}

/** Returns one cause for the late orders of the day, from the morning of a working day on. */
async function listLateOrders({ pool, config }: AlertContext, now: Date): Promise<Cause[]> {
  const { day, isToday } = lastMorning(now, config);
  if (!isToday) return [];
  const [orders = 0] = await withRetry(() => countDueOrders(pool, [now]));
  return orders === 0 ? [] : [{ kind: 'ORDERS_LATE', cause: day, facts: { orders } }];
}

/** Writes at most one message for each recipient. */
async function writeMessages({ pool, config }: AlertContext, now: Date): Promise<void> {
  if (config.ALERT_WEBHOOK_URL) await addWebhook(pool, now);
  const recipients = (await withRetry(() => listRecipients(pool))).filter(({ recipient }) =>
    recipient === WEBHOOK ? config.ALERT_WEBHOOK_URL : config.MAIL,
  );
  if (recipients.length === 0) return;
  const earliest = new Date(Math.min(...recipients.map(({ composed }) => composed.getTime())));
  const alerts = await withRetry(() => listAlertsAfter(pool, earliest, ALERTS_AT_ONCE_MAX));
  const morning = lastMorning(now, config).at;
  for (const recipient of recipients) {
    const some = alertsToSend(recipient, alerts, { now, morning });
    if (some.length === 0) continue;
    const written = writeMessage(some, {
      language: languageOf(recipient, config),
      baseUrl: config.BASE_URL,
      center: config.CENTER_NAME,
    });
    const message = { messageId: risingId(), recipient: recipient.recipient, created: now, ...written };
    await withRetry(() => insertMessage(pool, message, recipient.composed));
  }
}

function languageOf({ language }: Recipient, { PAPER_LANGUAGE }: AlertContext['config']): string {
  return language ?? PAPER_LANGUAGE;
}

/** Stores the webhook as a recipient of alerts from now on. */
async function addWebhook(pool: Pool, now: Date): Promise<void> {
  await withRetry(async () => {
    if (await findChoice(pool, WEBHOOK)) return;
    await upsertChoice(pool, WEBHOOK, { ...USUAL_CHOICE, mail: [...ALERT_KINDS], composed: now });
  });
}

/** The hour at which late orders are reported and daily messages are sent, by the clock of the center. */
const MORNING_HOUR = 7;
/** Days without work in a row. The day before counts in any case. */
const FREE_DAYS_MAX = 14;

/** Returns the day of the center and the beginning of its last working morning. */
function lastMorning(
  now: Date,
  { TIME_ZONE, WORKING_DAYS, HOLIDAYS }: Pick<ShopConfig, 'TIME_ZONE' | 'WORKING_DAYS' | 'HOLIDAYS'>,
) {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(TIME_ZONE);
  let morning = today.with({ hour: MORNING_HOUR, minute: 0, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 });
  if (morning.epochMilliseconds > now.getTime()) morning = morning.subtract({ days: 1 });
  for (let days = 0; days < FREE_DAYS_MAX; days += 1) {
    const isFree = HOLIDAYS !== undefined && isHoliday(HOLIDAYS, morning.toPlainDate().toString());
    if (!isFree && WORKING_DAYS.includes(WEEK[morning.dayOfWeek - 1]!)) break;
    morning = morning.subtract({ days: 1 });
  }
  const day = morning.toPlainDate().toString();
  const isToday = day === today.toPlainDate().toString();
  return { day, isToday, at: new Date(morning.epochMilliseconds) };
}
