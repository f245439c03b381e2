import type { Pool } from 'pg';
import { inRounds } from '../in-rounds.ts';
import type { ServeOrders } from './serve-waiting.ts';
import { deleteUntold, findUntold } from './stock-untold-store.ts';

/** A run that has lasted so long begins anew. */
const RUN_MS_MAX = 60_000;
/** Orders that are told together. */
const TOLD_AT_ONCE_MAX = 50;

/** Has the client's orders tried that wait for what was retired, or came back, so that they say so. */
export async function tellWaiting(
  pool: Pool,
  clientId: string,
  serve: ServeOrders,
  signal: AbortSignal,
): Promise<void> {
  await inRounds(RUN_MS_MAX, signal, async () => {
    const untold = await findUntold(pool, clientId, TOLD_AT_ONCE_MAX);
    const waiting = untold.filter(({ isWaiting }) => isWaiting).map(({ orderId }) => orderId);
    if (waiting.length > 0) await serve(clientId, waiting);
    await deleteUntold(pool, clientId, untold);
    return untold.length === TOLD_AT_ONCE_MAX;
  });
}
