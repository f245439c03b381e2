import type { Pool } from 'pg';
import { type Connection, withRetry } from '../platform/database/transaction.ts';
import { type NumberedKind, takeScanNumbers } from './scan-store.ts';

/** Numbers taken in one statement. Unused ones are lost when the process ends. */
const BLOCKS: Readonly<Record<NumberedKind, number>> = {
  piece: 500,
  order: 100,
  parcel: 50,
  // People read these numbers, so they count without gaps, except when a release fails or is repeated.
  batch: 1,
  sheet: 1,
  handover: 1,
  person: 1,
};

/** Gives out the numbers of codes. No two processes get the same number. */
export class ScanNumbers {
  readonly #pool: Pool;
  readonly #blocks = new Map<NumberedKind, { next: number; end: number }>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Takes rising numbers. It may need a connection, so call it before a transaction. */
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

  /** Takes numbers for a transaction that is about to begin, and should not wait for a second connection. */
  async reserve(expected: Partial<Record<NumberedKind, number>>): Promise<ReservedNumbers> {
    const left = new Map<NumberedKind, number[]>();
    for (const [kind, count] of Object.entries(expected))
      left.set(kind as NumberedKind, await this.take(kind as NumberedKind, count));
    return new ReservedNumbers(left);
  }

  /** Replaces the block. If another request loaded one meanwhile, the rest of that block is lost. */
  async #load(kind: NumberedKind, count: number): Promise<void> {
    const end = await withRetry(() => takeScanNumbers(this.#pool, kind, count));
    this.#blocks.set(kind, { next: end - count, end });
  }
}

/** Numbers that were taken before a transaction began. */
export class ReservedNumbers {
  readonly #left: ReadonlyMap<NumberedKind, number[]>;

  constructor(left: ReadonlyMap<NumberedKind, number[]>) {
    this.#left = left;
  }

  /** Takes reserved numbers, and more on the connection of the transaction if too few were reserved. */
  async take(connection: Connection, kind: NumberedKind, count: number): Promise<number[]> {
    const taken = this.#left.get(kind)?.splice(0, count) ?? [];
    const missing = count - taken.length;
    if (missing === 0) return taken;
    const end = await takeScanNumbers(connection, kind, missing);
    return [...taken, ...Array.from({ length: missing }, (_, index) => end - missing + index)];
  }
}
