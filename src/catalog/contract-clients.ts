import type { Pool } from 'pg';
import { type Contract, findContract, updateContract } from '../clients/contract-store.ts';
import { type Deed, type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import { type Attempt, type Connection, inTransaction } from '../platform/database/transaction.ts';
import {
  carrierNotFound,
  clientNotFound,
  invalidRequest,
  preconditionFailed,
  productNotFound,
} from '../platform/errors/errors.ts';
import {
  assignCarriers,
  assignProducts,
  carrierExists,
  deleteClientCarrier,
  deleteClientProduct,
  listAssignedProducts,
  listContractedCarriers,
  productExists,
  recountClient,
  setDefaultCarrier,
  unsetDefaultCarrier,
} from './assignment-store.ts';
import { findSameGtins } from './catalog-rows.ts';
import { otherFormMessage } from './catalog-rules.ts';
import { clientExists, lockCatalog, raiseCatalogVersion, updateCarrier, upsertCarriers } from './import-store.ts';

/** A change waits for an import for this time at most. */
const STATEMENT_TIMEOUT_MS = 30_000;

interface Changing extends Doing {
  mayChange?: (connection: Connection) => Promise<boolean>;
}

/** Creates the carrier, or changes its name and the settings that are given. Throws `precondition_failed`. */
export async function saveCarrier(
  pool: Pool,
  carrierId: string,
  { name, ...settings }: { name: string } & Parameters<typeof updateCarrier>[2],
  changing: Changing,
): Promise<void> {
  const detail = { name, ...settings };
  const deed: Deed = { action: 'carrier.saved', subject: ['carrier', carrierId], detail };
  await changeCatalog(pool, { what: 'carrier', deed, changing }, async (connection) => {
    const saved = await upsertCarriers(connection, [{ carrierId, name }]);
    return saved + (await updateCarrier(connection, carrierId, settings));
  });
}

/**
 * Contracts the carrier. Without `isDefault`, the client's default carrier stays. Throws `client_not_found`,
 * `carrier_not_found`.
 */
export async function contractCarrier(
  pool: Pool,
  clientId: string,
  carrierId: string,
  isDefault: boolean | undefined,
  changing: Changing,
): Promise<void> {
  const deed: Deed = {
    action: 'client.carrier_contracted',
    subject: ['client', clientId],
    detail: { carrierId, ...(isDefault !== undefined && { default: isDefault }) },
  };
  await changeCatalog(pool, { what: 'client', deed, changing }, async (connection) => {
    await requireClient(connection, clientId);
    if (!(await carrierExists(connection, carrierId))) throw carrierNotFound();
    const contracted = await assignCarriers(connection, clientId, [carrierId]);
    if (isDefault === undefined) return contracted;
    const change = isDefault ? setDefaultCarrier : unsetDefaultCarrier;
    return contracted + (await change(connection, clientId, carrierId));
  });
}

/** Ends the contract. Orders with the carrier keep it. Throws `client_not_found`, `carrier_not_found`. */
export async function endCarrierContract(
  pool: Pool,
  clientId: string,
  carrierId: string,
  changing: Changing,
): Promise<void> {
  const deed: Deed = { action: 'client.carrier_ended', subject: ['client', clientId], detail: { carrierId } };
  await changeCatalog(pool, { what: 'client', deed, changing }, async (connection, { mayBeDone }) => {
    await requireClient(connection, clientId);
    const ended = await deleteClientCarrier(connection, clientId, carrierId);
    if (ended === 0 && !mayBeDone) throw carrierNotFound();
    return ended;
  });
}

/**
 * Assigns the product and its variants. Throws `client_not_found`, `product_not_found`, and `invalid_request`
 * if the client has a GTIN in another form.
 */
export async function assignProduct(
  pool: Pool,
  clientId: string,
  productId: string,
  changing: Changing,
): Promise<void> {
  const deed: Deed = { action: 'client.product_assigned', subject: ['client', clientId], detail: { productId } };
  await changeCatalog(pool, { what: 'client', deed, changing }, async (connection) => {
    await requireClient(connection, clientId);
    if (!(await productExists(connection, productId))) throw productNotFound();
    const { assigned, ean13s } = await assignProducts(connection, clientId, [productId]);
    const [same] = await findSameGtins(connection, clientId, ean13s);
    if (same) throw invalidRequest([{ pointer: 'productId', code: 'duplicate', message: otherFormMessage(same) }]);
    await recountClient(connection, clientId);
    return assigned;
  });
}

/** Withdraws the product. The client's orders stay. Throws `client_not_found`, `product_not_found`. */
export async function withdrawProduct(
  pool: Pool,
  clientId: string,
  productId: string,
  changing: Changing,
): Promise<void> {
  const deed: Deed = { action: 'client.product_withdrawn', subject: ['client', clientId], detail: { productId } };
  await changeCatalog(pool, { what: 'client', deed, changing }, async (connection, { mayBeDone }) => {
    await requireClient(connection, clientId);
    const withdrawn = await deleteClientProduct(connection, clientId, productId);
    if (withdrawn === 0 && !mayBeDone) throw productNotFound();
    await recountClient(connection, clientId);
    return withdrawn;
  });
}

/** Gives a client the products, carriers and terms of the client `like`. Throws `client_not_found`. */
export async function copyContract(pool: Pool, clientId: string, like: string, changing: Changing): Promise<void> {
  const deed: Deed = { action: 'client.contract_copied', subject: ['client', clientId], detail: { like } };
  await changeCatalog(pool, { what: 'client', deed, changing }, async (connection) => {
    await requireClient(connection, clientId);
    const terms = await findContract(connection, like);
    if (!terms) throw clientNotFound();
    const { assigned } = await assignProducts(connection, clientId, await listAssignedProducts(connection, like));
    const carriers = await listContractedCarriers(connection, like);
    const ids = carriers.map(({ carrierId }) => carrierId);
    const contracted = await assignCarriers(connection, clientId, ids);
    for (const { carrierId, default: isDefault } of carriers)
      if (isDefault) await setDefaultCarrier(connection, clientId, carrierId);
    await recountClient(connection, clientId);
    return assigned + contracted + (await updateContract(connection, clientId, terms));
  });
}

/** Replaces the terms of the client. Due times that are set stay. Throws `client_not_found`. */
export async function changeTerms(pool: Pool, clientId: string, contract: Contract, changing: Changing): Promise<void> {
  const deed: Deed = { action: 'client.terms_changed', subject: ['client', clientId], detail: { ...contract } };
  await changeCatalog(pool, { what: 'client', deed, changing }, async (connection) => {
    await requireClient(connection, clientId);
    return updateContract(connection, clientId, contract);
  });
}

/** Runs one change at a time. `change` returns the number of changed rows. Throws `precondition_failed`. */
async function changeCatalog(
  pool: Pool,
  { what, deed, changing }: { what: string; deed: Deed; changing: Changing },
  change: (connection: Connection, attempt: Attempt) => Promise<number>,
): Promise<void> {
  await inTransaction(pool, async (connection, attempt) => {
    await lockCatalog(connection, STATEMENT_TIMEOUT_MS);
    const isExpected = (await changing.mayChange?.(connection)) ?? true;
    if ((await change(connection, attempt)) === 0) return;
    if (!isExpected) throw preconditionFailed(what);
    await recordAudit(connection, changing.by, changing.now, deed);
    await raiseCatalogVersion(connection);
  });
}

async function requireClient(connection: Connection, clientId: string): Promise<void> {
  if (!(await clientExists(connection, clientId))) throw clientNotFound();
}
