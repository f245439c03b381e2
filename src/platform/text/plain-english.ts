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
