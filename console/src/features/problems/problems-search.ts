import { oneOf, readText, searchReader } from '../../shared/list/text-search.ts';

/** What can stand still, as the server names it. */
export const PROBLEM_KINDS = [
  'NO_LABEL',
  'PAPER_NOT_MADE',
  'NO_BLANK',
  'STOPPED',
  'ON_HOLD',
  'ASKED_TO_CANCEL',
  'PRINT_JOB',
  'PRINTER',
  'BIN',
] as const;

export const readProblemsSearch = searchReader({ kind: oneOf(PROBLEM_KINDS), cursor: readText });
export type ProblemsSearch = ReturnType<typeof readProblemsSearch>;

const OF_VARIANTS = ['hs_code_missing', 'country_of_origin_missing', 'weight_missing'];

/** The variant that the catalogue lacks customs data of: an SKU or an EAN-13. A price is the order's. */
export function variantOf({
  code,
  params,
}: {
  code?: string;
  params?: { code?: string };
}): string | undefined {
  return code !== undefined && OF_VARIANTS.includes(code) ? params?.code : undefined;
}
