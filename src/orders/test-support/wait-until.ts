import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_INTERVAL_MS = 10;

/** Resolves when the condition holds. The time limit of the test ends a wait in vain. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(LOOK_INTERVAL_MS);
}
