import { setTimeout as sleep } from 'node:timers/promises';
import { ASSIGNED_AT_ONCE_MAX } from './assign-orders.ts';

/** Of the orders of one look; a single one may have more. */
export const LOOKED_AT_BYTES_MAX = 4 * 1_048_576;
/** What is asked for within this time is looked for together: a look and what it assigns cost some 10 ms, however few orders it finds. */
export const LOOK_INTERVAL_MS = 250;

/** Whether a look may have left some that are due. */
export function isCut(found: readonly { document: string }[]): boolean {
  const bytes = found.reduce((sum, { document }) => sum + Buffer.byteLength(document), 0);
  return found.length === ASSIGNED_AT_ONCE_MAX || bytes > LOOKED_AT_BYTES_MAX;
}

/** Ends early when the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.max(0, ms), undefined, { signal }).catch(() => {});
}
