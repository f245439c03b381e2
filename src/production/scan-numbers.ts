import type { Pool } from 'pg';
import { withRetry } from '../database/transaction.ts';
import { type NumberedKind, takeScanNumbers } from './scan-number-store.ts';

/** Taken at once, so that a code costs no statement of its own. Those that a process does not use are never used. */
const BLOCKS: Readonly<Record<NumberedKind, number>> = {
  piece: 500,
  order: 100,
  parcel: 50,
  // People read these: they count without gaps, as long as no release fails.
  batch: 1,
  handover: 1,
  person: 1,
};

/** The numbers that codes are made of: each is given out once, over all processes. */
export class ScanNumbers {
  readonly #pool: Pool;
  readonly #blocks = new Map<NumberedKind, { next: number; end: number }>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** So many numbers, rising. Asks the database on a connection of its own when the block is used up: call it before a transaction. */
  async take(kind: NumberedKind, count: number): Promise<number[]> {
    const taken: number[] = [];
    while (taken.length < count) {
      const block = this.#blocks.get(kind);
      if (!block || block.next >= block.end) {
        await this.#load(kind, Math.max(BLOCKS[kind], count - taken.length));
        continue;
      }
      taken.push(block.next);
      block.next += 1;
    }
    return taken;
  }

  /** A block that another request has loaded meanwhile is lost, but for none of its numbers is given out twice. */
  async #load(kind: NumberedKind, count: number): Promise<void> {
    const end = await withRetry(() => takeScanNumbers(this.#pool, kind, count));
    this.#blocks.set(kind, { next: end - count, end });
  }
}
