/** An order's times never run backwards: a change is at least 1 ms after the one before, whoever came first to the lock. */
export function changeTime({ updated }: { updated: Date }, now: Date): Date {
  return now > updated ? now : new Date(updated.getTime() + 1);
}
