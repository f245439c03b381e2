import { buffer } from 'node:stream/consumers';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { PaperPress, Printout } from '../papers/paper-press.ts';
import type { PurchasePaper } from '../papers/paper-types.ts';
import { paperWords } from '../papers/paper-words.ts';
import { amountOf } from '../papers/stock-papers.ts';
import { SYSTEM } from '../platform/audit/actor.ts';
import { inTransaction, withRetry } from '../platform/database/transaction.ts';
import { sendMail } from '../platform/network/send-mail.ts';
import type { Config } from '../platform/settings/config.ts';
import { changePurchaseState, type OpenedPurchase, readPurchase } from '../stock/buy-stock.ts';
import { beginMailAttempt, endMailAttempt } from '../stock/purchase-mail-store.ts';
import { purchaseCsv } from '../stock/stock-csv.ts';
import { nextAttempt } from './alerts/alert-rules.ts';

export interface PurchaseMailContext {
  pool: Pool;
  clock: () => Date;
  press: PaperPress;
  log: Pick<FastifyBaseLogger, 'warn'>;
  config: PurchasePaperConfig & Pick<Config, 'MAIL'>;
}

type PurchasePaperConfig = Pick<
  Config,
  'BASE_URL' | 'CENTER_ADDRESS' | 'CENTER_NAME' | 'PAPER_LANGUAGE' | 'SENDER_ADDRESS' | 'TIME_ZONE'
>;

/** An e-mail whose process was killed is sent again after this time, with the same Message-ID. */
const KILLED_AFTER_MS = 120_000;
const ERROR_LENGTH_MAX = 300;

/** Sends a purchase order as PDF and CSV. Its row counts the attempt first, so it is not sent twice. */
export async function sendPurchaseMail(context: PurchaseMailContext, mailId: string): Promise<void> {
  const { pool, clock, log } = context;
  const begun = clock();
  const next = new Date(begun.getTime() + KILLED_AFTER_MS);
  const mail = await withRetry(() => beginMailAttempt(pool, mailId, { now: begun, next }));
  if (!mail) return;
  const purchase = await withRetry(() => readPurchase(pool, mail.purchaseId));
  const failure = await send(context, mail, purchase).then(
    () => undefined,
    (error: Error) => error,
  );
  const now = clock();
  const due = nextAttempt(mail.attempts, mail.created, now);
  const state = !failure ? 'SENT' : due ? 'WAITING' : 'FAILED';
  const error = failure?.message.slice(0, ERROR_LENGTH_MAX) ?? null;
  await inTransaction(pool, async (connection) => {
    await endMailAttempt(connection, mailId, { state, error, due: due ?? now, now });
    const isDraft = !failure && (await readPurchase(connection, mail.purchaseId)).state === 'DRAFT';
    if (isDraft) await changePurchaseState(connection, mail.purchaseId, 'SENT', { by: SYSTEM, now });
  });
  if (failure) log.warn({ mailId, attempts: mail.attempts }, 'a purchase order was not sent by e-mail');
}

async function send(
  { config, press, clock }: PurchaseMailContext,
  { mailId, address, created }: { mailId: string; address: string; created: Date },
  purchase: OpenedPurchase,
): Promise<void> {
  if (!config.MAIL) throw new Error('No server for e-mails is set.');
  const words = paperWords(paperOptions(config, clock()));
  const { purchase: copy } = words.copy;
  const { reference, currency, total } = purchase;
  const sum = total === null ? undefined : amountOf(words, total, currency ?? undefined);
  const name = fileNameOf(reference);
  const pdf = await buffer(drawPurchasePaper({ config, press, clock }, purchase).pdf);
  await sendMail(config.MAIL, new URL(config.BASE_URL).hostname, {
    ...{ to: address, created, messageId: mailId, subject: `${copy.title} ${reference} · ${config.CENTER_NAME}` },
    text: copy.mail(reference, config.CENTER_NAME, sum),
    attachments: [
      { filename: `${name}.pdf`, content: pdf, contentType: 'application/pdf' },
      { filename: `${name}.csv`, content: Buffer.from(purchaseCsv(purchase)), contentType: 'text/csv; charset=utf-8' },
    ],
  });
}

/** Draws the purchase order as PDF. */
export function drawPurchasePaper(
  { config, press, clock }: Pick<PurchaseMailContext, 'press' | 'clock'> & { config: PurchasePaperConfig },
  { supplierName, reference, created, sent, expected, currency, lines }: OpenedPurchase,
): Printout {
  const address = config.CENTER_ADDRESS.length > 0 ? config.CENTER_ADDRESS : config.SENDER_ADDRESS;
  const paper: PurchasePaper = {
    from: [config.CENTER_NAME, ...address],
    ...{ supplierName, reference, ordered: sent ?? created },
    ...(currency !== null && { currency }),
    ...(expected && { expected: new Date(`${expected}T12:00:00Z`) }),
    lines: lines.map(({ code, name, color, size, supplierCode, ordered, price }) => ({
      ...{ code, title: name, color, size, quantity: ordered },
      ...(supplierCode !== null && { supplierCode }),
      ...(price !== null && { price }),
    })),
  };
  return press.print('purchase-orders', [paper], paperOptions(config, clock()));
}

const paperOptions = (config: PurchasePaperConfig, printedAt: Date) => ({
  ...{ language: config.PAPER_LANGUAGE, timeZone: config.TIME_ZONE, printedAt },
  scanAddress: `${config.BASE_URL}/console/scan`,
});

/** Returns the name of a file for a purchase order, without its ending. */
export function fileNameOf(reference: string): string {
  return reference.replaceAll(/[^A-Za-z0-9_-]+/g, '-');
}
