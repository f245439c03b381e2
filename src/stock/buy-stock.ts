export { computeUse, findUseDue, USE_DAYS } from './purchase-store.ts';

import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { insertPurchaseMail } from './purchase-mail-store.ts';
import {
  findPurchase,
  findSupplier,
  insertPurchase,
  listPurchaseLines,
  listSupplierItems,
  lockPurchase,
  type Purchase,
  type PurchaseLine,
  type PurchaseState,
  type Supplier,
  type SupplierItem,
  saveSupplierItems,
  updatePurchaseState,
} from './purchase-store.ts';
import { isForeignCurrency, purchaseNotFound } from './receive-delivery.ts';
import { findStockByCodes } from './stock-list-store.ts';
import { type StockCode, type StockQuantity, stockKey } from './stock-rules.ts';

/** Sets the supplier of the variants. Throws `supplier_not_found`, `stock_not_found`. */
export async function supplyVariants(
  connection: Connection,
  supplierId: string,
  items: readonly SupplierItem[],
  { by, now }: Doing,
): Promise<Supplier> {
  const supplier = await requireSupplier(connection, supplierId);
  await requireVariants(connection, items);
  await saveSupplierItems(connection, supplierId, items);
  await recordAudit(connection, by, now, {
    action: 'supplier.items_saved',
    subject: ['stock'],
    detail: { name: supplier.name, variants: items.length },
  });
  return supplier;
}

interface NewPurchase {
  purchaseId: string;
  supplierId: string;
  reference: string;
  /** Absent: the currency of the center. */
  currency?: string | undefined;
  lines: readonly (StockQuantity & { price?: number | undefined })[];
}

/**
 * Creates a draft. Prices of suppliers are in the currency of the center, so lines in another one do not get
 * them. Throws `supplier_not_found`, `stock_not_found`, `purchase_exists`.
 */
export async function createPurchase(
  connection: Connection,
  given: NewPurchase,
  { centerCurrency, ...doing }: Doing & { centerCurrency: string | undefined },
): Promise<void> {
  await requireSupplier(connection, given.supplierId);
  await requireVariants(connection, given.lines);
  const items = new Map((await listSupplierItems(connection, given.lines)).map((item) => [stockKey(item), item]));
  const currency = given.currency ?? centerCurrency ?? null;
  const isForeign = isForeignCurrency(currency, centerCurrency);
  const priceOf = (line: StockCode) => (isForeign ? null : (items.get(stockKey(line))?.price ?? null));
  const lines = given.lines.map((line) => ({ ...line, price: line.price ?? priceOf(line) }));
  if (!(await insertPurchase(connection, { ...given, currency }, lines, doing)))
    throw new ApiError('purchase_exists', 'There is a purchase order with this reference already.');
  await recordAudit(connection, doing.by, doing.now, {
    action: 'purchase.created',
    subject: ['stock'],
    detail: { reference: given.reference, variants: lines.length },
  });
}

export interface OpenedPurchase extends Purchase {
  lines: (PurchaseLine & { name: string; color: string; size: string })[];
}

/** Reads a purchase order with its lines and their names. Throws `purchase_not_found`. */
export async function readPurchase(connection: Connection, purchaseId: string): Promise<OpenedPurchase> {
  const purchase = await findPurchase(connection, purchaseId);
  if (!purchase) throw purchaseNotFound();
  const lines = await listPurchaseLines(connection, purchaseId);
  const names = new Map((await findStockByCodes(connection, lines)).map((one) => [stockKey(one), one]));
  return {
    ...purchase,
    lines: lines.map((line) => {
      const { name = line.code, color = '', size = '' } = names.get(stockKey(line)) ?? {};
      return { ...line, name, color, size };
    }),
  };
}

/** Requests that a purchase order is sent by e-mail, once at a time. Throws `purchase_not_changeable`. */
export async function requestPurchaseMail(
  connection: Connection,
  mail: { mailId: string; purchaseId: string; address: string },
  doing: Doing,
): Promise<void> {
  const purchase = await lockPurchase(connection, mail.purchaseId);
  if (!purchase) throw purchaseNotFound();
  if (purchase.state !== 'DRAFT' && purchase.state !== 'SENT')
    throw new ApiError('purchase_not_changeable', `The purchase order is ${purchase.state}.`);
  if (!(await insertPurchaseMail(connection, mail, doing))) return;
  const detail = { reference: purchase.reference };
  await recordAudit(connection, doing.by, doing.now, { action: 'purchase.mailed', subject: ['stock'], detail });
}

const BEFORE: Readonly<Record<'SENT' | 'DONE' | 'CANCELLED', readonly PurchaseState[]>> = {
  SENT: ['DRAFT'],
  DONE: ['SENT'],
  CANCELLED: ['DRAFT', 'SENT'],
};

/** Changes the state of a purchase order. Throws `purchase_not_found`, `purchase_not_changeable`. */
export async function changePurchaseState(
  connection: Connection,
  purchaseId: string,
  state: 'SENT' | 'DONE' | 'CANCELLED',
  { by, now }: Doing,
): Promise<void> {
  const purchase = await lockPurchase(connection, purchaseId);
  if (!purchase) throw purchaseNotFound();
  if (purchase.state === state) return;
  const lines = state === 'CANCELLED' ? await listPurchaseLines(connection, purchaseId) : [];
  if (!BEFORE[state].includes(purchase.state) || lines.some(({ received }) => received > 0)) {
    const message = `The purchase order is ${purchase.state}${lines.length > 0 ? ', or goods of it have arrived' : ''}.`;
    throw new ApiError('purchase_not_changeable', message);
  }
  await updatePurchaseState(connection, purchaseId, state, now);
  const detail = { reference: purchase.reference };
  await recordAudit(connection, by, now, { action: `purchase.${state.toLowerCase()}`, subject: ['stock'], detail });
}

async function requireSupplier(connection: Connection, supplierId: string): Promise<Supplier> {
  const supplier = await findSupplier(connection, supplierId);
  if (!supplier) throw new ApiError('supplier_not_found', 'There is no supplier with this supplierId.');
  return supplier;
}

async function requireVariants(connection: Connection, codes: readonly StockCode[]): Promise<void> {
  const known = new Set((await findStockByCodes(connection, codes)).map(stockKey));
  const unknown = codes.find((one) => !known.has(stockKey(one)));
  if (unknown) throw new ApiError('stock_not_found', `There is no variant with the code ${unknown.code}.`);
}
