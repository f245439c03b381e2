/** The scopes of limited tokens of a customer. The scope `fulfillment` contains all of them. */
export const CUSTOMER_SCOPES = ['orders:read', 'orders:write', 'catalog:read', 'webhooks:manage'] as const;
/** `fulfillment` is for customers, `operator` for programs of the center. */
type Scope = 'fulfillment' | 'operator';
export type CustomerScope = (typeof CUSTOMER_SCOPES)[number];

/** The scope that a route needs: one of these, or `any`. Absent: the whole scope of its half of the API. */
export type NeededScope = CustomerScope | 'any';

/** The parts of the customers' API, by the beginning of their paths. Routes elsewhere need all scopes. */
const PARTS: readonly (readonly [path: RegExp, reading: NeededScope, changing: NeededScope])[] = [
  [/^\/v1\/(orders|returns|quotes|files|events)\b/, 'orders:read', 'orders:write'],
  [/^\/v1\/(products|product-variants|article-variants|articles|carriers|stock)\b/, 'catalog:read', 'catalog:read'],
  [/^\/v1\/webhook-endpoints\b/, 'webhooks:manage', 'webhooks:manage'],
  [/^\/v1\/usage\b/, 'any', 'any'],
];

/** Returns the scope that a route of customers needs from a limited token. */
export function neededScope(methods: string | readonly string[], url: string): NeededScope | undefined {
  const isReading = [methods].flat().every((method) => method === 'GET' || method === 'HEAD');
  const part = PARTS.find(([path]) => path.test(url));
  return part?.[isReading ? 1 : 2];
}

/** Returns the scopes of a limited token in the order of the list; undefined if one of them is unknown. */
export function readScopes(text: string): readonly CustomerScope[] | undefined {
  const names = text.split(' ').filter((name) => name !== '');
  const known = CUSTOMER_SCOPES.filter((scope) => names.includes(scope));
  return known.length > 0 && names.every((name) => known.some((scope) => scope === name)) ? known : undefined;
}

/** Returns whether the caller may use a route of this half of the API. */
export function mayUse(
  { scope, scopes }: { scope: Scope; scopes?: readonly CustomerScope[] },
  half: Scope,
  needed?: NeededScope,
): boolean {
  if (scope !== half) return false;
  return scopes === undefined || needed === 'any' || scopes.some((one) => one === needed);
}

/**
 * Returns the scopes of a new token as its `scope`; undefined if the secret may not have the requested ones.
 * Without a request, the token gets all scopes of the secret.
 */
export function scopeOfToken(
  scope: Scope,
  ofSecret: readonly CustomerScope[] | null,
  requested: string | undefined,
): string | undefined {
  if (requested?.split(' ').every((one) => one === scope) ?? true) {
    if (ofSecret === null) return scope;
    return requested === undefined ? ofSecret.join(' ') : undefined;
  }
  const wanted = scope === 'fulfillment' ? readScopes(requested ?? '') : undefined;
  return wanted?.every((one) => ofSecret === null || ofSecret.includes(one)) ? wanted.join(' ') : undefined;
}
