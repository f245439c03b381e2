import { randomUUIDv7 } from 'node:crypto';
import type { Connection } from '../../database/transaction.ts';
import { recountTechnologies } from './backlog-store.ts';
import { recountOrders } from './order-count-store.ts';
import { recountDays } from './order-day-store.ts';

/** Counts the client's orders anew: by status and reason, by day in the center's time zone, and by technology. Answers how many counts were wrong. */
export async function recountAll(
  connection: Connection,
  clientId: string,
  timeZone: string,
  now: Date,
): Promise<number> {
  const counts = await recountOrders(connection, clientId, randomUUIDv7());
  const days = await recountDays(connection, clientId, timeZone, now);
  return counts + days + (await recountTechnologies(connection, clientId, randomUUIDv7()));
}
