import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { PlatenClient } from '../client/dist/platen-client.js';
import { problemMessage } from '../src/platform/errors/problem-messages.ts';
import { shopIdOf } from './map-order.ts';
import type { Mapping } from './mapping.ts';
import {
  type ConnectionKey,
  type Ending,
  endAttempt,
  findDueMessages,
  type Known,
  type Message,
  saveKnown,
  touchConnection,
} from './message-store.ts';
import type { Metrics } from './metrics.ts';
import { type Shop, type ShopOrder, ShopRefused, ShopWaits } from './shop.ts';
import { isRefusal, type Outcome, type Taking, takeOrder } from './take-order.ts';
import { tellShop } from './tell-shop.ts';

/** Messages that are handled at the same time. */
const MESSAGES_AT_ONCE = 8;
/** Time between two searches for due messages. A new message is handled at once. */
const POLL_MS = 5_000;
/** Delays in milliseconds after the first and each further failed attempt. The last delay repeats. */
export const RETRY_DELAYS_MS = [5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000];
/**
 * Time between two looks at an order that is on hold in the shop. It grows with the time that it has been on
 * hold, because most holds are released within minutes.
 */
const HOLD_MS = { min: 15_000, max: 10 * 60_000 };

/** A running connector. */
export interface Connector extends ConnectionKey {
  mapping: Mapping;
  shop: Shop;
  platen: PlatenClient;
  pool: Pool;
  /** Identifies this process. */
  runId: string;
  /** Writes one line without personal data. */
  log: (line: string) => void;
  /** Undefined inside of Platen, which has its own metrics. */
  metrics: Metrics | undefined;
  bell: Bell;
  retryDelaysMs: readonly number[];
  /** Reads the mapping of these SKUs. Undefined: the mapping has all of them. */
  readSkus?: ((skus: readonly string[]) => Promise<Mapping['skus']>) | undefined;
  drawTexts?: Taking['drawTexts'];
  /** Is called with the items of a refused order, so that people can map them. */
  onUnmapped?: ((items: readonly { sku: string; name: string }[]) => Promise<void>) | undefined;
}

/** Wakes the loop that waits for messages. */
export class Bell {
  #rung = Promise.withResolvers<void>();

  ring(): void {
    this.#rung.resolve();
  }

