import type { Schemas } from '../../shared/api/operator-client.ts';
import { readOneOf, readText } from '../../shared/list/text-search.ts';

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

/** The whole state of the page, as it stands in the address. */
export interface ReturnsSearch {
  /** What was scanned or typed to find the order. */
  code?: string | undefined;
  client?: string | undefined;
  condition?: Condition | undefined;
  reason?: ReturnReason | undefined;
  /** Days, as 2026-11-22, by the clock of the machine. */
  from?: string | undefined;
  to?: string | undefined;
  cursor?: string | undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What the address asks for; what it says wrongly is left out. */
export function readReturnsSearch(search: Record<string, unknown>): ReturnsSearch {
  const day = (value: unknown) => {
    const text = readText(value);
    return text && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
  };
  const read: ReturnsSearch = {
    code: readText(search.code),
    client: readText(search.client),
    condition: readOneOf(search.condition, CONDITIONS),
    reason: readOneOf(search.reason, REASONS),
    from: day(search.from),
    to: day(search.to),
    cursor: readText(search.cursor),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
