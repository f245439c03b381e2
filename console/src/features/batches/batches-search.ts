import { oneOf, readText, searchReader } from '../../shared/list/text-search.ts';

/** How pieces of a batch stand, as the server counts them. */
export const BATCH_STATES = ['TO_MAKE', 'MADE', 'CHECKED', 'PACKED', 'STOPPED', 'SHIPPED', 'ENDED'] as const;
export const DUE = ['LATE', 'TODAY', 'TOMORROW'] as const;
export const SIZES = ['SINGLE', 'MULTI'] as const;
/** The number of the oldest orders that are grouped and counted: by default, and at most. */
export const GROUPED = 200;
export const GROUPED_MAX = 5_000;

/** Which pieces of a batch are shown. */
export const readBatchSearch = searchReader({ state: oneOf(BATCH_STATES), sku: readText, cursor: readText });
export type BatchSearch = ReturnType<typeof readBatchSearch>;

/** The list of batches. `all`: also those of which nothing is left to make. */
export const readBatchesSearch = searchReader({ all: oneOf(['true']), cursor: readText });
export type BatchesSearch = ReturnType<typeof readBatchesSearch>;

/** Which of the orders that can be made are shown. */
const RELEASE = {
  technology: readText,
  manufacturerCode: readText,
  clientId: readText,
  due: oneOf(DUE),
  size: oneOf(SIZES),
};
export const readReleaseSearch = searchReader({
  ...RELEASE,
  oldest: (value): typeof GROUPED_MAX | undefined =>
    Number(value) === GROUPED_MAX ? GROUPED_MAX : undefined,
});
export type ReleasePageSearch = ReturnType<typeof readReleaseSearch>;
export type ReleaseSearch = Omit<ReleasePageSearch, 'oldest'>;

/** What of it is released: all that is shown, or one article or variant of it. */
export interface ReleaseChoice extends ReleaseSearch {
  sku?: string | undefined;
}
