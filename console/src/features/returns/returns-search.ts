import type { Schemas } from '../../shared/api/operator-client.ts';
import { oneOf, readDay, readText, searchReader } from '../../shared/list/text-search.ts';

export type Condition = Schemas['ReturnedItem']['condition'];
export type ReturnReason = Schemas['ReturnedItem']['reason'];

export const CONDITIONS = ['RESELL', 'REUSE', 'WASTE'] as const satisfies readonly Condition[];
export const REASONS = [
  'WRONG_SIZE',
  'NOT_AS_EXPECTED',
  'PRINT_DEFECT',
  'DAMAGED',
  'WRONG_ITEM',
  'UNDELIVERABLE',
  'OTHER',
] as const satisfies readonly ReturnReason[];

/** The state of the page in the address. */
export const readReturnsSearch = searchReader({
  /** What was scanned or typed to find the order. */
  code: readText,
  client: readText,
  condition: oneOf(CONDITIONS),
  reason: oneOf(REASONS),
  /** Days by the clock of the machine. */
  from: readDay,
  to: readDay,
  cursor: readText,
});
export type ReturnsSearch = ReturnType<typeof readReturnsSearch>;
