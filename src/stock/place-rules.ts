import { ApiError } from '../platform/errors/errors.ts';
import { ON_HAND_MAX, type StockMovement } from './stock-change-rules.ts';
import { type LockedStock, type StockCode, stockKey } from './stock-rules.ts';

export const PLACE_LENGTH_MAX = 60;
/** Digits of the largest number in a place. */
const NUMBER_WIDTH = PLACE_LENGTH_MAX;

/** Returns the place with single spaces, as it is stored. */
export function tidyPlace(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ');
}

/** Returns the key by which places are equal and sorted: A-2 comes before A-10, and equals a-02. */
export function placeKeyOf(place: string): string {
  const numbers = /0*(\d+)/g;
  return tidyPlace(place)
    .toLowerCase()
    .replace(numbers, (_, digits: string) => digits.padStart(NUMBER_WIDTH, '0'));
}

/** A place of a variant. `quantity` null: its main place, which has all pieces that are in no reserve. */
export interface StockPlace extends StockCode {
  place: string;
  placeKey: string;
  quantity: number | null;
}

/** A change of pieces on hand at a place. Without a place: at the main place. */
export interface PlacedChange extends StockCode {
  onHandChange: number;
  place?: string | undefined;
  reason: 'received' | 'counted' | 'scrapped';
  note?: string | undefined;
  document?: string | undefined;
}

export interface PlaceState {
  levels: readonly LockedStock[];
  places: readonly StockPlace[];
}

export interface PlaceDecision {
  /** The places as they are to be stored. */
  stored: StockPlace[];
  removed: StockPlace[];
  movements: Omit<StockMovement, 'occurred' | 'actor'>[];
}

/** The places of variants while a decision changes them. */
class PlaceBooks {
  readonly #levels: Map<string, number>;
  readonly #places: Map<string, StockPlace[]>;
  readonly #before: readonly StockPlace[];

