/** What is done at a station. */
export const STATION_KINDS = ['make', 'check', 'pack', 'hand_over'] as const;
export type StationKind = (typeof STATION_KINDS)[number];

export const STATION_NAME_LENGTH_MAX = 100;
const DAY_MS = 86_400_000;
/** A browser that was a station and that nobody uses any more stops being one after this. */
const IDLE_MS_MAX = 30 * DAY_MS;
/** And every one after this, however much it is used. */
const AGE_MS_MAX = 365 * DAY_MS;
const PIN_DIGITS = 6;
const TENS = '01234567890';
const DOWN = '98765432109';

interface SessionTimes {
  created: Date;
  lastSeen: Date;
}

/** A station's session that goes on was made after the one, and seen after the other. */
export function stationsAliveAfter(now: Date): { createdAfter: Date; seenAfter: Date } {
  return {
    createdAfter: new Date(now.getTime() - AGE_MS_MAX),
    seenAfter: new Date(now.getTime() - IDLE_MS_MAX),
  };
}

/** When the browser stops being a station, if it is not used before. */
export function stationExpiryOf({ created, lastSeen }: SessionTimes): Date {
  return new Date(Math.min(created.getTime() + AGE_MS_MAX, lastSeen.getTime() + IDLE_MS_MAX));
}

/** When whoever is signed on no longer is, unless they do something before; undefined where nobody ever was. */
export function locksAt(active: Date | null, idleMs: number): Date | undefined {
  return active ? new Date(active.getTime() + idleMs) : undefined;
}

/** Six digits out of these random numbers from 0 to 9; undefined when they make one that is tried first. */
export function pinOf(digits: readonly number[]): string | undefined {
  const pin = digits.slice(0, PIN_DIGITS).join('');
  return isGuessed(pin) ? undefined : pin;
}

/** Rows of keys and repetitions. */
function isGuessed(pin: string): boolean {
  return TENS.includes(pin) || DOWN.includes(pin) || /^(.{1,3})\1+$/.test(pin);
}
