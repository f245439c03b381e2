import { closest, distance } from 'fastest-levenshtein';

const BETWEEN_THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/** A whole number as English writes it: 20,000. What Intl needs for that takes seven MiB of memory. */
export function grouped(count: number): string {
  return String(count).replace(BETWEEN_THOUSANDS, ',');
}

/** "A", "A or B", "A, B, or C"; as Intl.ListFormat has it. */
export function oneOf(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  const others = names.slice(0, -1).join(', ');
  if (others === '') return last;
  return `${others}${names.length > 2 ? ',' : ''} or ${last}`;
}

/** A name this many edits away is no longer taken for a typo. */
const TYPO_DISTANCE_MAX = 3;
/** Shorter ones are part of too much. */
const PART_LENGTH_MIN = 4;
const NAME_COMPARED_LENGTH_MAX = 100;

/** The known name that was probably meant: one that is a part of it or the other way round, or some edits away; or undefined. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = name.slice(0, NAME_COMPARED_LENGTH_MAX).toLowerCase();
  const isPart = (one: string, other: string) => one.length >= PART_LENGTH_MIN && other.includes(one);
  const part = known.find((one) => isPart(one.toLowerCase(), wanted) || isPart(wanted, one.toLowerCase()));
  if (part !== undefined || known.length === 0) return part;
  const lowered = known.map((one) => one.toLowerCase());
  const nearest = closest(wanted, lowered);
  const edits = Math.min(TYPO_DISTANCE_MAX, Math.ceil(nearest.length / 3));
  return distance(wanted, nearest) <= edits ? known[lowered.indexOf(nearest)] : undefined;
}
