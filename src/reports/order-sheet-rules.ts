import { SHEET_HEADINGS, valueAt } from '../orders/csv/order-columns-rules.ts';
import type { Order, OrderPath } from '../orders/document/order-schemas.ts';
import { type Language, REASON_WORDS, STATUS_WORDS } from '../orders/document/order-words.ts';
import type { ListedOrder } from '../orders/staff/staff-search-store.ts';

export type SheetOptions = { language: Language; timeZone: string };

/** Names of carriers by carrierId, and of articles with colour and size by SKU. */
type SheetNames = Record<'carriers' | 'articles', ReadonlyMap<string, string>>;

/** A cell of the order sheet. The UTC fields of a Date hold the local time of the center. */
type SheetCell = string | number | Date | undefined;

interface SheetLine {
  listed: ListedOrder;
  order: Order;
  item: Order['items'][number];
  names: SheetNames;
}

type ReadCell = (line: SheetLine, language: Language) => SheetCell;

/** Removes the error of binary fractions. No currency has more than four decimals. */
const round = (value: number) => Number(value.toFixed(4));
const TIME = 'yyyy-mm-dd hh:mm';

type Column = readonly [heading: Record<Language, string>, cell: ReadCell, format?: string];

/** Fields with a place among the other columns. The remaining fields follow in their order. */
const PLACED: readonly OrderPath[] = ['orderId', 'items.id', 'items.quantity', 'items.unitPrice', 'unitPriceCurrency'];

const COLUMNS: readonly Column[] = [
  columnOfField('orderId'),
  [{ en: 'Client', de: 'Kunde' }, ({ listed }) => listed.clientName],
  [{ en: 'Status', de: 'Status' }, ({ listed }, language) => wordOf(STATUS_WORDS, listed.status, language)],
  [{ en: 'Reason', de: 'Grund' }, ({ listed }, language) => wordOf(REASON_WORDS, listed.reasonCode, language)],
  [{ en: 'In status since', de: 'Im Status seit' }, ({ listed }) => listed.statusSince, TIME],
  [{ en: 'Created', de: 'Angelegt' }, ({ listed }) => listed.created, TIME],
  [{ en: 'Due', de: 'Fällig' }, ({ listed }) => listed.due ?? undefined, TIME],
  [{ en: 'Changed', de: 'Geändert' }, ({ listed }) => listed.updated, TIME],
  [
    { en: 'Last shipped', de: 'Zuletzt versandt' },
    ({ order }) => order.shipments?.map(({ shipped }) => new Date(shipped)).at(-1),
    TIME,
  ],
  [
    { en: 'Carrier', de: 'Paketdienst' },
    ({ listed: { carrier }, names }) => (carrier === null ? undefined : (names.carriers.get(carrier) ?? carrier)),
  ],
  [{ en: 'Tracking numbers', de: 'Sendungsnummern' }, ({ order }) => trackingNumbers(order)],
  columnOfField('items.id'),
  [{ en: 'SKU or EAN', de: 'SKU oder EAN' }, ({ item }) => item.customProduct?.sku ?? item.existingProduct?.ean13],
  [
    { en: 'Product', de: 'Produkt' },
    ({ item, names }) => item.existingProduct?.name ?? names.articles.get(item.customProduct?.sku ?? ''),
  ],
  columnOfField('items.quantity'),
  columnOfField('items.unitPrice'),
  [{ en: 'Value', de: 'Wert' }, ({ item: { unitPrice, quantity } }) => unitPrice && round(unitPrice * quantity)],
  columnOfField('unitPriceCurrency'),
  ...[...SHEET_HEADINGS.keys()].filter((path) => !PLACED.includes(path)).map(columnOfField),
];

function columnOfField(path: OrderPath): Column {
  const [first, ...rest] = path.split('.');
  const read: ReadCell = ({ order, item }) =>
    first === 'items' ? valueAt(item, rest) : valueAt(order, path.split('.'));
  return [SHEET_HEADINGS.get(path)!, read];
}

/** The width in characters and the number format of each column of the workbook. */
export const SHEET_COLUMNS = COLUMNS.map(([, , format]) => ({ width: 18, ...(format && { numFmt: format }) }));

export function sheetHead(language: Language): string[] {
  return COLUMNS.map(([heading]) => heading[language]);
}

/** Returns a sheet row for each item of the order, so that quantities and values can be summed. */
export function rowsOfOrder(
  listed: ListedOrder,
  order: Order,
  options: SheetOptions,
  names: SheetNames,
): SheetCell[][] {
  const { language, timeZone } = options;
  return order.items.map((item) =>
    COLUMNS.map(([, read]) => {
      const value = read({ listed, order, item, names }, language);
      return value instanceof Date ? clockOf(value, timeZone) : value;
    }),
  );
}

/** Returns the cell as CSV shows it: a time as 2026-01-31 14:05. */
export function csvCell(cell: SheetCell): string | number | undefined {
  return cell instanceof Date ? cell.toISOString().slice(0, '2026-01-31T14:05'.length).replace('T', ' ') : cell;
}

function wordOf(words: Readonly<Record<string, Record<Language, string>>>, code: string | null, language: Language) {
  return code === null ? undefined : (words[code]?.[language] ?? code);
}

function trackingNumbers({ shipments = [], shipping }: Order): string | undefined {
  const numbers = shipments.flatMap(({ trackingNumber }) => trackingNumber ?? []);
  return numbers.length > 0 ? [...new Set(numbers)].join(', ') : shipping.trackingNumber;
}

function clockOf(moment: Date, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone);
  return new Date(moment.getTime() + local.offsetNanoseconds / 1_000_000);
}
