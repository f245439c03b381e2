const DAY_MS = 86_400_000;

/** Returns as many days as the period has, which end before it. Days are YYYY-MM-DD. */
export function daysBefore({ from, to }: { from: string; to: string }): { from: string; to: string } {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, from.length);
  return { from: dayOf(first - (last - first) - DAY_MS), to: dayOf(first - DAY_MS) };
}
