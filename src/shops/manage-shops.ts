import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { DEFAULTS } from '../../connectors/mapping.ts';
import { findPrefix, keepPrefix, shopKeyOf } from '../../connectors/message-store.ts';
import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import { type Connection, inTransaction } from '../platform/database/transaction.ts';
import { ApiError, invalidRequest, type Violation } from '../platform/errors/errors.ts';
import { normalizedHostAndPort } from '../platform/network/public-host.ts';
import type { Config } from '../platform/settings/config.ts';
import {
  type Credentials,
  type OpenContext,
  openConnection,
  problemOf,
  type ShopProblem,
  sealCredentials,
} from './open-connection.ts';
import {
  deleteConnection,
  findConnection,
  hasOrders,
  hasRun,
  insertConnection,
  listPrefixes,
  lockConnection,
  retryRefusedOrders,
  type ShopKind,
  type ShopSettings,
  type StoredConnection,
  updateConnection,
} from './shop-connection-store.ts';
import { acceptProposals, hasTarget, type Target, updateTarget } from './shop-product-store.ts';

export const CONNECTIONS_PER_CLIENT_MAX = 20;
/** Prefixes of one kind that a client can use up by deleting shops with orders. */
const PREFIXES_MAX = 100;
/** Kinds with a usual address. */
const HAS_ADDRESS: Readonly<Record<ShopKind, boolean>> = {
  shopify: false,
  woocommerce: false,
  shopware: false,
  orderdesk: true,
};
const NEEDS_USER: readonly ShopKind[] = ['woocommerce', 'shopware', 'orderdesk'];
const SETTINGS: ShopSettings = {
  sendsStock: true,
  notifiesCustomer: true,
  takesTestOrders: false,
  currency: 'EUR',
  offersRates: false,
};

export interface NewConnection {
  shop: ShopKind;
  shopUrl?: string | undefined;
  credentials: Credentials & { secret: string };
  settings?: Partial<ShopSettings> | undefined;
}

export interface ConnectionChange {
  shopUrl?: string | undefined;
  credentials?: (Credentials & { secret: string }) | undefined;
  settings?: Partial<ShopSettings> | undefined;
  state?: StoredConnection['state'] | undefined;
}

export interface ManageContext {
  pool: Pool;
  encryptionKey: Uint8Array;
  /** Without https, a shop must be in these lists. */
  config: Pick<Config, 'FILE_FETCH_ALLOW' | 'WEBHOOK_ALLOW'>;
}

/**
 * Adds a stopped connection. A shop that was connected before gets its old prefix, so its orders are not made
 * twice. Throws `invalid_request`, `shop_already_connected` and `too_many_shop_connections`.
 */
export async function addConnection(
  { pool, encryptionKey, config }: ManageContext,
  clientId: string,
  { shop, shopUrl, credentials, settings }: NewConnection,
  { by, now }: Doing,
): Promise<string> {
  assertFields(shop, { shopUrl: shopUrl ?? null, credentials }, config);
  const fields = {
    ...{ shop, state: 'STOPPED' as const, settings: { ...SETTINGS, ...settings }, now, runId: randomUUID() },
    shopUrl: shopUrl === undefined ? null : withoutSlash(shopUrl),
    credentialsEncrypted: sealCredentials(encryptionKey, credentials),
  };
  const shopKey = shopKeyOf(shop, shopUrl ?? '', credentials.user ?? '');
  const entryId = risingId();
  return inTransaction(pool, async (connection, { mayBeDone }) => {
    const done = mayBeDone && (await findPrefix(connection, clientId, shopKey));
    if (done && (await hasRun(connection, clientId, { prefix: done, runId: fields.runId }))) return done;
    const taken = await listPrefixes(connection, clientId);
    if (taken.length >= CONNECTIONS_PER_CLIENT_MAX) {
      const message = `This client already has ${CONNECTIONS_PER_CLIENT_MAX} shops; delete one first.`;
      throw new ApiError('too_many_shop_connections', message);
    }
    const known = await findPrefix(connection, clientId, shopKey);
    const prefix = known ?? (await findFreePrefix(connection, clientId, shop, taken));
    const isNew =
      (await insertConnection(connection, clientId, { ...fields, connection: prefix })) &&
      (await keepPrefix(connection, clientId, { shopKey, prefix }));
    if (!isNew) throw alreadyConnected();
    const detail = { connection: prefix, shop, shopUrl: fields.shopUrl };
    await recordAudit(connection, by, now, {
      entryId,
      action: 'shop.connected',
      subject: ['client', clientId],
      detail,
    });
    return prefix;
  });
}

