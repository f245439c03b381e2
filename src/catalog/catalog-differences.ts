import { isDeepStrictEqual } from 'node:util';
import { CUSTOMS_FIELDS } from '../shipping/customs-rules.ts';
import type { RecordKind, StoredRecord } from './import-store.ts';

/** Of each list of differences; those after them are counted only. */
export const DIFFERENCES_LISTED_MAX = 500;

/** What stays as it is stored where a file leaves it out. */
const KEPT_WHEN_ABSENT: ReadonlySet<string> = new Set(CUSTOMS_FIELDS);

/** A field whose value is another one; what is absent has none. */
export interface FieldChange {
  field: string;
  before?: unknown;
  after?: unknown;
}

/** A record of the catalogue. */
export interface DifferingRecord {
  kind: RecordKind;
  /** Its identifier. */
  code: string;
}

export type ChangedRecord = DifferingRecord & { changes: FieldChange[] };

export interface RetiredVariant extends DifferingRecord {
  name: string;
  color: string;
  size: string;
  /** Pieces. */
  onHand: number;
  /** Live orders that name it and have not ended. */
  openOrders: number;
}

export interface DifferenceCounts {
  new: number;
  changed: number;
  unchanged: number;
  /** Of variants alone. */
  broughtBack?: number;
  retired?: number;
}

/** What an import changes, or would. `counts` has all of them, each list the first. */
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

/** Adds how a record of the file differs from the one that is stored, if one is. */
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
    list(differences.new, { kind, code });
  } else if (stored.isRetired) {
    counts.broughtBack = (counts.broughtBack ?? 0) + 1;
    list(differences.broughtBack, { kind, code, changes });
  } else if (changes.length > 0) {
    counts.changed++;
    list(differences.changed, { kind, code, changes });
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

function list<T>(all: T[], one: T): void {
  if (all.length < DIFFERENCES_LISTED_MAX) all.push(one);
}
