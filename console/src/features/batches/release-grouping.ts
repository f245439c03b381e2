import type { ReleaseChoice, ReleaseGroup } from './batches-api.ts';

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

/** Returns the key of a variant among the groups of one technology each. */
export const keyOfGroup = ({ technology, code }: Pick<Variant, 'technology' | 'code'>) => `${technology ?? ''} ${code}`;

/** Returns the fewest choices that cover the selected groups: a whole technology or article, or a variant. */
export function choicesOf(groups: readonly ReleaseGroup[], selected: ReadonlySet<string>): ReleaseChoice[] {
  const isChosen = (one: ReleaseGroup) => selected.has(keyOfGroup(one));
  return groupReleasable(groups).flatMap(({ technology, articles }): ReleaseChoice[] => {
    const within = technology === undefined ? {} : { technology };
    if (technology !== undefined && articles.every(({ variants }) => variants.every(isChosen))) return [within];
    return articles.flatMap(({ manufacturerCode, variants }): ReleaseChoice[] =>
      manufacturerCode !== undefined && variants.every(isChosen)
        ? [{ ...within, manufacturerCode }]
        : variants.filter(isChosen).map(({ code }) => ({ ...within, sku: code })),
    );
  });
}

/** Returns how many reserved pieces are missing, after a count found fewer. */
export function missingOf({ onHand, reserved, pieces }: Variant): number {
  return Math.min(pieces, Math.max(0, reserved - onHand));
}

const articleKey = ({ manufacturerCode, title }: Variant) => manufacturerCode ?? `\0${title}`;
const sumOf = (groups: readonly Variant[]) => groups.reduce((sum, { pieces }) => sum + pieces, 0);
