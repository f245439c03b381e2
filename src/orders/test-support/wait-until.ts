import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_INTERVAL_MS = 10;

/** Resolves when the condition holds; a test that waits in vain runs into its time limit. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(LOOK_INTERVAL_MS);
}
