import { setTimeout as wait } from 'node:timers/promises';
import { problemMessage } from '../src/platform/errors/problem-messages.ts';
import type { Json } from './read-json.ts';
import { ShopRefused, ShopUnavailable } from './shop.ts';
import { askShop, type Calling } from './shop-request.ts';

export interface ShopifyAccess extends Calling {
  /** For example https://my-shop.myshopify.com. */
  url: string;
  /** The token of a custom app, or the secret of an app that has a `clientId`. */
  token: string;
  /** Identifies an app of the Dev Dashboard, which gets a token for a day. */
  clientId?: string | undefined;
  version: string;
  /** If true, Shopify emails the customer. */
  notifyCustomer: boolean;
  /** Is called with the cost of each query in points, as Shopify reports it. */
  onCost: OnCost;
}

export type OnCost = (query: string, cost: { requested: number; actual: number }) => void;

export interface Query {
  name: string;
  text: string;
  /** Entries per page, the variable `$first`. It is halved when Shopify refuses the query's cost. */
  pageSize?: number;
}

/** Codes of errors after which a retry may succeed. The last one needs a change of the app's scopes. */
const LATER: Readonly<Record<string, string>> = {
  THROTTLED: 'Shopify asks to wait.',
  TIMEOUT: 'Shopify was too slow.',
  INTERNAL_SERVER_ERROR: 'Shopify had an internal error.',
  SHOP_INACTIVE: 'The shop is closed.',
  ACCESS_DENIED: 'Shopify denies access; check the scopes of the app.',
};
const TOO_DEAR = 'MAX_COST_EXCEEDED';
/** Attempts at a query for which Shopify has too few points, and the longest wait before each. */
const THROTTLED_MAX = 5;
const THROTTLED_MS_MAX = 10_000;
const WORDS_MAX = 200;
/** A token is renewed this long before it expires. */
const EXPIRY_SKEW_MS = 60_000;
/** Pages of one list. A longer one never ends. */
const PAGES_MAX = 10_000;

class TooDear extends ShopRefused {}

/** The shop has too few points for a query. It has enough after `waitMs`. */
class Throttled extends ShopUnavailable {
  readonly waitMs: number;

  constructor(waitMs: number) {
    super(LATER.THROTTLED ?? '');
    this.waitMs = waitMs;
  }
}

/** Sends queries to the GraphQL Admin API: https://shopify.dev/docs/api/admin-graphql. */
export class ShopifyGraphql {
  readonly #access: ShopifyAccess;
  /** Page sizes by query, after Shopify refused larger ones. */
  readonly #pageSizes = new Map<string, number>();
  #held: { token: string; endsAt: number } | undefined;

  constructor(access: ShopifyAccess) {
    this.#access = access;
  }

