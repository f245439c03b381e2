import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order } from '../orders/document/order-schemas.ts';
import type { ListedOrder } from '../orders/staff/staff-search-store.ts';
import { csvCell, rowsOfOrder, sheetHead } from './order-sheet-rules.ts';

const LISTED: ListedOrder = {
  clientId: 'c',
  clientName: 'Test Shop',
  orderId: 'SHOP-1',
  status: 'ACCEPTED',
  version: 2,
  created: new Date('2026-03-28T23:30:00Z'),
  updated: new Date('2026-10-25T00:30:00Z'),
  statusSince: new Date('2026-10-25T01:30:00Z'),
  reasonCode: 'waiting_for_stock',
  reasonMessage: null,
  recipient: 'Ada',
  country: 'DE',
  carrier: 'dhl-paket',
  cancellation: null,
  isPreferred: false,
  assigneeName: null,
  tags: null,
  due: new Date('2026-03-30T23:30:00Z'),
  rush: false,
  items: 2,
};
const ORDER = {
  orderId: 'SHOP-1',
  status: 'ACCEPTED',
  items: [
    { id: '1', quantity: 3, unitPrice: 0.1, existingProduct: { ean13: '4006381333931', name: 'Logo Tee' } },
    { id: '2', quantity: 1, customProduct: { sku: 'ST-CREATOR-BLK-M' } },
  ],
  shipping: {
    address: { personName: 'Ada', street: 'Musterstraße 1', city: 'Berlin', country: 'DE' },
    trackingNumber: 'T1',
  },
  unitPriceCurrency: 'EUR',
  shipments: [
    { trackingNumber: 'T1', items: [], shipped: '2026-03-29T05:00:00.000Z' },
    { trackingNumber: 'T2', items: [], shipped: '2026-03-30T05:00:00.000Z' },
  ],
  created: '2026-03-28T23:30:00.000Z',
  updated: '2026-03-29T08:00:00.000Z',
} as unknown as Order;

function sheetOf(language: 'en' | 'de', order = ORDER, timeZone = 'Europe/Berlin') {
  const head = sheetHead(language);
  const names = {
    carriers: new Map([['dhl-paket', 'DHL Paket']]),
    articles: new Map([['ST-CREATOR-BLK-M', 'Creator Tee, Black, M']]),
  };
  const rows = rowsOfOrder(LISTED, order, { language, timeZone }, names);
  return rows.map((row) => Object.fromEntries(row.map((cell, index) => [head[index], csvCell(cell)])));
}

test('each item has a row with its code, value and the address, in words of the language', () => {
  const [first, second] = sheetOf('de');
  assert.deepEqual(
    [first?.Auftrag, first?.Status, first?.Grund, first?.['SKU oder EAN'], first?.Wert, first?.Währung],
    ['SHOP-1', 'In Produktion', 'Wartet auf Ware', '4006381333931', 0.3, 'EUR'],
  );
  assert.deepEqual(
    [second?.['SKU oder EAN'], second?.Wert, second?.Straße],
    ['ST-CREATOR-BLK-M', undefined, 'Musterstraße 1'],
  );
  assert.equal(first?.Sendungsnummern, 'T1, T2');
  assert.deepEqual(
    [first?.Paketdienst, first?.Produkt, second?.Produkt],
    ['DHL Paket', 'Logo Tee', 'Creator Tee, Black, M'],
  );
  assert.equal(sheetOf('en')[0]?.Status, 'In production');
});

test('times are those of the center, also where its clock changes', () => {
  const [row] = sheetOf('en');
  assert.deepEqual(
    [row?.Created, row?.Due, row?.['Last shipped'], row?.Changed, row?.['In status since']],
    // The clock shows 02:30 twice on 25 October.
    ['2026-03-29 00:30', '2026-03-31 01:30', '2026-03-30 07:00', '2026-10-25 02:30', '2026-10-25 02:30'],
  );
  assert.equal(sheetOf('en', ORDER, 'Asia/Kathmandu')[0]?.Created, '2026-03-29 05:15');
});

test('an order with its own label has no address, and an unknown reason stays as it is', () => {
  const [row] = sheetOf('en', {
    ...ORDER,
    shipping: { shippingLabelUrl: 'https://files.example.com/label.pdf' },
  } as Order);
  assert.deepEqual([row?.Street, row?.Country], [undefined, undefined]);
});
