import type { FastifyBaseLogger } from 'fastify';
import { type Dispatcher, request } from 'undici';
import type { DueQuery } from '../../platform/database/due-query.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { sendMail } from '../../platform/network/send-mail.ts';
import { mayDo } from '../../staff/role-rules.ts';
import { nextAttempt } from './alert-rules.ts';
import { beginAttempt, dueMessages, endAttempt, type SentMessage, WEBHOOK } from './alert-store.ts';
import type { AlertContext } from './watch-alerts.ts';

export interface SendContext extends AlertContext {
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Made by `safeAgent`. */
  agent: Dispatcher;
}

const SEND_TIMEOUT_MS = 20_000;
/** A message whose process was killed is sent again after this time, with the same Message-ID. */
const KILLED_AFTER_MS = 60_000;
const ERROR_LENGTH_MAX = 300;

/** Reports that nobody can get the message any more. */
class NoRecipient extends Error {}

export function dueAlertMessages({ clock, config }: AlertContext): DueQuery {
  return dueMessages(clock(), { mail: config.MAIL !== undefined, webhook: config.ALERT_WEBHOOK_URL !== undefined });
}

/** Sends a message. Its row counts the attempt first, so a message that was accepted is not sent again. */
export async function sendAlertMessage(context: SendContext, messageId: string): Promise<void> {
  const { pool, clock, log } = context;
  const begun = clock();
  const next = new Date(begun.getTime() + KILLED_AFTER_MS);
  const message = await withRetry(() => beginAttempt(pool, messageId, { now: begun, next }));
  if (!message) return;
  const failure = await send(context, message).then(
    () => undefined,
    (error: Error) => error,
  );
  const now = clock();
  const due = failure instanceof NoRecipient ? undefined : nextAttempt(message.attempts, message.created, now);
  const state = !failure ? 'sent' : due ? 'waiting' : 'failed';
  const error = failure?.message.slice(0, ERROR_LENGTH_MAX) ?? null;
  await withRetry(() => endAttempt(pool, messageId, { state, error, due: due ?? now, now }));
  if (failure) log.warn({ messageId, attempts: message.attempts, error }, 'a message about alerts was not sent');
}

async function send({ config, agent }: SendContext, message: SentMessage): Promise<void> {
  const { recipient, address, role } = message;
  if (recipient === WEBHOOK) return sendToWebhook(config.ALERT_WEBHOOK_URL, agent, message);
  if (!address || !mayDo(role, 'alerts.read')) throw new NoRecipient('The person gets no e-mail any more.');
  if (config.MAIL) await sendMail(config.MAIL, new URL(config.BASE_URL).hostname, { ...message, to: address });
}

/** Sends the text in the format of Slack, which Mattermost and others also read. */
async function sendToWebhook(url: string | undefined, dispatcher: Dispatcher, message: SentMessage): Promise<void> {
  if (!url) return;
  const text = `*${escapeMarks(message.subject)}*\n${escapeMarks(message.text)}`;
  const { statusCode, body } = await request(url, {
    ...{ dispatcher, method: 'POST', body: JSON.stringify({ text }) },
    headers: { 'content-type': 'application/json', 'user-agent': 'Platen' },
    ...{ headersTimeout: SEND_TIMEOUT_MS, bodyTimeout: SEND_TIMEOUT_MS, signal: AbortSignal.timeout(SEND_TIMEOUT_MS) },
  });
  await body.dump();
  if (statusCode >= 300) throw new Error(`The webhook answered with status ${statusCode}.`);
}

/** Escapes the characters by which Slack marks links and mentions. */
function escapeMarks(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
