import { setTimeout as wait } from 'node:timers/promises';
import type { Doing } from '../platform/audit/record-audit.ts';
import { invalidRequest } from '../platform/errors/errors.ts';
import type { Config } from '../platform/settings/config.ts';
import { changeConnection, type ManageContext, shopSecretOf } from './manage-shops.ts';
import { type OpenContext, openConnection, problemOf, type ShopProblem } from './open-connection.ts';
import { findConnection, type StoredConnection } from './shop-connection-store.ts';

/** Path below which each shop has its address for prices of shipping. */
export const RATES_PATH = '/operator/v1/shop-rates';
/** The deletion of a shop does not wait longer for it. */
const WITHDRAW_MS_MAX = 5_000;

export interface RateContext extends ManageContext, OpenContext {
  config: ManageContext['config'] & Pick<Config, 'BASE_URL'>;
}

/**
 * Lets the shop ask Platen for prices of shipping, or not any more. Returns why the shop refuses. Throws
 * `invalid_request` for a shop that cannot ask.
 */
export async function offerRates(
  { pool, encryptionKey, config, ...open }: RateContext,
  stored: StoredConnection,
  isOffered: boolean,
  doing: Doing,
): Promise<{ problem: ShopProblem; words: string | null } | undefined> {
  if (stored.shop !== 'shopify') {
    const message = 'Only Shopify asks for prices of shipping.';
    throw invalidRequest([{ pointer: '/offersRates', code: 'not_allowed', message }]);
  }
  const save = (offersRates: boolean) =>
    changeConnection(
      { pool, encryptionKey, config },
      stored.clientId,
      { prefix: stored.connection, change: { settings: { offersRates } } },
      doing,
    );
  const url = ratesUrlOf({ config, encryptionKey }, stored);
  // Stored first, so that the shop never asks in vain, and a shop that may still ask is known.
  if (isOffered) await save(true);
  try {
    await openConnection({ ...open, encryptionKey }, stored).shop.api.offerRates?.(url, isOffered);
  } catch (error) {
    const problem = problemOf(error);
    if (isOffered && !stored.settings.offersRates) await save(false);
    return problem;
  }
  if (!isOffered) await save(false);
  return undefined;
}

/** Removes the address from a shop that is deleted, if the shop answers in time. */
export async function withdrawRates(
  context: RateContext,
  clientId: string,
  prefix: string,
  doing: Doing,
): Promise<void> {
  const stored = await findConnection(context.pool, clientId, prefix);
  if (!stored?.settings.offersRates) return;
  const ended = new AbortController();
  const tooLate = wait(WITHDRAW_MS_MAX, undefined, { signal: ended.signal }).catch(() => undefined);
  // A shop that has another fault is deleted nevertheless.
  const withdrawn = offerRates(context, stored, false, doing).catch(() => undefined);
  await Promise.race([withdrawn, tooLate]).finally(() => ended.abort());
}

function ratesUrlOf(
  { config, encryptionKey }: Pick<RateContext, 'config' | 'encryptionKey'>,
  stored: StoredConnection,
) {
  const path = [stored.clientId, stored.connection, shopSecretOf(encryptionKey, 'rates', stored)];
  return `${config.BASE_URL}${RATES_PATH}/${path.map(encodeURIComponent).join('/')}`;
}
