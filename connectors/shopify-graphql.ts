import type { Json } from './read-json.ts';
import { ShopRefused, ShopUnavailable } from './shop.ts';
import { askShop, type Fetch } from './shop-request.ts';

export interface ShopifyAccess {
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
  fetch?: Fetch | undefined;
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
const WORDS_MAX = 200;
/** A token is renewed this long before it expires. */
const EXPIRY_SKEW_MS = 60_000;
/** Pages of one list. A longer one never ends. */
const PAGES_MAX = 10_000;

class TooDear extends ShopRefused {}

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
    if (pageSize === undefined) return this.#askOnce(query, variables);
    for (;;) {
      const first = this.#pageSizes.get(name) ?? pageSize;
      try {
        return await this.#askOnce(query, { ...variables, first });
      } catch (error) {
        if (!(error instanceof TooDear) || first === 1) throw error;
        this.#pageSizes.set(name, Math.floor(first / 2));
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
    if (error) throw new ShopRefused(`Shopify refused ${mutation.name}: ${wordsOf(error)}`);
    if (!result.value) throw new ShopUnavailable(`Shopify did not confirm ${mutation.name}.`);
    return result;
  }

  /** Returns the token; for an app of the Dev Dashboard, a fresh one by the client credentials grant. */
  async #readToken(): Promise<string> {
    const { url, token, clientId, fetch } = this.#access;
    if (!clientId) return token;
    if (this.#held && Date.now() < this.#held.endsAt) return this.#held.token;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: token,
    });
    const answer = await askShop(`${url}/admin/oauth/access_token`, { method: 'POST', headers: {}, body, fetch });
    const given = answer?.at('access_token').text;
    if (!given) throw new ShopUnavailable(`There is no Shopify shop at ${url}.`, 'unknown');
    const lifetimeMs = (answer?.at('expires_in').number || 0) * 1_000;
    this.#held = { token: given, endsAt: Date.now() + lifetimeMs - EXPIRY_SKEW_MS };
    return given;
  }

  async #askOnce({ name, text: query }: Query, variables: object): Promise<Json> {
    const { url, version, onCost, fetch } = this.#access;
    const answer = await askShop(`${url}/admin/api/${version}/graphql.json`, {
      method: 'POST',
      headers: { 'x-shopify-access-token': await this.#readToken() },
      body: { query, variables },
      fetch,
    });
    if (!answer) throw new ShopUnavailable(`There is no Shopify shop at ${url}.`, 'unknown');
    const cost = answer.at('extensions').at('cost');
    const requested = cost.at('requestedQueryCost').number;
    if (requested >= 0) onCost(name, { requested, actual: cost.at('actualQueryCost').number || 0 });
    const errors = answer.at('errors').list;
    const codes = errors.map((error) => error.at('extensions').at('code').text);
    if (codes.includes(TOO_DEAR)) throw new TooDear(`Shopify finds the query ${name} too dear: ${wordsOf(errors[0]!)}`);
    const later = codes.find((code) => Object.hasOwn(LATER, code));
    if (later) throw new ShopUnavailable(LATER[later] ?? '', later === 'ACCESS_DENIED' ? 'forbidden' : 'busy');
    if (errors[0]) throw new ShopRefused(`Shopify refused ${name}: ${wordsOf(errors[0])}`);
    return answer.at('data');
  }
}

function wordsOf(error: Json): string {
  return error.at('message').text.slice(0, WORDS_MAX);
}
