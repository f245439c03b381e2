import { performance } from 'node:perf_hooks';
import { giveBackMemory } from './give-back-memory.ts';

const LOOK_INTERVAL_MS = 3_000;
/** So many looks in a row must find little to do. With the memory goes much that V8 has compiled, and many requests at once are slow for a second or two after it. */
export const QUIET_LOOKS = 10;
/** So busy the event loop is at most, of 1, when there is little to do. */
const QUIET_UTILIZATION = 0.05;
/** What there may be to give back: so much, and so large a part of what there was after the last time. With less it is not worth the time that it takes. */
const GROWN_BYTES_MIN = 16 * 1_048_576;
const GROWN_PART_MIN = 1 / 8;

export interface MemoryOfProcess {
  /** How busy the event loop was since it was asked last, of 1. */
  utilization: () => number;
  /** Bytes that the process has in memory. */
  residentBytes: () => number;
  giveBack: () => Promise<void>;
}

/** Gives back what much work has left, once there is little to do: V8 itself does not look before new values are made. */
export class QuietMemory {
  readonly #memory: MemoryOfProcess;
  /** After the last time, and since. */
  #leastBytes: number;
  #quietLooks = 0;

  constructor(memory: MemoryOfProcess) {
    this.#memory = memory;
    this.#leastBytes = memory.residentBytes();
  }

  async look(): Promise<void> {
    const { utilization, residentBytes, giveBack } = this.#memory;
    const bytes = residentBytes();
    this.#leastBytes = Math.min(this.#leastBytes, bytes);
    const grown = Math.max(GROWN_BYTES_MIN, this.#leastBytes * GROWN_PART_MIN);
    this.#quietLooks = utilization() > QUIET_UTILIZATION ? 0 : this.#quietLooks + 1;
    if (this.#quietLooks < QUIET_LOOKS || bytes < this.#leastBytes + grown) return;
    await giveBack();
    // What cannot be given back is not looked at again.
    this.#leastBytes = residentBytes();
  }
}

/** Looks every few seconds from now on, and ends with the process. */
export function giveBackWhenQuiet(): void {
  let before = performance.eventLoopUtilization();
  const quiet = new QuietMemory({
    utilization: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    residentBytes: () => process.memoryUsage.rss(),
    giveBack: giveBackMemory,
  });
  setInterval(() => void quiet.look(), LOOK_INTERVAL_MS).unref();
}