/** Returns `SHOPIFY-`, or `SHOPIFY2-` for a second shop. A prefix with orders belongs to another shop. */
async function findFreePrefix(
  connection: Connection,
  clientId: string,
  shop: ShopKind,
  taken: readonly string[],
): Promise<string> {
  const first = DEFAULTS[shop].orderIdPrefix;
  for (let number = 1; number <= PREFIXES_MAX; number++) {
    const prefix = number === 1 ? first : first.replace(/-$/, `${number}-`);
    if (!taken.includes(prefix) && !(await hasOrders(connection, clientId, prefix))) return prefix;
  }
  throw new ApiError('too_many_shop_connections', `This client has used ${PREFIXES_MAX} prefixes of this kind.`);
}

/**
 * Changes a connection, which then tries everything again. Throws `shop_connection_not_found`,
 * `invalid_request`, `shop_is_another` and `shop_already_connected`.
 */
export async function changeConnection(
  { pool, encryptionKey, config }: ManageContext,
  clientId: string,
  { prefix, change }: { prefix: string; change: ConnectionChange },
  { by, now }: Doing,
): Promise<void> {
  await inTransaction(pool, async (connection) => {
    const stored = await lockConnection(connection, clientId, prefix);
    if (!stored) throw connectionNotFound();
    const shopUrl = change.shopUrl === undefined ? stored.shopUrl : withoutSlash(change.shopUrl);
    assertFields(stored.shop, { shopUrl, credentials: change.credentials }, config);
    if (originOf(shopUrl) !== originOf(stored.shopUrl) && !change.credentials) {
      const message = 'Enter the credentials again, because the address leads to another server.';
      throw invalidRequest([{ pointer: '/credentials/secret', code: 'required', message }]);
    }
    const storeId = change.credentials?.user ?? '';
    if (stored.shop === 'orderdesk' ? storeId : shopUrl !== stored.shopUrl)
      await assertSameShop(connection, clientId, { prefix, shopKey: shopKeyOf(stored.shop, shopUrl ?? '', storeId) });
    const after = {
      ...stored,
      shopUrl,
      state: change.state ?? stored.state,
      settings: { ...stored.settings, ...change.settings },
      ...(change.credentials && { credentialsEncrypted: sealCredentials(encryptionKey, change.credentials) }),
    };
    await updateConnection(connection, clientId, { ...after, now });
    const { credentials, ...shown } = change;
    const detail = { connection: prefix, ...shown, ...(credentials && { credentials: 'changed' }) };
    await recordAudit(connection, by, now, { action: 'shop.changed', subject: ['client', clientId], detail });
  });
}

/** Lets a connection become another shop only while it has no orders, whose ids would fit both shops. */
async function assertSameShop(
  connection: Connection,
  clientId: string,
  { prefix, shopKey }: { prefix: string; shopKey: string },
): Promise<void> {
  const known = await findPrefix(connection, clientId, shopKey);
  if (known === prefix) return;
  if (await hasOrders(connection, clientId, prefix)) {
    const message = 'This is another shop. Delete the present one, then connect the other one.';
    throw new ApiError('shop_is_another', message);
  }
  if (!(await keepPrefix(connection, clientId, { shopKey, prefix }))) throw alreadyConnected();
}

const originOf = (url: string | null) => url && new URL(url).origin;

/** Deletes a connection with its mapping. Throws `shop_connection_not_found`. */
export async function removeConnection(
  pool: Pool,
  clientId: string,
  prefix: string,
  { by, now }: Doing,
): Promise<void> {
  await inTransaction(pool, async (connection, { mayBeDone }) => {
    const stored = await lockConnection(connection, clientId, prefix);
    if (!stored && mayBeDone) return;
    if (!stored) throw connectionNotFound();
    await deleteConnection(connection, clientId, prefix);
    const detail = { connection: prefix, shop: stored.shop };
    await recordAudit(connection, by, now, { action: 'shop.disconnected', subject: ['client', clientId], detail });
  });
}

/** Asks the shop with the stored credentials, and changes nothing. Throws `shop_connection_not_found`. */
export async function testConnection(
  { pool, ...context }: OpenContext & { pool: Pool },
  clientId: string,
  prefix: string,
): Promise<{ problem: ShopProblem; words: string | null } | undefined> {
  const stored = await findConnection(pool, clientId, prefix);
  if (!stored) throw connectionNotFound();
  try {
    await openConnection(context, stored).shop.api.test();
    return undefined;
  } catch (error) {
    return problemOf(error);
  }
}

