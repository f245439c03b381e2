import { readOneOf, readText } from '../../shared/list/text-search.ts';

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
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

export interface ProblemsSearch {
  kind?: ProblemKind | undefined;
  cursor?: string | undefined;
}

export function readProblemsSearch(search: Record<string, unknown>): ProblemsSearch {
  const kind = readOneOf(search.kind, PROBLEM_KINDS);
  const cursor = readText(search.cursor);
  return { ...(kind && { kind }), ...(cursor && { cursor }) };
}

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
