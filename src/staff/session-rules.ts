const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A session ends after `idleMs` without use, and after `ageMs` in any case. */
const LIFETIMES = {
  operator: { idleMs: 12 * HOUR_MS, ageMs: 7 * DAY_MS },
  station: { idleMs: 30 * DAY_MS, ageMs: 365 * DAY_MS },
} as const;

export type SessionKind = keyof typeof LIFETIMES;
export type SessionTimes = { created: Date; lastSeen: Date };

/** A session is live when it was created and last used after these times. */
export type LiveSince = { createdAfter: Date; seenAfter: Date };

/** Returns when the session ends if it is not used again. */
export function expiryOf(kind: SessionKind, { created, lastSeen }: SessionTimes): Date {
  const { idleMs, ageMs } = LIFETIMES[kind];
  return new Date(Math.min(created.getTime() + ageMs, lastSeen.getTime() + idleMs));
}

export function liveSince(kind: SessionKind, now: Date): LiveSince {
  const { idleMs, ageMs } = LIFETIMES[kind];
  return { createdAfter: new Date(now.getTime() - ageMs), seenAfter: new Date(now.getTime() - idleMs) };
}
