import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** For slow machines that run other work. */
const DEADLINE_MS = 60_000;
const POLL_MS = 50;

/** Reads until the value equals `expected`. Throws the difference after the deadline. */
export async function eventually<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const value = await read();
    try {
      assert.deepEqual(value, expected);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await pause(POLL_MS);
  }
}
