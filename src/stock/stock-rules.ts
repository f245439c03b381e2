import type { StockCode, StockQuantity } from './stock-store.ts';

/** What an order asks of the stock. */
export interface StockRequest {
  needs: readonly StockQuantity[];
  /** What it has reserved already; of that it needs no more. */
  held: readonly StockQuantity[];
  /** Nobody behind it takes what it needs. */
  isPreferred?: boolean;
}

/** What comes of a request. */
export interface StockShare {
  /** What it needs beside what it holds. */
  missing: StockQuantity[];
  /** What of that it cannot have now; empty when it gets everything. */
  short: StockQuantity[];
}

/**
 * Shares out what is available: each request, in the order given, gets all that it needs or nothing, and holds up nobody behind it, unless
 * it is preferred: then nobody behind it gets what it lacks. One that gets nothing gives back what it held, for those behind it. Nobody gets a
 * code of which `isForOthers` says that others come first for it. `available` has pieces by `stockKey`, and is left as it is afterwards. The
 * work goes with the number of needs.
 */
export function shareStock<T extends StockRequest>(
  available: Map<string, number>,
  requests: readonly T[],
  isForOthers: (key: string, request: T) => boolean = () => false,
): StockShare[] {
  const claimed = new Set<string>();
  const add = (some: readonly StockQuantity[], sign: 1 | -1) => {
    for (const one of some) {
      const key = stockKey(one);
      available.set(key, (available.get(key) ?? 0) + sign * one.quantity);
    }
  };
  return requests.map((request) => {
    const { needs, held } = request;
    const missing = without(needs, held);
    const short = missing.filter((need) => {
      const key = stockKey(need);
      return (available.get(key) ?? 0) < need.quantity || claimed.has(key) || isForOthers(key, request);
    });
    if (short.length === 0) add(missing, -1);
    else {
      add(held, 1);
      if (request.isPreferred) for (const need of needs) claimed.add(stockKey(need));
    }
    return { missing, short };
  });
}

/** A preferred order that waits for a code; who comes later leaves the code to it. */
export interface StockClaim extends StockCode {
  clientId: string;
  orderId: string;
  created: Date;
}

/**
 * Whether somebody else comes first for a code: for most whoever claims it, and those who have waited for what has come (`woken`, by
 * `stockKey`); for a preferred order only an older one that is preferred too.
 */
export function isForOthers(
  claims: ReadonlyMap<string, StockClaim>,
  woken: ReadonlySet<string>,
): (
  key: string,
  order: { clientId: string; orderId: string; created: Date; isPreferred: boolean },
) => boolean {
  return (key, order) => {
    const claim = claims.get(key);
    if (!order.isPreferred) return claim !== undefined || woken.has(key);
    return claim !== undefined && isBefore(claim, order);
  };
}

/** In the line of those who wait: the oldest first. */
function isBefore(one: Omit<StockClaim, keyof StockCode>, other: typeof one): boolean {
  const age = one.created.getTime() - other.created.getTime();
  if (age !== 0) return age < 0;
  if (one.clientId !== other.clientId) return one.clientId < other.clientId;
  return one.orderId < other.orderId;
}

/** What is left of some quantities, each code once, without others; only what is above 0. */
export function without(
  quantities: readonly StockQuantity[],
  others: readonly StockQuantity[],
): StockQuantity[] {
  const less = new Map(others.map((other) => [stockKey(other), other.quantity]));
  return quantities
    .map((one) => ({ ...one, quantity: one.quantity - (less.get(stockKey(one)) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

/** The quantities together, each code once. */
export function sumByCode(quantities: readonly StockQuantity[]): StockQuantity[] {
  const sums = new Map<string, StockQuantity>();
  for (const { kind, code, quantity } of quantities) {
    const key = stockKey({ kind, code });
    sums.set(key, { kind, code, quantity: (sums.get(key)?.quantity ?? 0) + quantity });
  }
  return [...sums.values()];
}

/** One text for each kind and code. */
export function stockKey({ kind, code }: StockCode): string {
  return `${kind} ${code}`;
}

/** Each code once. */
export function distinctCodes(codes: readonly StockCode[]): StockCode[] {
  return [...new Map(codes.map(({ kind, code }) => [stockKey({ kind, code }), { kind, code }])).values()];
}
