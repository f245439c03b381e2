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

/** What is missing for, as the sentence about customs data names it: an SKU or an EAN-13. */
export function variantIn(detail: string): string | undefined {
  return / is missing for (\S+) \(/.exec(detail)?.[1];
}
