import type { Order } from '../orders/document/order-schemas.ts';
import type { Violation } from '../platform/errors/errors.ts';

/** RESELL: a product. REUSE: a blank. WASTE: either. */
export const CONDITIONS = ['RESELL', 'REUSE', 'WASTE'] as const;
export type Condition = (typeof CONDITIONS)[number];

export const RETURN_REASONS = [
  'WRONG_SIZE',
  'NOT_AS_EXPECTED',
  'PRINT_DEFECT',
  'DAMAGED',
  'WRONG_ITEM',
  'UNDELIVERABLE',
  'OTHER',
] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

export const RETURN_LINES_MAX = 500;

/** Returned pieces of one item, as the request names them. */
export interface AskedLine {
  itemId?: string | undefined;
  piece?: string | undefined;
  quantity?: number | undefined;
  condition: Condition;
  reason: ReturnReason;
  note?: string | undefined;
}

export interface ReturnableItem {
  itemId: string;
  kind: 'ARTICLE' | 'PRODUCT';
  /** SKU of the blank, or EAN-13. */
  code: string;
  /** Pieces that have left. */
  shipped: number;
  /** Pieces that came back before. */
  returned: number;
}

export interface NamedPiece {
  code: string;
  itemId: string;
  quantity: number;
  /** Pieces of it that came back before. More than one can, of a lot. */
  returned: number;
}

export interface ReturnLine extends Pick<ReturnableItem, 'itemId' | 'kind' | 'code'> {
  piece: string | null;
  quantity: number;
  condition: Condition;
  reason: ReturnReason;
  note: string | null;
}

/** Returns the items with pieces that have left. */
export function returnableItems(
  { status, items, shipments = [] }: Pick<Order, 'status' | 'items' | 'shipments'>,
  returned: ReadonlyMap<string, number>,
): ReturnableItem[] {
  const left = new Map<string, number>();
  for (const { items: pieces } of shipments)
    for (const { id, quantity } of pieces) left.set(id, (left.get(id) ?? 0) + quantity);
  return items.flatMap(({ id, quantity, existingProduct, customProduct }) => {
    // Everything of a SHIPPED order has left, even if its parcels did not list their contents.
    const shipped = status === 'SHIPPED' ? quantity : (left.get(id) ?? 0);
    if (shipped === 0) return [];
    const kind = customProduct ? ('ARTICLE' as const) : ('PRODUCT' as const);
    const code = customProduct?.sku ?? existingProduct?.ean13 ?? '';
    return [{ itemId: id, kind, code, shipped, returned: returned.get(id) ?? 0 }];
  });
}

/** Returns the conditions that are possible for a product, or for a blank. */
export function conditionsOf(kind: 'ARTICLE' | 'PRODUCT'): Condition[] {
  return kind === 'PRODUCT' ? ['RESELL', 'WASTE'] : ['REUSE', 'WASTE'];
}

/** Returns the lines to book, or the violations. `pieces` has the pieces by the text that names them. */
export function planReturn(
  requestedLines: readonly AskedLine[],
  items: readonly ReturnableItem[],
  pieces: ReadonlyMap<string, NamedPiece>,
): { lines: ReturnLine[]; violations: Violation[] } {
  const violations: Violation[] = [];
  const byId = new Map(items.map((item) => [item.itemId, { ...item }]));
  const left = new Map([...pieces.values()].map(({ code, quantity, returned }) => [code, quantity - returned]));
  const lines = requestedLines.flatMap((line, index): ReturnLine[] => {
    const report = (field: string, code: string, message: string, allowed?: readonly string[]) => {
      violations.push({ pointer: `/items/${index}${field}`, code, message, ...(allowed && { allowed }) });
      return [];
    };
    const piece = line.piece === undefined ? undefined : pieces.get(line.piece);
    if (line.piece !== undefined && !piece)
      return report('/piece', 'unknown_piece', `No piece ${line.piece} of this order has left.`);
    const itemId = line.itemId ?? piece?.itemId ?? (items.length === 1 ? items[0]?.itemId : undefined);
    if (itemId === undefined) return report('/itemId', 'required', 'Name the item or the piece.', [...byId.keys()]);
    const item = byId.get(itemId);
    if (!item || (piece && piece.itemId !== itemId)) {
      const message = piece
        ? `Piece ${piece.code} is of item ${JSON.stringify(piece.itemId)}.`
        : 'Nothing of an item with this id has left.';
      return report('/itemId', 'unknown_item', message, piece ? [piece.itemId] : [...byId.keys()]);
    }
    const allowed = conditionsOf(item.kind);
    if (!allowed.includes(line.condition)) {
      const message =
        item.kind === 'PRODUCT'
          ? 'A product is sold again (RESELL) or written off (WASTE).'
          : 'What something was made of is used again as a blank (REUSE) or written off (WASTE).';
      return report('/condition', 'not_allowed', message, allowed);
    }
    const quantity = line.quantity ?? 1;
    const ofPiece = piece ? (left.get(piece.code) ?? 0) : Number.POSITIVE_INFINITY;
    const most = Math.min(item.shipped - item.returned, ofPiece);
    if (quantity > most) {
      const message =
        piece && ofPiece <= 0
          ? `Piece ${piece.code} came back already.`
          : `Of this item ${item.shipped} left and ${item.returned} came back: at most ${most} can come back.`;
      return report('/quantity', 'too_large', message);
    }
    item.returned += quantity;
    if (piece) left.set(piece.code, ofPiece - quantity);
    const { kind, code } = item;
    const { condition, reason, note = null } = line;
    return [{ itemId, kind, code, piece: piece?.code ?? null, quantity, condition, reason, note }];
  });
  return { lines, violations };
}
