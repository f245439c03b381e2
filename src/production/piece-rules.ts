import type { Order } from '../orders/document/order-schemas.ts';

/** An item of more pieces than this is one lot with one code. */
export const PIECES_OF_ITEM_MAX = 200;

/** What is to be done with a piece. */
export interface PieceStep {
  kind: 'PRINT' | 'CUSTOMIZATION';
  technology: string;
  location: string;
  /** Place of the print or customization in its item, from 0. */
  place: number;
  /** Of a customization: what is applied. */
  sku?: string;
}

/** A piece that is to be made. */
export interface PlannedPiece {
  /** Place of the item in the order, from 1. */
  position: number;
  itemId: string;
  /** Which of the pieces of the item, from 1. */
  copy: number;
  /** 1, or the whole of a lot. */
  quantity: number;
  sku: string;
  steps: PieceStep[];
}

type Item = Order['items'][number];

/**
 * The pieces of an order's custom items; existing products have none, for they are counted. `stepOrder` has the technologies in the order in which
 * the shop uses them; others come after them as the order names them.
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

/** How many pieces the items become, and how many products are counted beside them. */
export function countPieces(items: readonly Item[]): { pieces: number; counted: number } {
  let pieces = 0;
  let counted = 0;
  for (const { customProduct, quantity } of items) {
    if (!customProduct) counted += quantity;
    else pieces += quantity > PIECES_OF_ITEM_MAX ? 1 : quantity;
  }
  return { pieces, counted };
}

/** The technology that the piece is batched by; every custom product has a step. */
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
  // Sorting keeps the order of those that are equal.
  return steps.sort((one, other) => rank(one) - rank(other));
}
