/** A session that nobody uses ends after this. */
const IDLE_MS_MAX = 12 * 3_600_000;
/** And every session after this, however much it is used. */
const AGE_MS_MAX = 7 * 86_400_000;

interface SessionTimes {
  created: Date;
  lastSeen: Date;
}

/** When the session ends, if it is not used before. */
export function expiryOf({ created, lastSeen }: SessionTimes): Date {
  return new Date(Math.min(created.getTime() + AGE_MS_MAX, lastSeen.getTime() + IDLE_MS_MAX));
}

export function isOver(session: SessionTimes, now: Date): boolean {
  return expiryOf(session) <= now;
}

/** A session that goes on was made after the one, and seen after the other. */
export function aliveAfter(now: Date): { createdAfter: Date; seenAfter: Date } {
  return {
    createdAfter: new Date(now.getTime() - AGE_MS_MAX),
    seenAfter: new Date(now.getTime() - IDLE_MS_MAX),
  };
}
