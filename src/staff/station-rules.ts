export const STATION_KINDS = ['make', 'check', 'pack', 'hand_over'] as const;
export type StationKind = (typeof STATION_KINDS)[number];
export const STATION_NAME_LENGTH_MAX = 100;
export const PIN_DIGITS = 6;
const RISING = '01234567890';
const FALLING = '98765432109';

/** Returns when the station locks unless it is used before; undefined when nobody has used it. */
export function lockTimeOf(active: Date | null, idleMs: number): Date | undefined {
  return active ? new Date(active.getTime() + idleMs) : undefined;
}

/** Returns whether attackers try the PIN first: rows of keys, repeated groups of one to three digits. */
export function isCommonPin(pin: string): boolean {
  return RISING.includes(pin) || FALLING.includes(pin) || /^(.{1,3})\1+$/.test(pin);
}
