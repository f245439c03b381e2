import { type Actor, SYSTEM } from '../platform/audit/actor.ts';
import { ApiError } from '../platform/errors/errors.ts';
import {
  availableTo,
  isBefore,
  type LockedStock,
  type OrderStock,
  type QueuePosition,
  type StockClaim,
  type StockCode,
  type StockLevel,
  type StockQuantity,
  type StockWait,
  shareStock,
  stockKey,
  subtractQuantities,
  sumByCode,
} from './stock-rules.ts';

export const ON_HAND_MAX = 2_000_000_000;

export interface StockChange {
  /** Each code once. */
  levels: LevelChange[];
  reservations: ReservationChange[];
  movements: StockMovement[];
  /** Codes that may now have enough pieces for waiting orders. */
  wakes: StockCode[];
}

export type LevelChange = StockCode & { onHandChange: number; reservedChange: number };

export interface ReservationLeft extends StockCode {
  orderId: string;
  /** Pieces that stay reserved; 0 ends the reservation. */
  left: number;
}

interface ReservationChange extends ReservationLeft {
  clientId: string;
}

export type MovementReason =
  | 'reserved'
  | 'released'
  | 'shipped'
  | 'scrapped'
  | 'returned'
  | 'withdrawn'
  | 'set'
  | 'adjusted'
  | 'imported'
  | 'received'
  | 'counted'
  | 'moved';

export interface StockMovement extends LevelChange {
  /** UUIDv7. Given when a repeated transaction must recognise the movement. */
  movementId?: string;
  reason: MovementReason;
  clientId?: string;
  orderId?: string;
  note?: string | undefined;
  place?: string | undefined;
  /** Pieces put into a reserve place. */
  placeChange?: number | undefined;
  /** The paper behind the change, such as a delivery. */
  document?: string | undefined;
  occurred: Date;
  actor: Actor;
}

export type OrderBy = { orderId: string; by: Actor };

/** Pieces that an order has reserved and that leave the shelf for good. */
export interface LeavingStock extends StockQuantity {
  reason: 'shipped' | 'scrapped';
  note?: string | undefined;
}

export interface ReturnedStock extends StockQuantity {
  /** True if the pieces go on no shelf. */
  isWaste?: boolean;
  note?: string;
}

/** Reserved blanks of an order that are not on the shelf. */
export type MissingStock = { clientId: string; orderId: string; quantity: number };
export interface OrderNeeds {
  orderId: string;
  created: Date;
  needs: readonly StockQuantity[];
  /** It goes before others. Absent: only if staff have preferred it. */
  isPreferred?: boolean;
}
type ChangeContext = { clientId: string; occurred: Date };
const SHORTFALL_NOTE = 'Left the shelf, though fewer were counted.';

/**
 * Returns the stock change that ends all reservations in `held`. `release` makes the reserved units available
 * again. `consume` takes them off the shelf as shipped.
 */
export function decideReservationEnd(
  { held, levels }: { held: readonly OrderStock[]; levels: readonly LockedStock[] },
  orders: readonly OrderBy[],
  effect: 'release' | 'consume',
  context: ChangeContext,
): StockChange {
  const actors = actorsOf(orders);
  if (effect === 'release') return releaseOf(held, held, actors, context);
  const leaving = held.map((one) => ({ ...one, reason: 'shipped' as const }));
  return takingOf(held, levels, leaving, actors, context);
}

/** Returns the change that frees the pieces that orders have reserved beyond their `needs`. */
export function decideTrim(
  held: readonly OrderStock[],
  orders: readonly (OrderBy & { needs: readonly StockQuantity[] })[],
  context: ChangeContext,
): StockChange {
  const heldBy = Map.groupBy(held, ({ orderId }) => orderId);
  const surplus = orders.flatMap(({ orderId, needs }) => subtractQuantities(heldBy.get(orderId) ?? [], needs));
  return releaseOf(held, surplus, actorsOf(orders), context);
}

