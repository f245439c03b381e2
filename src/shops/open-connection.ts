import { type Dispatcher, fetch as fetchWith } from 'undici';
import { DEFAULTS, type Mapping } from '../../connectors/mapping.ts';
import { openShop, type ShopCredentials } from '../../connectors/open-shop.ts';
import { RefusedWebhook, type ShopApi, ShopRefused, ShopUnavailable } from '../../connectors/shop.ts';
import type { Fetch } from '../../connectors/shop-request.ts';
import { decrypt, encrypt } from '../platform/database/encryption.ts';
import type { ConnectionFields, StoredConnection } from './shop-connection-store.ts';

/** Problems of a connection. Each is the code of a sentence. */
export const SHOP_PROBLEMS = [
  'shop_unreachable',
  'shop_address_private',
  'shop_name_unknown',
  'shop_certificate_invalid',
  'shop_too_slow',
  'shop_redirects',
  'shop_credentials_refused',
  'shop_app_not_installed',
  'shop_permission_missing',
  'shop_not_found',
  'shop_api_not_found',
  'shop_busy',
  'shop_answer_unusable',
  'shop_refuses',
  'shop_credentials_lost',
] as const;
export type ShopProblem = (typeof SHOP_PROBLEMS)[number];

const PROBLEM_OF: Readonly<Record<ShopUnavailable['fault'], ShopProblem>> = {
  unreachable: 'shop_unreachable',
  private: 'shop_address_private',
  nameless: 'shop_name_unknown',
  certificate: 'shop_certificate_invalid',
  slow: 'shop_too_slow',
  redirect: 'shop_redirects',
  denied: 'shop_credentials_refused',
  uninstalled: 'shop_app_not_installed',
  forbidden: 'shop_permission_missing',
  unknown: 'shop_not_found',
  without_api: 'shop_api_not_found',
  busy: 'shop_busy',
  unusable: 'shop_answer_unusable',
};
const WORDS_MAX = 300;
const ORDER_DESK_PAID = ['Approved', 'Captured', 'Partially Refunded'];

/** The stored credentials cannot be decrypted, because the encryption key is another one. */
export class CredentialsLost extends Error {}

export type Credentials = Pick<ShopCredentials, 'user' | 'secret'>;

export function sealCredentials(key: Uint8Array, credentials: Credentials): Buffer {
  return encrypt(key, Buffer.from(JSON.stringify(credentials)));
}

export interface OpenContext {
  encryptionKey: Uint8Array;
  /** Made by `safeAgent`, which decides which addresses are allowed. */
  agent: Dispatcher;
  /** Platen's address for its own calls. */
  platenUrl: string;
  /** Ends waits for shops when the process stops. */
  stopping?: AbortSignal | undefined;
}

export interface OpenConnection {
  mapping: Mapping;
  shop: { api: ShopApi } & ReturnType<typeof openShop>;
}

/** Opens the shop of a stored connection. Throws CredentialsLost. */
export function openConnection(
  { encryptionKey, agent, platenUrl, stopping }: OpenContext,
  stored: Pick<StoredConnection, 'credentialsEncrypted'> & ConnectionFields,
): OpenConnection {
  const text = decrypt(encryptionKey, stored.credentialsEncrypted);
  if (!text) throw new CredentialsLost('The credentials cannot be decrypted.');
  const { connection, shop, shopUrl, settings } = stored;
  const mapping: Mapping = {
    ...DEFAULTS[shop],
    ...(shopUrl !== null && { shopUrl }),
    ...{ shop, platen: platenUrl, publicUrl: platenUrl, port: 0, host: '', skus: {} },
    // All changed orders of Order Desk are read, so only paid ones may be taken.
    ...(shop === 'orderdesk' && { takeWhen: ORDER_DESK_PAID }),
    orderIdPrefix: connection,
    notifyCustomer: settings.notifiesCustomer,
    takeTestOrders: settings.takesTestOrders,
    currency: settings.currency,
    isStored: true,
  };
  const fetch: Fetch = (url, init) => fetchWith(url, { ...init, dispatcher: agent } as never) as never;
  const opened = openShop({
    mapping,
    credentials: JSON.parse(text.toString('utf8')),
    onCost: () => {},
    fetch,
    stopping,
  });
  if (!opened.api) throw new CredentialsLost('The connection has no credentials.');
  return { mapping, shop: { ...opened, api: opened.api } };
}

/** Returns the problem that an error of a shop means, with the shop's words. Other errors are rethrown. */
export function problemOf(error: unknown): { problem: ShopProblem; words: string | null } {
  if (error instanceof RefusedWebhook) return { problem: 'shop_answer_unusable', words: error.message };
  if (error instanceof CredentialsLost) return { problem: 'shop_credentials_lost', words: null };
  if (error instanceof ShopUnavailable) {
    const words = error.missing.length > 0 ? error.missing.join(', ') : error.message;
    return { problem: PROBLEM_OF[error.fault], words: words.slice(0, WORDS_MAX) };
  }
  if (error instanceof ShopRefused) return { problem: 'shop_refuses', words: error.message.slice(0, WORDS_MAX) };
  throw error;
}
