import type { NormalisedOrder } from '../orders/document/order-document.ts';
import type { Order } from '../orders/document/order-schemas.ts';
import type { StockQuantity } from '../stock/stock-rules.ts';
import type { PieceState } from './piece-states.ts';

/** The pieces of an item that a correction takes away and adds. Existing products have no pieces. */
export type ItemChange = { itemId: string; fewer: number; more: number; hasPieces: boolean; getsPieces: boolean };

/** The items before and after a correction, and their changes. */
export type Rework = Record<'before' | 'after', NormalisedOrder['items']> & { changes: readonly ItemChange[] };

/** An item of more pieces becomes one lot with one code. */
export const PIECES_OF_ITEM_MAX = 200;

export interface PieceStep {
  kind: 'PRINT' | 'CUSTOMIZATION';
  technology: string;
  location: string;
  /** Index in the prints or customizations of the item, from 0. */
  place: number;
  /** The material of a customization. */
  sku?: string;
}

/** A piece that is still to be made. */
interface PlannedPiece {
  /** Position of the item in the order, from 1. */
  position: number;
  itemId: string;
  /** Number of the piece within its item, from 1. */
  copy: number;
  /** 1, or the size of a lot. */
  quantity: number;
  sku: string;
  steps: PieceStep[];
}

type Item = Pick<Order['items'][number], 'id' | 'quantity' | 'customProduct'>;

/**
 * Plans the pieces of an order's custom items. Existing products have no pieces, because they are counted.
 * Steps follow `stepOrder`, then the order of the item.
 */
export function planPieces(items: readonly Item[], stepOrder: readonly string[] = []): PlannedPiece[] {
  return items.flatMap((item, index) => {
    const { customProduct, quantity } = item;
    if (!customProduct) return [];
    const one = {
      position: index + 1,
      itemId: item.id,
      sku: customProduct.sku,
      steps: stepsOf(customProduct, stepOrder),
    };
    if (quantity > PIECES_OF_ITEM_MAX) return [{ ...one, copy: 1, quantity }];
    return Array.from({ length: quantity }, (_, copy) => ({ ...one, copy: copy + 1, quantity: 1 }));
  });
}

type StandingPiece = { itemId: string; copy: number; quantity: number; state: PieceState; stepsDone: number };

/**
 * Plans the pieces of a corrected order. The last unbegun pieces of an item are cancelled. New pieces get
 * further copy numbers. A lot that becomes smaller is replaced. Returns the id of an item with too few
 * unbegun pieces.
 */
export function planRework<P extends StandingPiece>(
  pieces: readonly P[],
  after: readonly Item[],
  changes: readonly ItemChange[],
  stepOrder: readonly string[],
): { cancelled: P[]; added: PlannedPiece[] } | { short: string } {
  const cancelled: P[] = [];
  const added: PlannedPiece[] = [];
  for (const { itemId, fewer, more, hasPieces } of changes) {
    const ofItem = pieces.filter((piece) => piece.itemId === itemId);
    const unbegun = ofItem.filter(({ state, stepsDone }) => state === 'TO_MAKE' && stepsDone === 0);
    let left = hasPieces ? fewer : 0;
    while (left > 0) {
      const piece = unbegun.pop();
      if (!piece) return { short: itemId };
      cancelled.push(piece);
      left -= piece.quantity;
    }
    const items = after.map((item) => ({ ...item, quantity: item.id === itemId ? more - left : 0 }));
    const last = Math.max(0, ...ofItem.map(({ copy }) => copy));
    added.push(...planPieces(items, stepOrder).map((plan) => ({ ...plan, copy: plan.copy + last })));
  }
  return { cancelled, added };
}

/** Returns the technology that a piece is batched by. Each custom product has a step. */
export function firstTechnology(steps: readonly PieceStep[]): string {
  return steps[0]?.technology ?? '';
}

function stepsOf(
  { prints = [], customizations = [] }: NonNullable<Item['customProduct']>,
  stepOrder: readonly string[],
) {
  const steps: PieceStep[] = [
    ...prints.map(({ technology, location }, place) => ({
      kind: 'PRINT' as const,
      technology,
      location,
      place,
    })),
    ...customizations.map(({ technology, location, sku }, place) => ({
      kind: 'CUSTOMIZATION' as const,
      technology,
      location,
      place,
      sku,
    })),
  ];
  const rank = ({ technology }: PieceStep) => {
    const place = stepOrder.indexOf(technology);
    return place < 0 ? stepOrder.length : place;
  };
  return steps.sort((one, other) => rank(one) - rank(other));
}

type Progress = { steps: readonly PieceStep[]; stepsDone: number };

/** Returns the number of done steps after the next ones, which are all of one technology. */
export function stepsAfter({ steps, stepsDone }: Progress): number {
  const technology = steps[stepsDone]?.technology;
  let done = stepsDone;
  while (done < steps.length && steps[done]?.technology === technology) done += 1;
  return done;
}

/** Returns the number of done steps before the last ones, which are all of one technology. */
export function stepsBefore({ steps, stepsDone }: Progress): number {
  const technology = steps[stepsDone - 1]?.technology;
  let done = stepsDone;
  while (done > 0 && steps[done - 1]?.technology === technology) done -= 1;
  return done;
}

/** Returns the material of one piece after these steps: its blank and its customizations. */
export function materialOf(
  { sku, steps }: { sku: string; steps: readonly PieceStep[] },
  stepsDone: number,
): StockQuantity[] {
  const applied = steps.slice(0, stepsDone).flatMap((step) => (step.sku === undefined ? [] : [step.sku]));
  const counts = Map.groupBy([sku, ...applied], (code) => code);
  return [...counts].map(([code, all]) => ({ kind: 'ARTICLE' as const, code, quantity: all.length }));
}