/** Maps a product; null removes the target. Refused orders are tried again. */
export async function mapProduct(
  pool: Pool,
  clientId: string,
  { prefix, sku, target }: { prefix: string; sku: string; target: Target | null },
  { by, now }: Doing,
): Promise<void> {
  await inTransaction(pool, async (connection) => {
    if (target && !(await hasTarget(connection, clientId, target))) {
      const field = 'ean13' in target ? 'ean13' : 'sku';
      const message = 'ean13' in target ? 'The client has no such product.' : 'There is no such blank.';
      throw invalidRequest([{ pointer: `/target/${field}`, code: 'unknown_product', message }]);
    }
    if (!(await updateTarget(connection, clientId, { prefix, sku, target })))
      throw new ApiError('shop_product_not_found', 'The shop has no product with this SKU.');
    if (target) await retryRefusedOrders(connection, clientId, { prefix, now });
    const detail = { connection: prefix, sku, target };
    await recordAudit(connection, by, now, { action: 'shop.product_mapped', subject: ['client', clientId], detail });
  });
}

/**
 * Maps all products as proposed. Refused orders are tried again. Returns the number of products. Throws
 * `shop_connection_not_found`.
 */
export async function mapAsProposed(pool: Pool, clientId: string, prefix: string, { by, now }: Doing): Promise<number> {
  const entryId = risingId();
  return inTransaction(pool, async (connection) => {
    if (!(await findConnection(connection, clientId, prefix))) throw connectionNotFound();
    const mapped = await acceptProposals(connection, clientId, prefix);
    if (mapped === 0) return 0;
    await retryRefusedOrders(connection, clientId, { prefix, now });
    const detail = { connection: prefix, mapped };
    await recordAudit(connection, by, now, {
      ...{ entryId, action: 'shop.proposals_accepted', subject: ['client', clientId], detail },
    });
    return mapped;
  });
}

/** The addresses that a shop calls: for webhooks, and for prices of shipping. */
export type ShopAddress = 'news' | 'rates';

/**
 * Returns the secret of an address for a shop: its creation time and an HMAC. A shop that is deleted and
 * added again gets another one.
 */
export function shopSecretOf(
  key: Uint8Array,
  address: ShopAddress,
  { clientId, connection, created }: { clientId: string; connection: string; created: Date },
): string {
  const time = created.getTime();
  const mac = createHmac('sha256', key).update(`shop ${address} ${clientId} ${connection} ${time}`).digest('base64url');
  return `${time.toString(36)}.${mac}`;
}

/** Returns the creation time in a secret of `shopSecretOf`, or undefined for any other text. */
export function readShopSecret(
  key: Uint8Array,
  address: ShopAddress,
  { clientId, connection, secret }: { clientId: string; connection: string; secret: string },
): Date | undefined {
  const created = new Date(Number.parseInt(secret.split('.', 1)[0] ?? '', 36));
  if (Number.isNaN(created.getTime())) return undefined;
  const known = Buffer.from(shopSecretOf(key, address, { clientId, connection, created }));
  const given = Buffer.from(secret);
  return known.length === given.length && timingSafeEqual(known, given) ? created : undefined;
}

function assertFields(
  shop: ShopKind,
  { shopUrl, credentials }: { shopUrl: string | null; credentials: Credentials | undefined },
  config: ManageContext['config'],
): void {
  const violations: Violation[] = [];
  if (shopUrl === null && !HAS_ADDRESS[shop])
    violations.push({ pointer: '/shopUrl', code: 'required', message: 'Enter the address of the shop.' });
  if (shopUrl !== null && !isAddress(shopUrl)) {
    const message = 'The address must be one such as https://shop.example.com, without user, query and fragment.';
    violations.push({ pointer: '/shopUrl', code: 'invalid_url', message });
  } else if (shopUrl !== null && !isEncrypted(shopUrl, config)) {
    const message = 'The address must begin with https, because credentials are sent to it.';
    violations.push({ pointer: '/shopUrl', code: 'invalid_url', message });
  }
  if (credentials && NEEDS_USER.includes(shop) && !credentials.user)
    violations.push({
      pointer: '/credentials/user',
      code: 'required',
      message: 'Enter both parts of the credentials.',
    });
  if (violations.length > 0) throw invalidRequest(violations);
}

function isAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash;
}

/** Allows http for the private hosts that the settings name. */
function isEncrypted(text: string, { FILE_FETCH_ALLOW, WEBHOOK_ALLOW }: ManageContext['config']): boolean {
  const { protocol, hostname, port } = new URL(text);
  const target = normalizedHostAndPort(`${hostname}:${port || '80'}`);
  return (
    protocol === 'https:' ||
    [...FILE_FETCH_ALLOW, ...WEBHOOK_ALLOW].some((one) => normalizedHostAndPort(one) === target)
  );
}

function withoutSlash(url: string): string {
  return url.trim().replace(/\/+$/, '');
}

function alreadyConnected(): ApiError {
  return new ApiError('shop_already_connected', 'This client has this shop already.');
}

export function connectionNotFound(): ApiError {
  return new ApiError('shop_connection_not_found', 'This client has no such shop in the console.');
}