/** Returns the change that takes reserved pieces off the shelf, with a movement for each of `leaving`. */
export function decideTaking(
  { held, levels }: { held: readonly OrderStock[]; levels: readonly LockedStock[] },
  orders: readonly (OrderBy & { leaving: readonly LeavingStock[] })[],
  context: ChangeContext,
): StockChange {
  const heldBy = Map.groupBy(held, ({ orderId }) => orderId);
  const taken = orders.flatMap(({ orderId, leaving }) =>
    limitToHeld(heldBy.get(orderId) ?? [], leaving).map((one) => ({ ...one, orderId })),
  );
  return takingOf(held, levels, taken, actorsOf(orders), context);
}

/**
 * Returns the change that scraps spoiled pieces of an order, and reserves as many again if all are available.
 * Levels that the order has not reserved are not in `levels`, and count as not available.
 */
export function decideReplacement(
  { held, levels }: { held: readonly OrderStock[]; levels: readonly LockedStock[] },
  { orderId, by: actor }: OrderBy,
  spoiled: readonly StockQuantity[],
  { note, ...context }: ChangeContext & { note: string },
): { change: StockChange; isReplaced: boolean } {
  const leaving = spoiled.map((one) => ({ ...one, reason: 'scrapped' as const, note }));
  const change = decideTaking({ held, levels }, [{ orderId, by: actor, leaving }], context);
  // Taking reserved pieces leaves the number of free ones as it is.
  const free = new Map(levels.map((level) => [stockKey(level), level.onHand - level.reserved]));
  if (!spoiled.every((one) => (free.get(stockKey(one)) ?? 0) >= one.quantity)) return { change, isReplaced: false };
  const added = new Map(spoiled.map((one) => [stockKey(one), one.quantity]));
  const addedTo = (one: StockCode) => added.get(stockKey(one)) ?? 0;
  const reserved = spoiled.map(({ quantity, ...one }) => ({
    ...one,
    onHandChange: 0,
    reservedChange: quantity,
    reason: 'reserved' as const,
    clientId: context.clientId,
    orderId,
    occurred: context.occurred,
    actor,
  }));
  return {
    change: {
      ...change,
      levels: change.levels.map((one) => ({ ...one, reservedChange: one.reservedChange + addedTo(one) })),
      reservations: change.reservations.map((one) => ({ ...one, left: one.left + addedTo(one) })),
      movements: [...change.movements, ...reserved],
    },
    isReplaced: true,
  };
}

function releaseOf(
  held: readonly OrderStock[],
  released: readonly OrderStock[],
  actors: ReadonlyMap<string, Actor>,
  { clientId, occurred }: ChangeContext,
): StockChange {
  const levels = sumByCode(released).map(({ quantity, ...stock }) => ({
    ...stock,
    onHandChange: 0,
    reservedChange: -quantity,
  }));
  const movements = released.map(({ quantity, ...one }) => ({
    ...one,
    onHandChange: 0,
    reservedChange: -quantity,
    reason: 'released' as const,
    clientId,
    occurred,
    actor: actors.get(one.orderId) ?? SYSTEM,
  }));
  return { levels, reservations: reservationsLeft(held, released, clientId), movements, wakes: levels };
}

function takingOf(
  held: readonly OrderStock[],
  locked: readonly LockedStock[],
  taken: readonly (OrderStock & LeavingStock)[],
  actors: ReadonlyMap<string, Actor>,
  { clientId, occurred }: ChangeContext,
): StockChange {
  const onHand = new Map(locked.map((level) => [stockKey(level), level.onHand]));
  const sums = sumByCode(taken).map(({ quantity, ...stock }) => ({
    ...stock,
    quantity,
    // Pieces that leave were on the shelf, even where fewer were counted than orders had reserved.
    shortfall: Math.max(0, quantity - (onHand.get(stockKey(stock)) ?? 0)),
  }));
  const [firstTaken] = taken;
  const found = sums
    .filter(({ shortfall }) => shortfall > 0)
    .map(({ kind, code, shortfall }) => ({
      kind,
      code,
      onHandChange: shortfall,
      reservedChange: 0,
      reason: 'adjusted' as const,
      note: SHORTFALL_NOTE,
      occurred,
      actor: (firstTaken && actors.get(firstTaken.orderId)) ?? SYSTEM,
    }));
  const left = taken.map(({ quantity, ...one }) => ({
    ...one,
    onHandChange: -quantity,
    reservedChange: -quantity,
    clientId,
    occurred,
    actor: actors.get(one.orderId) ?? SYSTEM,
  }));
  return {
    levels: sums.map(({ kind, code, quantity, shortfall }) => ({
      kind,
      code,
      onHandChange: shortfall - quantity,
      reservedChange: -quantity,
    })),
    reservations: reservationsLeft(held, taken, clientId),
    movements: [...found, ...left],
    wakes: [],
  };
}

