import type { Figures } from './wall-api.ts';

/** Rows that fit on the screen. */
export const TECHNOLOGIES_MAX = 6;
export const STATIONS_MAX = 6;
/** Older figures are out of date. */
const OUTDATED_MS = 60_000;

type Technology = Figures['technologies'][number];

/** Returns the rows that fit. The last one sums the technologies that have no own row, named `others`. */
export function rowsOf(technologies: readonly Technology[], others: string): Technology[] {
  if (technologies.length <= TECHNOLOGIES_MAX) return [...technologies];
  const own = technologies.slice(0, TECHNOLOGIES_MAX - 1);
  const rest = technologies.slice(TECHNOLOGIES_MAX - 1);
  const sum = (name: Exclude<keyof Technology, 'technology'>) => rest.reduce((all, one) => all + one[name], 0);
  const [toMake, made, checked, packedToday] = [sum('toMake'), sum('made'), sum('checked'), sum('packedToday')];
  return [...own, { technology: others, toMake, made, checked, packedToday }];
}

export function isOutdated(updatedAt: number, now: number): boolean {
  return now - updatedAt > OUTDATED_MS;
}
