import { closest, distance } from 'fastest-levenshtein';

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
