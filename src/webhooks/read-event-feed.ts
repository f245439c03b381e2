import type { Pool } from 'pg';
import { withRetry } from '../platform/database/transaction.ts';
import { ApiError, invalidRequest } from '../platform/errors/errors.ts';
import { decodeCursor, encodeCursor } from '../platform/http/paging.ts';
import { type FeedEvent, type FeedPosition, findFeedEnd, listOrderFeed, listStockFeed } from './event-feed-store.ts';

/** News about stock are deleted after this time. Events of orders stay as long as their orders. */
export const FEED_DAYS = 35;
const DAY_MS = 86_400_000;
const NO_ID = '00000000-0000-0000-0000-000000000000';
const START: FeedPosition = { tx: '0', eventId: NO_ID };
/** Reads only events from now on. */
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
  const now = clock();
  if (after === LATEST) return { events: [], next: encodePosition({ tx: end, eventId: NO_ID }, now) };
  const position = after === undefined ? START : decodePosition(after, now);
  const part = { after: position, end, limit };
  const [ofOrders, ofStock] = await Promise.all([
    withRetry(() => listOrderFeed(pool, clientId, part)),
    withRetry(() => listStockFeed(pool, clientId, part)),
  ]);
  const events = [...ofOrders, ...ofStock].sort(comparePositions).slice(0, limit);
  // All events before `end` are read, so the next reading begins there.
  const next = events.length < limit ? { tx: end, eventId: NO_ID } : (events.at(-1) as FeedPosition);
  return { events, next: encodePosition(next, now) };
}

function comparePositions(one: FeedPosition, other: FeedPosition): number {
  const later = BigInt(one.tx) - BigInt(other.tx);
  if (later !== 0n) return later < 0n ? -1 : 1;
  return one.eventId < other.eventId ? -1 : 1;
}

/** A position contains the day of its answer, so that a reader who stayed away too long gets an error. */
const encodePosition = ({ tx, eventId }: FeedPosition, now: Date) => encodeCursor([tx, eventId, dayOf(now)]);
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

function decodePosition(after: string, now: Date): FeedPosition {
  const [tx = '', eventId = '', day = ''] = tryDecode(after) ?? [];
  const isPosition = /^\d{1,19}$/.test(tx) && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(eventId);
  if (!isPosition || !/^\d{4}-\d{2}-\d{2}$/.test(day)) {
    const message = `"after" must be "next" of an earlier answer, or ${LATEST}.`;
    throw invalidRequest([{ pointer: 'after', code: 'invalid_cursor', message }]);
  }
  const position = { tx, eventId };
  if (day >= dayOf(new Date(now.getTime() - FEED_DAYS * DAY_MS))) return position;
  const next = encodePosition(position, now);
  const message = `This position is more than ${FEED_DAYS} days old, so news about stock may be gone. Read your stock by GET /v1/product-variants, and go on with after=${next}, which misses no event of an order.`;
  const violations = [{ pointer: 'after', code: 'position_expired', message, allowed: [next] }];
  throw new ApiError('position_expired', message, { violations });
}

function tryDecode(after: string): string[] | undefined {
  try {
    return decodeCursor(after, 3);
  } catch {
    return undefined;
  }
}