  constructor({ levels, places }: PlaceState) {
    this.#levels = new Map(levels.map((one) => [stockKey(one), one.onHand]));
    this.#places = new Map(
      [...Map.groupBy(places, stockKey)].map(([key, some]) => [key, some.map((one) => ({ ...one }))]),
    );
    this.#before = places;
  }

  requireVariant(stock: StockCode): void {
    if (!this.#levels.has(stockKey(stock))) throw new ApiError('stock_not_found', unknownVariant(stock));
  }

  /** Pieces that are in no reserve place: at the main place, picked, or in production. */
  elsewhere(stock: StockCode): number {
    const reserves = this.of(stock).reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
    return (this.#levels.get(stockKey(stock)) ?? 0) - reserves;
  }

  of(stock: StockCode): StockPlace[] {
    return this.#places.get(stockKey(stock)) ?? [];
  }

  find(stock: StockCode, place: string): StockPlace | undefined {
    const key = placeKeyOf(place);
    return this.of(stock).find(({ placeKey }) => placeKey === key);
  }

  main(stock: StockCode): StockPlace | undefined {
    return this.of(stock).find(({ quantity }) => quantity === null);
  }

  add({ kind, code }: StockCode, place: string, quantity: number | null): StockPlace {
    const added = { kind, code, place: tidyPlace(place), placeKey: placeKeyOf(place), quantity };
    this.#places.set(stockKey(added), [...this.of(added), added]);
    return added;
  }

  remove(place: StockPlace): void {
    const left = this.of(place).filter((one) => one !== place);
    this.#places.set(stockKey(place), left);
  }

  changeLevel(stock: StockCode, by: number): void {
    const onHand = (this.#levels.get(stockKey(stock)) ?? 0) + by;
    if (onHand < 0) throw notEnough(stock, onHand - by);
    if (onHand > ON_HAND_MAX) throw new ApiError('too_much_stock', `There can be at most ${ON_HAND_MAX} pieces.`);
    this.#levels.set(stockKey(stock), onHand);
  }

  /** Changes a reserve place, and removes it when it is empty. */
  changeReserve(place: StockPlace, by: number): void {
    const quantity = (place.quantity ?? 0) + by;
    if (quantity < 0) throw notEnough(place, place.quantity ?? 0);
    place.quantity = quantity;
    if (quantity === 0) this.remove(place);
  }

  end(movements: PlaceDecision['movements']): PlaceDecision {
    const stored = [...this.#places.values()].flat();
    const keyOf = (one: StockPlace) => `${stockKey(one)} ${one.placeKey}`;
    const kept = new Set(stored.map(keyOf));
    return { stored, removed: this.#before.filter((one) => !kept.has(keyOf(one))), movements };
  }
}

/** Decides changes of pieces on hand. A new place becomes the main place if there is none, else a reserve. */
export function decidePlaced(state: PlaceState, changes: readonly PlacedChange[]): PlaceDecision {
  const books = new PlaceBooks(state);
  const movements = changes.map(({ kind, code, place, ...change }) => {
    const stock = { kind, code };
    books.requireVariant(stock);
    books.changeLevel(stock, change.onHandChange);
    const at = place === undefined ? books.main(stock) : (books.find(stock, place) ?? addPlace(books, stock, place));
    const isReserve = at !== undefined && at.quantity !== null;
    if (isReserve) books.changeReserve(at, change.onHandChange);
    const placed = isReserve ? { placeChange: change.onHandChange } : {};
    return { ...stock, ...change, ...placed, place: at?.place, reservedChange: 0 };
  });
  return books.end(movements);
}

function addPlace(books: PlaceBooks, stock: StockCode, place: string): StockPlace {
  return books.add(stock, place, books.main(stock) ? 0 : null);
}

export interface MainPlace extends StockCode {
  /** Null: no main place. */
  place: string | null;
}

/** Decides the main places of variants. A reserve place that becomes the main place keeps its pieces. */
export function decideMainPlaces(state: PlaceState, mains: readonly MainPlace[]): PlaceDecision {
  const books = new PlaceBooks(state);
  const movements = mains.flatMap(({ kind, code, place }) => {
    const stock = { kind, code };
    books.requireVariant(stock);
    const before = books.main(stock);
    if ((before?.place ?? null) === (place === null ? null : tidyPlace(place))) return [];
    if (before) books.remove(before);
    const reserve = place === null ? undefined : books.find(stock, place);
    const placeChange = reserve && -(reserve.quantity ?? 0);
    if (reserve) books.remove(reserve);
    const at = place === null ? before?.place : books.add(stock, place, null).place;
    const note = place === null ? NO_PLACE_NOTE : before && `${before.place} →`;
    return [{ ...stock, ...NOTHING, reason: 'moved' as const, place: at, placeChange, note }];
  });
  return books.end(movements);
}

/** The note of a movement by which a variant loses its main place. */
const NO_PLACE_NOTE = 'It has no main place any more.';
const NOTHING = { onHandChange: 0, reservedChange: 0 };

export interface Move extends StockCode {
  /** Absent: the main place. */
  from?: string | undefined;
  to?: string | undefined;
  quantity: number;
  note?: string | undefined;
}

/** Decides a move of pieces between two places of a variant. Throws `not_enough_stock`, `invalid_request`. */
export function decideMove(state: PlaceState, { kind, code, from, to, quantity, note }: Move): PlaceDecision {
  const books = new PlaceBooks(state);
  const stock = { kind, code };
  books.requireVariant(stock);
  const source = from === undefined ? books.main(stock) : books.find(stock, from);
  if (from !== undefined && !source) throw notEnough(stock, 0);
  const target = to === undefined ? books.main(stock) : (books.find(stock, to) ?? books.add(stock, to, 0));
  if (source === target) return books.end([]);
  const left = source && source.quantity !== null ? source.quantity : books.elsewhere(stock);
  if (quantity > left) throw notEnough(stock, Math.max(0, left));
  const sides = [
    { at: source, placeChange: -quantity },
    { at: target, placeChange: quantity },
  ];
  const movements = sides.flatMap(({ at, placeChange }) => {
    if (!at || at.quantity === null) return [];
    books.changeReserve(at, placeChange);
    return [{ ...stock, ...NOTHING, reason: 'moved' as const, place: at.place, placeChange, note }];
  });
  return books.end(movements);
}

/** Decides the places of variants at a place that gets another name. Two places become one. */
export function decideRename(state: PlaceState, from: string, to: string): PlaceDecision {
  const books = new PlaceBooks(state);
  const key = placeKeyOf(from);
  const movements = state.places
    .filter(({ placeKey }) => placeKey === key)
    .flatMap(({ kind, code }) => {
      const stock = { kind, code };
      const old = books.find(stock, from)!;
      books.remove(old);
      const known = books.find(stock, to);
      const rest = { ...stock, ...NOTHING, reason: 'moved' as const };
      const note = `${old.place} →`;
      // Pieces of two places of a variant come together. The main place has no stored quantity.
      const isMain = old.quantity === null || (known !== undefined && known.quantity === null);
      if (known) books.remove(known);
      const sum = isMain ? null : (old.quantity ?? 0) + (known?.quantity ?? 0);
      const target = books.add(stock, to, sum);
      const taken = old.quantity === null ? [] : [{ ...rest, place: old.place, placeChange: -old.quantity }];
      const putThere = (sum ?? 0) - (known?.quantity ?? 0);
      return [...taken, { ...rest, place: target.place, note, ...(putThere !== 0 && { placeChange: putThere }) }];
    });
  return books.end(movements);
}

function notEnough(stock: StockCode, left: number): ApiError {
  return new ApiError('not_enough_stock', `There are only ${left} pieces of ${stock.code} at this place.`);
}

function unknownVariant({ kind, code }: StockCode): string {
  return `There is no ${kind === 'ARTICLE' ? 'article' : 'product'} variant with the code ${code}.`;
}
