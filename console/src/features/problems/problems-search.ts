import { oneOf, readText, searchReader } from '../../shared/list/text-search.ts';

/** The kinds of problems, in the server's names. */
export const PROBLEM_KINDS = [
  'NO_LABEL',
  'PAPER_NOT_MADE',
  'DELIVERY',
  'NO_BLANK',
  'NO_BATCH',
  'STOPPED',
  'ON_HOLD',
  'ASKED_TO_CANCEL',
  'PRINT_JOB',
  'PRINTER',
  'BIN',
  'WORK_FAILED',
] as const;

export const readProblemsSearch = searchReader({ kind: oneOf(PROBLEM_KINDS), cursor: readText });
export type ProblemsSearch = ReturnType<typeof readProblemsSearch>;

const OF_VARIANTS = ['hs_code_missing', 'country_of_origin_missing', 'weight_missing'];

/**
 * Returns the SKU or EAN-13 of a variant without customs data. A missing price belongs to the order instead.
 */
export function variantOf({ code, params }: { code?: string; params?: { code?: string } }): string | undefined {
  return code !== undefined && OF_VARIANTS.includes(code) ? params?.code : undefined;
}

/** Whether the label of a parcel was to be bought. `label_used` is about a label of the client. */
export const isOfBuying = ({ reason = '' }: { reason?: string }): boolean =>
  reason.startsWith('label_') && reason !== 'label_used';
