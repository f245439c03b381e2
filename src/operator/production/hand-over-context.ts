import type { Pool } from 'pg';
import type { Config } from '../../config.ts';
import { withRetry } from '../../database/transaction.ts';
import { handOverNotFound } from '../../http/not-found-errors.ts';
import { findHandOver, type HandOver } from '../../production/hand-over/hand-over-store.ts';

/** The number of a list. */
export const HAND_OVER_ID = /^[1-9]\d{0,14}$/;

/** What the routes of hand-overs are given. */
export interface HandOverRouteOptions {
  config: Pick<Config, 'BASE_URL'>;
  pool: Pool;
  clock: () => Date;
}

/** Throws `hand_over_not_found`. */
export async function requireHandOver(pool: Pool, handOverId: string): Promise<HandOver> {
  const found = HAND_OVER_ID.test(handOverId) && (await withRetry(() => findHandOver(pool, handOverId)));
  if (!found) throw handOverNotFound();
  return found;
}
