import type { Order } from '../orders/document/order-schemas.ts';
import type { OrderPosition } from '../orders/staff/order-conditions-store.ts';
import type { FoundOrders, ListedOrder } from '../orders/staff/staff-search-store.ts';
import { rowsOfOrder, type SheetCell, type SheetOptions, sheetHead } from './order-sheet-rules.ts';

export const SHEET_ORDERS_PER_PAGE = 200;
/** Documents in one read: usually 2 KB each, at most some MB. */
const DOCUMENTS_AT_ONCE = 50;

interface SheetSource {
  readPage: (after: OrderPosition | undefined) => Promise<FoundOrders>;
  /** Returns the documents in the same order. */
  readDocuments: (orders: readonly ListedOrder[]) => Promise<string[]>;
}

/** Yields the head, then some orders at a time. Holds no connection between them, so orders are current. */
export async function* readOrderSheet(
  source: SheetSource,
  options: SheetOptions,
): AsyncGenerator<SheetCell[][], void, undefined> {
  yield [sheetHead(options.language)];
  let after: OrderPosition | undefined;
  do {
    const { orders, next } = await source.readPage(after);
    for (let at = 0; at < orders.length; at += DOCUMENTS_AT_ONCE) {
      const some = orders.slice(at, at + DOCUMENTS_AT_ONCE);
      const documents = await source.readDocuments(some);
      yield some.flatMap((listed, index) => rowsOfOrder(listed, JSON.parse(documents[index]!) as Order, options));
    }
    after = next;
  } while (after);
}
