import type { Pool } from 'pg';
import { type Connection, withRetry } from '../platform/database/transaction.ts';
import { type NumberedKind, takeScanNumbers } from './scan-store.ts';

/** Taken at once, so that a code costs no statement of its own. Those that a process does not use are never used. */
const BLOCKS: Readonly<Record<NumberedKind, number>> = {
  piece: 500,
  order: 100,
  parcel: 50,
  // People read these: they count without gaps, but for a release that fails or is sent again.
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

  /** Numbers for a transaction that is about to begin, in which nobody should wait for a second connection. */
  async inHand(expected: Partial<Record<NumberedKind, number>>): Promise<NumbersInHand> {
    const left = new Map<NumberedKind, number[]>();
    for (const [kind, count] of Object.entries(expected))
      left.set(kind as NumberedKind, await this.take(kind as NumberedKind, count));
    return new NumbersInHand(left);
  }

  /** A block that another request has loaded meanwhile is lost, but for none of its numbers is given out twice. */
  async #load(kind: NumberedKind, count: number): Promise<void> {
    const end = await withRetry(() => takeScanNumbers(this.#pool, kind, count));
    this.#blocks.set(kind, { next: end - count, end });
  }
}

/** Numbers that were had before a transaction began. */
export class NumbersInHand {
  readonly #left: ReadonlyMap<NumberedKind, number[]>;

  constructor(left: ReadonlyMap<NumberedKind, number[]>) {
    this.#left = left;
  }

  /** So many numbers; where there are more pieces than were expected, the rest on the connection of the transaction. */
  async take(connection: Connection, kind: NumberedKind, count: number): Promise<number[]> {
    const taken = this.#left.get(kind)?.splice(0, count) ?? [];
    const missing = count - taken.length;
    if (missing === 0) return taken;
    const end = await takeScanNumbers(connection, kind, missing);
    return [...taken, ...Array.from({ length: missing }, (_, index) => end - missing + index)];
  }
}