  /** Waits for the next ring, at most `milliseconds`, or until `signal` aborts. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    const done = new AbortController();
    const end = AbortSignal.any([signal, done.signal]);
    const timer = wait(milliseconds, undefined, { signal: end, ref: false }).catch(() => {});
    await Promise.race([this.#rung.promise, timer]);
    done.abort();
    this.#rung = Promise.withResolvers();
  }
}

/**
 * Handles messages until `signal` aborts or a later process takes the connection over. Each message stays
 * stored until it is handled, and each step first looks at what the receiver already has. A kill at any
 * moment therefore loses nothing and repeats nothing. With `untilIdle`, it ends when nothing is due.
 */
export async function runMessages(
  connector: Connector,
  signal: AbortSignal,
  { untilIdle = false }: { untilIdle?: boolean } = {},
): Promise<void> {
  const { pool, clientId, connection, runId, bell, log } = connector;
  const atWork = new Map<string, Promise<void>>();
  const logFailure = (error: Error) => log(`the database cannot be used: ${error.message}`);
  const keyOf = ({ orderId, direction }: Message) => `${direction} ${orderId}`;
  while (!signal.aborted) {
    let fresh: Message[] = [];
    try {
      if (!(await touchConnection(pool, clientId, { connection, runId }))) {
        log('another process has taken over this connection, so this one does nothing more');
        break;
      }
      const free = MESSAGES_AT_ONCE - atWork.size;
      // The messages at work are found again.
      const limit = free > 0 ? MESSAGES_AT_ONCE : 0;
      const due = await findDueMessages(pool, clientId, { connection, runId, limit });
      fresh = due.filter((message) => !atWork.has(keyOf(message))).slice(0, free);
    } catch (error) {
      logFailure(error as Error);
    }
    for (const message of fresh) {
      const work = handleMessage(connector, message).then(() => bell.ring(), logFailure);
      atWork.set(
        keyOf(message),
        work.finally(() => atWork.delete(keyOf(message))),
      );
    }
    if (fresh.length > 0) continue;
    if (untilIdle && atWork.size === 0) break;
    await bell.wait(POLL_MS, signal);
  }
  await Promise.all(atWork.values());
}

async function handleMessage(connector: Connector, message: Message): Promise<void> {
  const { pool, clientId, connection, shop, log, bell } = connector;
  const save = (known: Known) => {
    const { orderId, direction } = message;
    return saveKnown(pool, clientId, { connection, orderId, direction, known });
  };
  let ending: Ending;
  try {
    if (message.direction === 'from_shop') ending = await takeMessage(connector, message, save);
    else if (!shop.api) ending = { state: 'refused', error: "The credentials of the shop's API are missing." };
    else {
      const { report, version } = await tellShop({ ...connector, api: shop.api, save }, message);
      log(`${message.orderId}: ${report === 'nothing to report' ? report : `reported to the shop (${report})`}`);
      ending = { state: 'done', outcome: report, version };
    }
  } catch (error) {
    // The process stops, and the next one handles the message.
    if ((error as Error).name === 'AbortError') return;
    ending = endingOf(connector, message, error as Error);
  }
  const { error, isFailure, delayMs = 0 } = ending;
  const how = isFailure ? `failed, next attempt in ${delayMs / 1_000} s` : 'refused';
  for (const line of error?.split('\n') ?? []) log(`${message.orderId}: ${how}. ${line}`);
  await endAttempt(pool, clientId, { ...message, connection, ending });
  if (ending.state === 'waiting' && delayMs < POLL_MS) setTimeout(() => bell.ring(), delayMs).unref();
}

async function takeMessage(
  connector: Connector,
  { orderId, ageMs, content, known }: Message,
  save: (known: Known) => Promise<void>,
): Promise<Ending> {
  const { shop, mapping, log } = connector;
  const id = shopIdOf(orderId, mapping) ?? '';
  const order = (await shop.api?.order(id)) ?? (content === null ? undefined : (JSON.parse(content) as ShopOrder));
  // A wrong address of the shop finds no order either, so the order is not cancelled.
  if (!order) return { state: 'refused', error: problemMessage('shop_order_unknown') };
  const skus = await connector.readSkus?.(order.items.map(({ sku }) => sku));
  const outcome = await takeOrder(skus ? { ...connector, mapping: { ...mapping, skus } } : connector, order, known);
  const { version } = order;
  if (outcome.became === 'refused') await connector.onUnmapped?.(order.items.filter(({ sku }) => sku !== ''));
  if (outcome.became === 'refused') return { state: 'refused', version, error: outcome.problems.join('\n') };
  if (outcome.became === 'on hold')
    return { state: 'waiting', version, outcome: problemMessage('shop_order_on_hold'), delayMs: holdMs(ageMs) };
  await save('reason' in outcome ? { cancelled: outcome.reason } : isMade(outcome) ? {} : known);
  if (outcome.became !== 'left out') log(`${orderId}: ${outcome.became}`);
  return { state: 'done', version, outcome: outcome.became === 'left out' ? outcome.why : outcome.became };
}

const holdMs = (ageMs: number) => Math.min(Math.max(ageMs / 2, HOLD_MS.min), HOLD_MS.max);

const isMade = ({ became }: Outcome) => became === 'taken' || became === 'changed';

function endingOf({ retryDelaysMs }: Connector, { attempts, ageMs }: Message, error: Error): Ending {
  if (error instanceof ShopWaits) return { state: 'waiting', outcome: error.message, delayMs: holdMs(ageMs) };
  if (error instanceof ShopRefused || isRefusal(error)) return { state: 'refused', error: error.message };
  const delayMs = retryDelaysMs[Math.min(attempts, retryDelaysMs.length - 1)] ?? 0;
  return { state: 'waiting', error: error.message, delayMs, isFailure: true };
}
