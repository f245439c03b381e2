/** Where a value stands among others. */
export interface Slot<T> {
  readonly value: T;
  /** Its index among all, which changes when another is taken out; -1 once it is out itself. */
  place: number;
}

/**
 * What comes and goes thousands of times in a second, in no order. A Set or a Map would make each of them live long: V8 makes their table anew after so many
 * changes, and the old one keeps pointing to the new one and to whatever was in it. Once one of these tables is old, its successors become old as well, with all that was
 * ever in them, and is freed with old values only: that took up to a third of the processor time of a request.
 */
export class Slots<T> {
  readonly #slots: Slot<T>[] = [];

  get size(): number {
    return this.#slots.length;
  }

  add(value: T): Slot<T> {
    const slot = { value, place: this.#slots.length };
    this.#slots.push(slot);
    return slot;
  }

  /** Answers whether it was there until now. */
  delete(slot: Slot<T>): boolean {
    const { place } = slot;
    if (place < 0) return false;
    const last = this.#slots.pop() as Slot<T>;
    if (last !== slot) {
      last.place = place;
      this.#slots[place] = last;
    }
    slot.place = -1;
    return true;
  }

  /** As they are now: they may be taken out meanwhile. */
  all(): Slot<T>[] {
    return [...this.#slots];
  }
}