function actorsOf(orders: readonly OrderBy[]): Map<string, Actor> {
  return new Map(orders.map(({ orderId, by }) => [orderId, by]));
}

function limitToHeld(held: readonly StockQuantity[], leaving: readonly LeavingStock[]): LeavingStock[] {
  const left = new Map(held.map((one) => [stockKey(one), one.quantity]));
  return leaving.flatMap((one) => {
    const available = left.get(stockKey(one)) ?? 0;
    const quantity = Math.min(available, one.quantity);
    left.set(stockKey(one), available - quantity);
    return quantity > 0 ? [{ ...one, quantity }] : [];
  });
}

function reservationsLeft(
  held: readonly OrderStock[],
  less: readonly OrderStock[],
  clientId: string,
): ReservationChange[] {
  const lessBy = Map.groupBy(less, (one) => `${one.orderId} ${stockKey(one)}`);
  return held.flatMap(({ quantity, ...one }) => {
    const entries = lessBy.get(`${one.orderId} ${stockKey(one)}`);
    if (!entries) return [];
    const left = quantity - entries.reduce((sum, entry) => sum + entry.quantity, 0);
    if (left < 0) throw new Error(`An order has reserved fewer pieces of ${stockKey(one)} than it loses.`);
    return [{ ...one, clientId, left }];
  });
}

/**
 * Returns the change that puts returned pieces on the shelf. Waste is recorded as returned and scrapped, so
 * it changes no level. Ignores pieces that the catalogue no longer has. Throws `too_much_stock`.
 */
export function decideReturn(
  locked: readonly LockedStock[],
  { orderId, by: actor }: OrderBy,
  returned: readonly ReturnedStock[],
  { clientId, occurred }: ChangeContext,
  reason: 'returned' | 'withdrawn' = 'returned',
): StockChange {
  const onHand = new Map(locked.map((level) => [stockKey(level), level.onHand]));
  const known = returned.filter((one) => onHand.has(stockKey(one)));
  const levels = sumByCode(known.filter(({ isWaste }) => !isWaste)).map(({ quantity, ...stock }) => {
    requireRoom(onHand.get(stockKey(stock)) ?? 0, quantity);
    return { ...stock, onHandChange: quantity, reservedChange: 0 };
  });
  const movements = known.flatMap(({ kind, code, quantity, isWaste, note }) => {
    const movement = { kind, code, reservedChange: 0, clientId, orderId, note, occurred, actor };
    return [
      { ...movement, onHandChange: quantity, reason },
      ...(isWaste ? [{ ...movement, onHandChange: -quantity, reason: 'scrapped' as const }] : []),
    ];
  });
  return { levels, reservations: [], movements, wakes: levels };
}

/**
 * Returns the change that reduces orders' reservations of an article variant by the missing pieces. The
 * quantity on hand falls to the remaining reservations, since the picker found no further pieces.
 */
