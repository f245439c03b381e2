import type { ReleaseGroup } from './batches-api.ts';

export interface GroupedArticle {
  manufacturerCode: string | undefined;
  title: string;
  pieces: number;
  variants: ReleaseGroup[];
}
export interface GroupedTechnology {
  /** Undefined: existing products. */
  technology: string | undefined;
  pieces: number;
  articles: GroupedArticle[];
}

/** Technologies, their articles, and the variants of these; each where its most urgent order stands. */
export function groupReleasable(groups: readonly ReleaseGroup[]): GroupedTechnology[] {
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
export function missingOf({ onHand, reserved, pieces }: ReleaseGroup): number {
  return Math.min(pieces, Math.max(0, reserved - onHand));
}

const articleKey = ({ manufacturerCode, title }: ReleaseGroup) => manufacturerCode ?? `\0${title}`;
const sumOf = (groups: readonly ReleaseGroup[]) => groups.reduce((sum, { pieces }) => sum + pieces, 0);
