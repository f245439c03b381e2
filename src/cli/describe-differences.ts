import type { CatalogDifferences, FieldChange } from '../catalog/import/catalog-differences.ts';

/** Of each kind of difference; `--json` lists more. */
const LINES_MAX = 20;
const VALUE_LENGTH_MAX = 60;

/** What an import changed or, as a dry run, would have changed, in lines for people. */
export function describeDifferences(differences: CatalogDifferences, isDryRun: boolean): string[] {
  const { counts, broughtBack, changed, retired } = differences;
  const all = Object.values(counts);
  const sum = (name: 'new' | 'changed' | 'unchanged' | 'broughtBack' | 'retired') =>
    all.reduce((total, one: Partial<Record<typeof name, number>>) => total + (one[name] ?? 0), 0);
  const would = isDryRun ? 'Would be: ' : '';
  return [
    `${would}${sum('new')} new, ${sum('changed')} changed, ${sum('unchanged')} unchanged, ${sum('broughtBack')} brought back, ${sum('retired')} retired.`,
    ...cut(
      'new',
      sum('new'),
      differences.new.map(({ kind, code }) => `new ${kind} ${code}`),
    ),
    ...cut(
      'changed',
      sum('changed'),
      changed.map(
        ({ kind, code, changes }) => `changed ${kind} ${code}: ${changes.map(describe).join(', ')}`,
      ),
    ),
    ...cut(
      'brought back',
      sum('broughtBack'),
      broughtBack.map(({ kind, code }) => `brought back ${kind} ${code}`),
    ),
    ...cut(
      'retired',
      sum('retired'),
      retired.map(
        ({ kind, code, name, color, size, onHand, openOrders }) =>
          `retired ${kind} ${code} (${name}, ${color}, ${size}): ${onHand} on the shelf, ${openOrders} open orders`,
      ),
    ),
  ];
}

function cut(word: string, total: number, lines: readonly string[]): string[] {
  const first = lines.slice(0, LINES_MAX);
  return total > first.length ? [...first, `and ${total - first.length} more ${word}`] : first;
}

function describe({ field, before, after }: FieldChange): string {
  return `${field} ${shown(before)} -> ${shown(after)}`;
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > VALUE_LENGTH_MAX ? `${text.slice(0, VALUE_LENGTH_MAX)}…` : text;
}
