import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** A slow machine that is busy with other things. */
const DEADLINE_MS = 60_000;
const POLL_MS = 50;

/** Reads until it is what is expected, and tells the difference when that never comes. */
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
