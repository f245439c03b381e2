import type { PartKind } from './order-part-rules.ts';

/** Reasons that staff give when an order cannot be made as it is. The first says the least. */
export const PROBLEM_CODES = [
  'production_problem',
  'artwork_unusable',
  'artwork_not_allowed',
  'not_available',
  'address_undeliverable',
  'papers_unusable',
  'prices_missing',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

const USUAL: Partial<Record<PartKind, ProblemCode>> = {
  artwork: 'artwork_unusable',
  qualityControl: 'artwork_unusable',
  unitPrice: 'prices_missing',
  address: 'address_undeliverable',
  addressField: 'address_undeliverable',
  shippingLabelUrl: 'papers_unusable',
  returnLabelUrl: 'papers_unusable',
  packingSlip: 'papers_unusable',
};

/** What is most often wrong with a part of this kind. */
export function usualProblem(kind: PartKind): ProblemCode {
  return USUAL[kind] ?? 'production_problem';
}
