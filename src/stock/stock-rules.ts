/** An article variant by SKU, or a product variant by EAN-13. */
export type StockCode = { kind: StockKind; code: string };
export type StockKind = 'ARTICLE' | 'PRODUCT';
export type StockLevel = { onHand: number; reserved: number };

export interface LockedStock extends StockCode, StockLevel {
  isRetired: boolean;
  /** The client that owns the pieces. Null: the center. */
  ownerId: string | null;
}

export interface StockQuantity extends StockCode {
  quantity: number;
}

export interface OrderStock extends StockQuantity {
  orderId: string;
}

/** A preferred order that waits for a code. Later orders leave the code to this order. */
export interface StockClaim extends QueuePosition, StockCode {}

/** A place in the queue of the orders that wait for a code; the oldest order is first. */
export type QueuePosition = { created: Date; clientId: string; orderId: string };

export interface StockWait extends StockQuantity, QueuePosition {
  /** Whether other orders leave the code to this order. */
  isPreferred: boolean;
}

export interface FoundWait extends StockWait {
  available: number;
  /** There are enough pieces of every code that the order waits for. */
  canBeFilled: boolean;
}

export interface StockRequest {
  needs: readonly StockQuantity[];
  held: readonly StockQuantity[];
  /** Whether later requests cannot take the codes that this request needs. */
  isPreferred?: boolean;
}

export interface StockShare {
  /** Needs of the order beyond the pieces it holds. */
  missing: StockQuantity[];
  /** The part of `missing` that is not available now. Empty if the order gets everything. */
  short: StockQuantity[];
}

/**
 * Shares out the available stock. Each request, in the given order, gets everything that it needs or nothing.
 * A request that gets nothing frees the pieces that it held. If such a request is preferred, later requests
 * cannot have its codes. `isLeftToOthers` excludes a code for a request. `available` has pieces by
 * `stockKey`, and is reduced.
 */
export function shareStock<T extends StockRequest>(
  available: Map<string, number>,
  requests: readonly T[],
  isLeftToOthers: (key: string, request: T) => boolean = () => false,
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
    const missing = subtractQuantities(needs, held);
    const short = missing.filter((need) => {
      const key = stockKey(need);
      return (available.get(key) ?? 0) < need.quantity || claimed.has(key) || isLeftToOthers(key, request);
    });
    if (short.length === 0) add(missing, -1);
    else {
      add(held, 1);
      if (request.isPreferred) for (const need of needs) claimed.add(stockKey(need));
    }
    return { missing, short };
  });
}

/** Returns the pieces that orders of the client can reserve. Pieces of another client are none. */
export function availableTo(clientId: string, { ownerId, onHand, reserved }: LockedStock): number {
  return ownerId === null || ownerId === clientId ? onHand - reserved : 0;
}

export function isBefore(one: QueuePosition, other: QueuePosition): boolean {
  const age = one.created.getTime() - other.created.getTime();
  if (age !== 0) return age < 0;
  if (one.clientId !== other.clientId) return one.clientId < other.clientId;
  return one.orderId < other.orderId;
}

/** Returns `quantities` minus `others` by code, where above 0. Each list must name a code once. */
export function subtractQuantities<T extends StockQuantity>(
  quantities: readonly T[],
  others: readonly StockQuantity[],
): T[] {
  const less = new Map(others.map((other) => [stockKey(other), other.quantity]));
  return quantities
    .map((one) => ({ ...one, quantity: one.quantity - (less.get(stockKey(one)) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

export function sumByCode(quantities: readonly StockQuantity[]): StockQuantity[] {
  const sums = new Map<string, StockQuantity>();
  for (const { kind, code, quantity } of quantities) {
    const key = stockKey({ kind, code });
    sums.set(key, { kind, code, quantity: (sums.get(key)?.quantity ?? 0) + quantity });
  }
  return [...sums.values()];
}

export function stockKey({ kind, code }: StockCode): string {
  return `${kind} ${code}`;
}

export function distinctCodes(codes: readonly StockCode[]): StockCode[] {
  return [...new Map(codes.map(({ kind, code }) => [stockKey({ kind, code }), { kind, code }])).values()];
}

interface ItemNeeds {
  quantity: number;
  existingProduct?: { ean13: string } | undefined;
  customProduct?: { sku: string; customizations?: readonly { sku: string }[] | undefined } | undefined;
}

/** Sums by code what the items take from stock: variants, blanks, and one customization article per piece. */
export function stockNeeds(items: readonly ItemNeeds[]): StockQuantity[] {
  return sumByCode(stockOfItems(items));
}

/** Lists what each item takes from stock, not summed, with the JSON Pointer of its code in the order. */
export function stockOfItems(items: readonly ItemNeeds[]): (StockQuantity & { pointer: string })[] {
  return items.flatMap(({ quantity, existingProduct, customProduct }, index) => {
    const places: (StockQuantity & { pointer: string })[] = [];
    const add = (kind: StockKind, code: string, path: string) =>
      places.push({ kind, code, quantity, pointer: `/items/${index}/${path}` });
    if (existingProduct) add('PRODUCT', existingProduct.ean13, 'existingProduct');
    if (customProduct) add('ARTICLE', customProduct.sku, 'customProduct');
    for (const [place, { sku }] of (customProduct?.customizations ?? []).entries())
      add('ARTICLE', sku, `customProduct/customizations/${place}`);
    return places;
  });
}
