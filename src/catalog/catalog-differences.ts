import { isDeepStrictEqual } from 'node:util';
import { CUSTOMS_FIELDS } from '../shipping/customs-rules.ts';
import type { RecordKind, StoredRecord } from './import-store.ts';

/** The length of each list. Further differences are only counted. */
export const DIFFERENCES_LISTED_MAX = 500;

/** Fields that keep their stored value when the file leaves them out. */
const KEPT_WHEN_ABSENT: ReadonlySet<string> = new Set([...CUSTOMS_FIELDS, 'previewImageUrls']);
export type FieldChange = { field: string; before?: unknown; after?: unknown };
type DifferingRecord = { kind: RecordKind; code: string };
type ChangedRecord = DifferingRecord & { changes: FieldChange[] };

export interface RetiredVariant extends DifferingRecord {
  name: string;
  color: string;
  size: string;
  onHand: number;
  openOrders: number;
}

export interface DifferenceCounts {
  new: number;
  changed: number;
  unchanged: number;
  /** Only for variants. */
  broughtBack?: number;
  retired?: number;
}

/** The changes of an import. The lists have the first of each kind; `counts` has all. */
export interface CatalogDifferences {
  counts: {
    articles: DifferenceCounts;
    articleVariants: Required<DifferenceCounts>;
    products: DifferenceCounts;
    productVariants: Required<DifferenceCounts>;
    carriers: DifferenceCounts;
  };
  new: DifferingRecord[];
  changed: ChangedRecord[];
  broughtBack: ChangedRecord[];
  retired: RetiredVariant[];
}

export function noDifferences(): CatalogDifferences {
  const none = () => ({ new: 0, changed: 0, unchanged: 0 });
  const ofVariants = () => ({ ...none(), broughtBack: 0, retired: 0 });
  return {
    counts: {
      articles: none(),
      articleVariants: ofVariants(),
      products: none(),
      productVariants: ofVariants(),
      carriers: none(),
    },
    new: [],
    changed: [],
    broughtBack: [],
    retired: [],
  };
}

export function addDifference(
  differences: CatalogDifferences,
  counts: DifferenceCounts,
  record: DifferingRecord & { given: object },
  stored: StoredRecord | undefined,
): void {
  const { kind, code, given } = record;
  const changes = stored ? changesOf(stored, given) : [];
  if (!stored) {
    counts.new++;
    append(differences.new, { kind, code });
  } else if (stored.isRetired) {
    counts.broughtBack = (counts.broughtBack ?? 0) + 1;
    append(differences.broughtBack, { kind, code, changes });
  } else if (changes.length > 0) {
    counts.changed++;
    append(differences.changed, { kind, code, changes });
  } else counts.unchanged++;
}

function changesOf({ code: _, isRetired: __, ...stored }: StoredRecord, given: object): FieldChange[] {
  const values = new Map(Object.entries(given));
  return Object.entries(stored).flatMap(([field, value]) => {
    const [before, after] = [value ?? undefined, values.get(field)];
    if (isDeepStrictEqual(before, after)) return [];
    if (after === undefined && KEPT_WHEN_ABSENT.has(field)) return [];
    return [{ field, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
  });
}

function append<T>(all: T[], one: T): void {
  if (all.length < DIFFERENCES_LISTED_MAX) all.push(one);
}
