import type { Pool } from 'pg';
import { firstUuid } from '../platform/database/rising-ids.ts';
import { withRetry } from '../platform/database/transaction.ts';
import { ApiError, invalidRequest } from '../platform/errors/errors.ts';
import { decodeCursor, encodeCursor } from '../platform/http/paging.ts';
import {
  type FeedEvent,
  type FeedPlace,
  findFeedEnd,
  findOldestNews,
  listOrderEvents,
  listStockNews,
} from './event-feed-store.ts';

/** News about stock are deleted after this time. Events of orders stay as long as their orders. */
export const FEED_DAYS = 35;
const DAY_MS = 86_400_000;
const NO_ID = '00000000-0000-0000-0000-000000000000';
const START: FeedPlace = { tx: '0', eventId: NO_ID };
/** Reads only what comes from now on. */
export const LATEST = 'latest';

/**
 * Returns the client's events after a position, oldest first, and the position after them. The order of
 * events never changes: an event appears when no transaction that began earlier can add one before it.
 * Throws `invalid_request`, and `position_expired` for a position from before the kept events.
 */
export async function readEventFeed(
  { pool, clock }: { pool: Pool; clock: () => Date },
  clientId: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ events: FeedEvent[]; next: string }> {
  const end = await withRetry(() => findFeedEnd(pool));
  if (after === LATEST) return { events: [], next: encodePlace({ tx: end, eventId: NO_ID }) };
  const place = after === undefined ? START : decodePlace(after);
  if (place !== START) await assertKept(pool, place, clock());
  const part = { after: place, end, limit };
  const [ofOrders, ofStock] = await Promise.all([
    withRetry(() => listOrderEvents(pool, clientId, part)),
    withRetry(() => listStockNews(pool, clientId, part)),
  ]);
  const events = [...ofOrders, ...ofStock].sort(comparePlaces).slice(0, limit);
  return { events, next: encodePlace(events.at(-1) ?? place) };
}

function comparePlaces(one: FeedPlace, other: FeedPlace): number {
  const later = BigInt(one.tx) - BigInt(other.tx);
  if (later !== 0n) return later < 0n ? -1 : 1;
  return one.eventId < other.eventId ? -1 : 1;
}

async function assertKept(pool: Pool, { eventId }: FeedPlace, now: Date): Promise<void> {
  if (eventId === NO_ID || eventId >= firstUuid(new Date(now.getTime() - FEED_DAYS * DAY_MS))) return;
  const oldest = await withRetry(() => findOldestNews(pool));
  if (!oldest) return;
  const from = encodePlace({ tx: oldest.tx, eventId: NO_ID });
  const message = `Events of more than ${FEED_DAYS} days ago may be gone. Go on with after=${from}, and read what you missed by GET /v1/orders?updatedFrom=… and GET /v1/product-variants.`;
  throw new ApiError('position_expired', message);
}

const encodePlace = ({ tx, eventId }: FeedPlace) => encodeCursor([tx, eventId]);

function decodePlace(after: string): FeedPlace {
  const [tx = '', eventId = ''] = decodeOrNothing(after) ?? [];
  if (/^\d{1,19}$/.test(tx) && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(eventId)) return { tx, eventId };
  const message = `"after" must be "next" of an earlier answer, or ${LATEST}.`;
  throw invalidRequest([{ pointer: 'after', code: 'invalid_cursor', message }]);
}

function decodeOrNothing(after: string): string[] | undefined {
  try {
    return decodeCursor(after, 2);
  } catch {
    return undefined;
  }
}
