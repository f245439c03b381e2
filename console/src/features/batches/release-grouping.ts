import type { ReleaseGroup } from './batches-api.ts';

/** What is made alike, be it still to be released or in a batch. */
type Variant = Pick<
  ReleaseGroup,
  'technology' | 'manufacturerCode' | 'title' | 'code' | 'color' | 'size' | 'pieces' | 'onHand' | 'reserved'
>;

interface GroupedArticle<V extends Variant> {
  manufacturerCode: string | undefined;
  title: string;
  pieces: number;
  variants: V[];
}
interface GroupedTechnology<V extends Variant> {
  /** Undefined: existing products. */
  technology: string | undefined;
  pieces: number;
  articles: GroupedArticle<V>[];
}

/** Technologies, their articles, and the variants of these; each where its most urgent order stands. */
export function groupReleasable<V extends Variant>(groups: readonly V[]): GroupedTechnology<V>[] {
  return [...Map.groupBy(groups, ({ technology }) => technology)].map(([technology, ofTechnology]) => ({
    technology,
    pieces: sumOf(ofTechnology),
    articles: [...Map.groupBy(ofTechnology, articleKey)].map(([, variants]) => ({
      manufacturerCode: variants[0]?.manufacturerCode,
      title: variants[0]?.title ?? '',
      pieces: sumOf(variants),
      variants,
    })),
  }));
}

/** Pieces that are not on the shelf, though orders have reserved them: somebody counted fewer. */
export function missingOf({ onHand, reserved, pieces }: Variant): number {
  return Math.min(pieces, Math.max(0, reserved - onHand));
}

const articleKey = ({ manufacturerCode, title }: Variant) => manufacturerCode ?? `\0${title}`;
const sumOf = (groups: readonly Variant[]) => groups.reduce((sum, { pieces }) => sum + pieces, 0);
