import type { Pool } from 'pg';
import { beginSnapshot, type Connection } from '../../platform/database/transaction.ts';
import { BYTE_ORDER_MARK, csvRow } from '../../platform/formats/write-csv.ts';
import type { Order } from '../document/order-schemas.ts';
import { type ExportFilter, readOrdersAfter } from '../rows/order-list-store.ts';
import { ANSWERED_FIELDS, columnOf, columnsFor, type Decoration, valueAt } from './order-columns-rules.ts';

interface ExportOptions {
  filter: ExportFilter;
  write: (text: string) => Promise<void>;
  onOrders: (orders: number) => void;
}

/**
 * Writes the client's orders as CSV, oldest first, a row for each item, as of one moment. Reads them twice:
 * the first pass counts the columns. Returns the number of orders and rows.
 */
export async function exportOrders(
  pool: Pool,
  clientId: string,
  { filter, write, onOrders }: ExportOptions,
): Promise<{ orders: number; rows: number }> {
  const snapshot = await beginSnapshot(pool);
  try {
    let read = 0;
    let decorations = 1;
    for await (const order of ordersOf(snapshot.connection, clientId, filter)) {
      onOrders(++read);
      decorations = Math.max(decorations, ...order.items.map(decorationsOf));
    }
    const columns = columnsFor(decorations);
    await write(BYTE_ORDER_MARK + csvRow(columns));
    let orders = 0;
    let rows = 0;
    for await (const order of ordersOf(snapshot.connection, clientId, filter)) {
      onOrders(++read);
      orders++;
      rows += order.items.length;
      await write(order.items.map((item) => csvRow(cellsOf(columns, order, item))).join(''));
    }
    return { orders, rows };
  } finally {
    await snapshot.end();
  }
}

type Item = Order['items'][number];

async function* ordersOf(connection: Connection, clientId: string, filter: ExportFilter): AsyncGenerator<Order> {
  let page = await readOrdersAfter(connection, clientId, filter, undefined);
  while (page.length > 0) {
    for (const { document } of page) yield JSON.parse(document);
    page = await readOrdersAfter(connection, clientId, filter, page.at(-1));
  }
}

function decorationsOf({ customProduct }: Item): number {
  return Math.max(customProduct?.prints?.length ?? 0, customProduct?.customizations?.length ?? 0);
}

function cellsOf(columns: readonly string[], order: Order, item: Item): (string | number | undefined)[] {
  return columns.map((name) => {
    if ((ANSWERED_FIELDS as readonly string[]).includes(name)) return valueAt(order, name.split('.'));
    const column = columnOf(name);
    if (column?.kind === 'order') return valueAt(order, column.path);
    if (column?.kind === 'decoration') {
      const elements = item.customProduct?.[column.list satisfies Decoration];
      return valueAt(elements?.[column.place - 1], [column.field]);
    }
    return column?.kind === 'item' ? valueAt(item, column.path) : undefined;
  });
}