export function decideMissing(
  { onHand, reserved, ...stock }: StockCode & StockLevel,
  held: readonly (OrderStock & { clientId: string })[],
  missing: readonly MissingStock[],
  { by: actor, now: occurred, note }: { by: Actor; now: Date; note: string },
): StockChange & { level: StockLevel; onHandChange: number } {
  const reservedChange = -missing.reduce((sum, { quantity }) => sum + quantity, 0);
  const level = { onHand: Math.min(onHand, reserved + reservedChange), reserved: reserved + reservedChange };
  const onHandChange = level.onHand - onHand;
  const movement = { kind: stock.kind, code: stock.code, note, occurred, actor };
  const released = missing.map(({ clientId, orderId, quantity }) => ({
    ...movement,
    clientId,
    orderId,
    reason: 'released' as const,
    onHandChange: 0,
    reservedChange: -quantity,
  }));
  const counted = { ...movement, reason: 'set' as const, onHandChange, reservedChange: 0 };
  const reservations = [...Map.groupBy(missing, ({ clientId }) => clientId)].flatMap(([clientId, orders]) =>
    reservationsLeft(
      held.filter((one) => one.clientId === clientId),
      orders.map(({ orderId, quantity }) => ({ ...stock, orderId, quantity })),
      clientId,
    ),
  );
  return {
    level,
    onHandChange,
    levels: [{ kind: stock.kind, code: stock.code, onHandChange, reservedChange }],
    reservations,
    movements: onHandChange === 0 ? released : [...released, counted],
    wakes: [],
  };
}

/** Throws `not_enough_stock` below the reserved quantity, `too_much_stock` above ON_HAND_MAX. */
export function checkAdjustment({ onHand, reserved }: StockLevel, by: number): void {
  if (by < 0 && onHand + by < reserved) {
    const free = Math.max(0, onHand - reserved);
    const message = `On hand: ${onHand}, reserved: ${reserved}. At most ${free} can be taken off; set the quantity when you have counted less.`;
    throw new ApiError('not_enough_stock', message);
  }
  requireRoom(onHand, by);
}

function requireRoom(onHand: number, by: number): void {
  if (onHand + by > ON_HAND_MAX) {
    const message = `There can be at most ${ON_HAND_MAX} pieces; there are ${onHand}.`;
    throw new ApiError('too_much_stock', message);
  }
}

interface ReservationState {
  held: readonly OrderStock[];
  levels: readonly LockedStock[];
  /** The oldest preferred order of each code, except the orders that are decided. */
  claims: readonly StockClaim[];
  /** Codes by `stockKey` whose new pieces are for the orders that have waited. */
  woken: ReadonlySet<string>;
  preferred: ReadonlySet<string>;
}

interface PlannedOrder extends OrderNeeds {
  missing: StockQuantity[];
  short: StockQuantity[];
  isPreferred: boolean;
}

/** Decides which of a client's orders get all their stock: preferred orders first, then the oldest. */
export function decideReservations(
  clientId: string,
  orders: readonly OrderNeeds[],
  { held, levels, claims, woken, preferred }: ReservationState,
): { filled: PlannedOrder[]; waiting: PlannedOrder[]; reservations: OrderStock[]; waits: StockWait[] } {
  const heldBy = Map.groupBy(held, ({ orderId }) => orderId);
  const requests = orders
    .map((order) => {
      const isPreferred = preferred.has(order.orderId);
      return { ...order, clientId, isPreferred, held: heldBy.get(order.orderId) ?? [] };
    })
    .sort((one, other) => Number(other.isPreferred) - Number(one.isPreferred) || (isBefore(one, other) ? -1 : 1));
  const available = new Map(levels.map((level) => [stockKey(level), availableTo(clientId, level)]));
  const claimOf = new Map(claims.map((claim) => [stockKey(claim), claim]));
  const isLeftToOthers = (key: string, order: QueuePosition & { isPreferred: boolean }) => {
    const claim = claimOf.get(key);
    if (!order.isPreferred) return claim !== undefined || woken.has(key);
    return claim !== undefined && isBefore(claim, order);
  };
  const shares = shareStock(available, requests, isLeftToOthers);
  const plans = requests.map((order, index) => ({ ...order, ...(shares[index] as (typeof shares)[number]) }));
  const filled = plans.filter(({ short }) => short.length === 0);
  const waiting = plans.filter(({ short }) => short.length > 0);
  return {
    filled,
    waiting,
    reservations: filled.flatMap(({ orderId, missing }) => missing.map((one) => ({ ...one, orderId }))),
    // A preferred order waits for everything that it needs, so that other orders leave all of it.
    waits: waiting.flatMap(({ orderId, created, needs, short, isPreferred }) =>
      (isPreferred ? needs : short).map((one) => ({ ...one, clientId, orderId, created, isPreferred })),
    ),
  };
}
