import type { Pool } from 'pg';
import { changeOrder } from '../orders/change/change-order.ts';
import { deliveryChange } from '../orders/change/ship-order.ts';
import { withRetry } from '../platform/database/transaction.ts';
import { type DeliveryNews, LabelError } from '../shipping/labels/label-provider.ts';
import { findProvider } from '../shipping/labels/label-provider-store.ts';
import { callWithProvider } from '../shipping/labels/manage-label-providers.ts';
import { type LabelTracking, listLabelsToTrack, saveTracking, type TrackedLabel } from './label-tracking-store.ts';

export interface TrackContext {
  pool: Pool;
  clock: () => Date;
  encryptionKey: Uint8Array;
  /** Days after which a parcel without news of its delivery is late. */
  lateDays: number;
}

/** Parcels of one run. The others follow in the next run. */
const TRACKED_MAX = 100;
const CALL_TIMEOUT_MS = 15_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The wait between two calls is this part of the time since the last news, from an hour to a day. */
const WAIT_PART = 1 / 4;
/** After this time without a delivery, the provider is not asked any more. */
const TRACKED_DAYS_MAX = 60;

/** Returns when the provider is asked first about a parcel that leaves now. */
export function firstTrackingAt(now: Date): Date {
  return new Date(now.getTime() + HOUR_MS);
}

/** Asks the label providers about the due parcels of the client, and saves the news. */
export async function trackParcels(context: TrackContext, clientId: string, signal: AbortSignal): Promise<void> {
  const { pool, clock } = context;
  const due = await withRetry(() => listLabelsToTrack(pool, clientId, clock(), TRACKED_MAX));
  for (const [providerId, labels] of Map.groupBy(due, (one) => one.providerId)) {
    const provider = await withRetry(() => findProvider(pool, providerId));
    const left = [...labels];
    const save = (news: DeliveryNews) => saveNews(context, left.shift() as TrackedLabel, news);
    try {
      const opening = { ...context, signal, timeoutMs: CALL_TIMEOUT_MS };
      if (provider)
        await callWithProvider(provider, opening, async ({ track }) => {
          for (const label of labels) await save(track ? await track(label).catch(withoutNews) : 'never');
        });
      // The provider was deleted.
      else for (const _ of labels) await save('never');
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof LabelError)) throw error;
      for (const label of left) {
        const failures = label.failures + 1;
        const tracking = nextTracking({ ...label, failures }, undefined, clock(), context.lateDays);
        await withRetry(() => saveTracking(pool, label, tracking));
      }
    }
  }
}

/** A refusal is about one parcel. Other errors are about the provider. */
function withoutNews(error: unknown): undefined {
  if (!(error instanceof LabelError && error.problem === 'label_refused')) throw error;
}

async function saveNews({ pool, clock, lateDays }: TrackContext, label: TrackedLabel, news: DeliveryNews) {
  const now = clock();
  const tracking = nextTracking({ ...label, failures: 0 }, news, now, lateDays);
  const { status, since } = tracking;
  if (status === label.status || !status || !since) return withRetry(() => saveTracking(pool, label, tracking));
  await changeOrder(pool, label, now, async (order, connection) => {
    // An order that is corrected or in error gets its news when it continues.
    const isBusy = order.status !== 'ACCEPTED' && order.status !== 'SHIPPED';
    const isErased = order.content.personalDataErased !== undefined;
    await saveTracking(connection, label, isBusy ? nextTracking(label, undefined, now, lateDays) : tracking);
    if (isBusy || isErased) return undefined;
    return deliveryChange(order, (one) => one.trackingNumber === label.trackingNumber, { status, since });
  });
}

/** Returns the state of tracking after an answer of the provider at this time. */
export function nextTracking(
  { bought, failures, ...before }: Pick<TrackedLabel, 'bought' | keyof LabelTracking>,
  news: DeliveryNews,
  now: Date,
  lateDays: number,
): LabelTracking {
  const isNew = typeof news === 'object' && news.status !== before.status;
  const at = isNew ? { ...news, since: earlier(news.since, now) } : before;
  const { status, since, words = null } = at;
  const isEnd = news === 'never' || status === 'DELIVERED' || status === 'RETURNED';
  const age = now.getTime() - bought.getTime();
  const last = Math.max(bought.getTime(), since?.getTime() ?? 0);
  const wait = (now.getTime() - last) * WAIT_PART;
  const backoff = Math.min(Math.max(wait, HOUR_MS) * 2 ** Math.min(failures, 5), DAY_MS);
  const isLate = age > lateDays * DAY_MS && news !== 'never';
  const needsPeople = status === 'PROBLEM' || status === 'RETURNED' || (isLate && status !== 'DELIVERED');
  return {
    due: isEnd || age > TRACKED_DAYS_MAX * DAY_MS ? null : new Date(now.getTime() + backoff),
    ...{ failures, status, since, words },
    attention: needsPeople ? (before.attention ?? now) : null,
  };
}

/** A time of the provider in the future is a mistake. */
function earlier(time: Date | undefined, now: Date): Date {
  return time && time < now ? time : now;
}