  /** Returns the data of the answer. Throws ShopUnavailable and ShopRefused. */
  async ask(query: Query, variables: object): Promise<Json> {
    const { name, pageSize } = query;
    for (let throttled = 0; ; ) {
      const first = this.#pageSizes.get(name) ?? pageSize;
      try {
        return await this.#askOnce(query, first === undefined ? variables : { ...variables, first });
      } catch (error) {
        if (error instanceof Throttled && ++throttled < THROTTLED_MAX)
          await wait(error.waitMs, undefined, { signal: this.#access.stopping });
        else if (error instanceof TooDear && first && first > 1) this.#pageSizes.set(name, Math.floor(first / 2));
        else throw error;
      }
    }
  }

  /** Asks for all pages of a connection. `find` returns the connection in the data of an answer. */
  async *pages(
    query: Query,
    variables: object,
    find: (data: Json) => Json,
  ): AsyncGenerator<{ data: Json; nodes: Json[] }> {
    let after: string | null = null;
    for (let page = 0; page < PAGES_MAX; page++) {
      const data: Json = await this.ask(query, { ...variables, after });
      const connection = find(data);
      yield { data, nodes: connection.at('nodes').list };
      if (!connection.at('pageInfo').at('hasNextPage').isTrue) return;
      const next: string = connection.at('pageInfo').at('endCursor').text;
      if (next === after) break;
      after = next;
    }
    throw new ShopRefused(`The pages of ${query.name} in Shopify have no end.`);
  }

  /** Changes something. Throws ShopRefused with the shop's words. */
  async change(mutation: Query, variables: object): Promise<Json> {
    const result = (await this.ask(mutation, variables)).at(mutation.name);
    const [error] = result.at('userErrors').list;
    if (error) throw refusalOf(mutation, error);
    if (!result.value) throw new ShopUnavailable(`Shopify did not confirm ${mutation.name}.`);
    return result;
  }

  /** Returns the token; for an app of the Dev Dashboard, a fresh one by the client credentials grant. */
  async #readToken(): Promise<string> {
    const { url, token, clientId } = this.#access;
    if (!clientId) return token;
    if (this.#held && Date.now() < this.#held.endsAt) return this.#held.token;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: token,
    });
    const call = { method: 'POST', headers: {}, body } as const;
    const answer = await askShop(this.#access, `${url}/admin/oauth/access_token`, call).catch((error) => {
      // Shopify answers 400 with a page for wrong credentials, and for an app that the shop does not have.
      if (!(error instanceof ShopRefused)) throw error;
      const isUninstalled = /app_not_installed|shop_not_permitted|cannot be performed/i.test(error.message);
      throw new ShopUnavailable(error.message, isUninstalled ? 'uninstalled' : 'denied');
    });
    const given = answer?.at('access_token').text;
    if (!given) throw new ShopUnavailable(`There is no Shopify shop at ${url}.`, 'unknown');
    const lifetimeMs = (answer?.at('expires_in').number || 0) * 1_000;
    this.#held = { token: given, endsAt: Date.now() + lifetimeMs - EXPIRY_SKEW_MS };
    return given;
  }

  async #askOnce({ name, text: query }: Query, variables: object): Promise<Json> {
    const { url, version, onCost } = this.#access;
    const headers = { 'x-shopify-access-token': await this.#readToken() };
    const call = { method: 'POST', headers, body: { query, variables } } as const;
    const answer = await askShop(this.#access, `${url}/admin/api/${version}/graphql.json`, call).catch((error) => {
      // The next attempt gets a new token. A shop that installs the app again ends the earlier one.
      if (error instanceof ShopUnavailable && error.fault === 'denied') this.#held = undefined;
      throw error;
    });
    if (!answer) throw new ShopUnavailable(`There is no Shopify shop at ${url}.`, 'unknown');
    const cost = answer.at('extensions').at('cost');
    const requested = cost.at('requestedQueryCost').number;
    if (requested >= 0) onCost(name, { requested, actual: cost.at('actualQueryCost').number || 0 });
    const errors = answer.at('errors').list;
    const codes = errors.map((error) => error.at('extensions').at('code').text);
    if (codes.includes(TOO_DEAR)) throw new TooDear(`Shopify finds the query ${name} too dear: ${wordsOf(errors[0]!)}`);
    if (codes.includes('THROTTLED')) throw new Throttled(throttleMsOf(cost));
    const later = codes.find((code) => Object.hasOwn(LATER, code));
    if (later) throw new ShopUnavailable(LATER[later] ?? '', later === 'ACCESS_DENIED' ? 'forbidden' : 'busy');
    if (errors[0]) throw refusalOf({ name }, errors[0]);
    return answer.at('data');
  }
}

/** Returns the time until the shop has enough points: https://shopify.dev/docs/api/usage/limits. */
function throttleMsOf(cost: Json): number {
  const points = cost.at('throttleStatus');
  const missing = cost.at('requestedQueryCost').number - points.at('currentlyAvailable').number;
  const ms = Math.ceil((missing / points.at('restoreRate').number) * 1_000);
  return ms >= 0 ? Math.min(ms, THROTTLED_MS_MAX) : 1_000;
}

function refusalOf({ name: what }: Pick<Query, 'name'>, error: Json): ShopRefused {
  return new ShopRefused(problemMessage('shopify_refused', { what, words: wordsOf(error) }));
}

function wordsOf(error: Json): string {
  return error.at('message').text.slice(0, WORDS_MAX);
}
