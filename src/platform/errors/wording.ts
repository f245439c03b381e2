import { closest, distance } from 'fastest-levenshtein';

const BETWEEN_THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/** Formats a whole number with commas, as 20,000. Loading Intl for this would take seven MiB of memory. */
export function formatCount(count: number): string {
  return String(count).replace(BETWEEN_THOUSANDS, ',');
}

/** Joins names to "A", "A or B" or "A, B, or C", as Intl.ListFormat does. */
export function oneOf(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  const others = names.slice(0, -1).join(', ');
  if (others === '') return last;
  return `${others}${names.length > 2 ? ',' : ''} or ${last}`;
}

/** A name with more edits is not a typo. */
const TYPO_DISTANCE_MAX = 3;
/** Shorter names are part of too many others. */
const PART_LENGTH_MIN = 4;
const NAME_COMPARED_LENGTH_MAX = 100;

/** Returns the known name most like `name`: one contains the other, or at most 3 edits separate them. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = name.slice(0, NAME_COMPARED_LENGTH_MAX).toLowerCase();
  const part = findPart(wanted, known);
  if (part !== undefined || known.length === 0) return part;
  const lowered = known.map((one) => one.toLowerCase());
  const nearest = closest(wanted, lowered);
  const edits = Math.min(TYPO_DISTANCE_MAX, Math.ceil(nearest.length / 3));
  return distance(wanted, nearest) <= edits ? known[lowered.indexOf(nearest)] : undefined;
}

/** Returns the known code with the fewest edits, at most 3; else one that contains `code`, or vice versa. */
export function nearestCode(code: string, known: readonly string[]): string | undefined {
  const wanted = code.slice(0, NAME_COMPARED_LENGTH_MAX).toLowerCase();
  let nearest: string | undefined;
  let fewest = Math.min(TYPO_DISTANCE_MAX, Math.ceil(wanted.length / 3)) + 1;
  for (const one of known) {
    if (Math.abs(one.length - wanted.length) >= fewest) continue;
    const edits = distance(wanted, one.toLowerCase());
    if (edits < fewest) [nearest, fewest] = [one, edits];
  }
  return nearest ?? findPart(wanted, known);
}

function findPart(wanted: string, known: readonly string[]): string | undefined {
  const isPart = (one: string, other: string) => one.length >= PART_LENGTH_MIN && other.includes(one);
  return known.find((one) => isPart(one.toLowerCase(), wanted) || isPart(wanted, one.toLowerCase()));
}
