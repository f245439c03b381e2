import type { Pool } from 'pg';
import { findClient, lockClient } from '../../clients/manage-clients.ts';
import { type Doing, recordAudit } from '../../platform/audit/record-audit.ts';
import { type Connection, inTransaction } from '../../platform/database/transaction.ts';
import { ApiError, clientNotFound, invalidRequest } from '../../platform/errors/errors.ts';
import { currencyViolation } from '../../shipping/currencies.ts';
import { type Price, type PriceList, priceFaults, validityFaults } from './price-list-rules.ts';
import {
  deletePriceList,
  findKnownCodes,
  insertDueOfMissing,
  insertDueSince,
  listPriceLists,
  replacePrices,
  upsertPriceList,
} from './price-list-store.ts';

interface Saving extends Doing {
  timeZone: string;
  /** A UUIDv7, made before the transaction. */
  entryId: string;
  isNew: boolean;
  /** Returns the pointer to a field of a price. */
  at: (index: number, field?: string) => string;
  /** Checks, under the lock, that the list is still what the sender has read. */
  mayChange?: (connection: Connection) => Promise<boolean>;
}

/**
 * Creates or replaces a price list. Charges that were made stay; orders that lack a price get their charges
 * soon. Throws `client_not_found`, `price_list_not_found`, `precondition_failed`, and `invalid_request` for
 * days that overlap, and for prices that contradict the catalogue or each other.
 */
export async function savePriceList(
  pool: Pool,
  clientId: string,
  list: PriceList & { prices: readonly Price[] },
  { by, now, timeZone, entryId, isNew, at, mayChange }: Saving,
): Promise<void> {
  const { priceListId, prices, ...rest } = list;
  await inTransaction(pool, async (connection) => {
    await lockCustomer(connection, clientId);
    const lists = await listPriceLists(connection, clientId);
    if (!isNew && !lists.some((one) => one.priceListId === priceListId)) throw priceListNotFound();
    if (mayChange && !(await mayChange(connection)))
      throw new ApiError('precondition_failed', 'The price list has changed since you read it. Read it again.');
    const codes = prices.flatMap(({ code }) => code ?? []);
    const known = await findKnownCodes(connection, [...new Set(codes)]);
    const currency = currencyViolation(list.currency, '/currency');
    const faults = [...(currency ? [currency] : []), ...validityFaults(list, lists), ...priceFaults(prices, known, at)];
    if (faults.length > 0) throw invalidRequest(faults);
    await upsertPriceList(connection, clientId, list, now);
    await replacePrices(connection, clientId, priceListId, prices);
    await recordAudit(connection, by, now, {
      ...{ entryId, action: isNew ? 'price_list.created' : 'price_list.changed' },
      ...{ subject: ['client', clientId] as const, detail: { priceListId, ...rest, prices: prices.length } },
    });
    await insertDueOfMissing(connection, clientId, now);
    const begins = lists.map(({ validFrom }) => validFrom).sort()[0];
    const from = Temporal.PlainDate.from(list.validFrom).toZonedDateTime({ timeZone }).epochMilliseconds;
    // Orders that were shipped before the client had a list are charged by the first one.
    if ((begins === undefined || list.validFrom < begins) && from < now.getTime())
      await insertDueSince(connection, clientId, { from: new Date(from), now });
  });
}

/** Deletes a price list. Charges that were made stay. Throws `client_not_found`, `price_list_not_found`. */
export async function removePriceList(
  pool: Pool,
  clientId: string,
  priceListId: string,
  { by, now, entryId }: Doing & { entryId: string },
): Promise<void> {
  await inTransaction(pool, async (connection, { mayBeDone }) => {
    await lockCustomer(connection, clientId);
    if (!(await deletePriceList(connection, clientId, priceListId))) {
      if (mayBeDone) return;
      throw priceListNotFound();
    }
    const subject = ['client', clientId] as const;
    await recordAudit(connection, by, now, { entryId, action: 'price_list.deleted', subject, detail: { priceListId } });
  });
}

async function lockCustomer(connection: Connection, clientId: string): Promise<void> {
  const client = await lockClient(connection, clientId);
  if (client?.scope !== 'fulfillment') throw clientNotFound();
}

/** Throws `client_not_found` for an unknown client, and for a program of the center. */
export async function requireCustomer(connection: Connection, clientId: string): Promise<{ name: string }> {
  const client = await findClient(connection, clientId);
  if (client?.scope !== 'fulfillment') throw clientNotFound();
  return client;
}

export function priceListNotFound(): ApiError {
  return new ApiError('price_list_not_found', 'This client has no price list with this priceListId.');
}
