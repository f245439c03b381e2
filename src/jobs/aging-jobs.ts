import { findOldPieceEvents, removeOldPieceEvents } from '../production/scan/remove-piece-events.ts';
import { findOldMovements, foldOldMovements } from '../stock/fold-movements.ts';
import type { JobContext } from './job-list.ts';
import type { Job } from './job-queue.ts';

/** What is years old is not urgent, and the rows that were deleted last lie before those that are looked for. */
const LOOK_INTERVAL_MS = 60_000;

/** What grows with every order, and is summed or deleted once it is old; of the whole database at once, in small steps. */
export function agingJobs({ pool, clock, movementDays }: JobContext): Job[] {
  return [
    {
      // Movements of the stock: of old ones the sum of each month.
      name: 'fold-movements',
      findDue: seldom(() => findOldMovements(pool, movementDays, clock())),
      run: async (_key, signal) => {
        await foldOldMovements(pool, movementDays, clock(), signal);
      },
      concurrency: 1,
    },
    {
      // What happened to pieces on the floor long ago.
      name: 'remove-piece-events',
      findDue: seldom(() => findOldPieceEvents(pool, clock())),
      run: async (_key, signal) => {
        await removeOldPieceEvents(pool, clock(), signal);
      },
      concurrency: 1,
    },
  ];
}

/** Looks at once, and then once in so many milliseconds: a minute, unless told. */
export function seldom(
  findDue: () => Promise<string[]>,
  intervalMs = LOOK_INTERVAL_MS,
): () => Promise<string[]> {
  let next = 0;
  return async () => {
    if (performance.now() < next) return [];
    next = performance.now() + intervalMs;
    return findDue();
  };
}
