import type { ReleaseGroup } from './batches-api.ts';

/** Pieces of one variant, either waiting for release or in a batch. */
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
  /** Undefined for ready-made products. */
  technology: string | undefined;
  pieces: number;
  articles: GroupedArticle<V>[];
}

/** Groups variants by technology and article, ordered by their most urgent order. */
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

/** Returns how many reserved pieces are missing, after a count found fewer. */
export function missingOf({ onHand, reserved, pieces }: Variant): number {
  return Math.min(pieces, Math.max(0, reserved - onHand));
}

const articleKey = ({ manufacturerCode, title }: Variant) => manufacturerCode ?? `\0${title}`;
const sumOf = (groups: readonly Variant[]) => groups.reduce((sum, { pieces }) => sum + pieces, 0);
