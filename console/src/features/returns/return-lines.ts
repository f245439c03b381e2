import type { Schemas } from '../../shared/api/operator-client.ts';
import type { Condition, Returnable, ReturnableItem, ReturnReason } from './returns-api.ts';

/** The input for one returned item. */
export interface DraftLine {
  itemId: string;
  /** Empty if the field is empty. */
  quantity: number | '';
  condition: Condition;
  reason: ReturnReason;
  note: string;
}

/** Returns the possible outcomes of an item. */
export const conditionsOf = ({ kind }: Pick<ReturnableItem, 'kind'>): Condition[] =>
  kind === 'PRODUCT' ? ['RESELL', 'WASTE'] : ['REUSE', 'WASTE'];

/** Returns the initial input. A scanned piece, or the only piece of an order, is preset as returned. */
export function draftLines({ items, piece }: Returnable): DraftLine[] {
  const [only] = items;
  const isSingle = items.length === 1 && only?.shipped === 1;
  return items.map((item) => {
    const isScanned = piece ? piece.itemId === item.itemId && !piece.isReturned : isSingle;
    return {
      itemId: item.itemId,
      quantity: isScanned && item.returned < item.shipped ? 1 : '',
      condition: 'WASTE',
      reason: 'OTHER',
      note: '',
    };
  });
}

/** Returns the items to book. The scanned piece is sent by its code if it is the only one of its item. */
export function linesToBook(
  { piece }: Pick<Returnable, 'piece'>,
  drafts: readonly DraftLine[],
): Schemas['ReturnItemRequest'][] {
  return drafts.flatMap(({ itemId, quantity, condition, reason, note }) => {
    if (quantity === '' || quantity < 1) return [];
    const isPiece = piece?.itemId === itemId && quantity === 1 && !piece.isReturned;
    return [
      {
        itemId,
        ...(isPiece && { piece: piece.code }),
        quantity,
        condition,
        reason,
        ...(note.trim() && { note: note.trim() }),
      },
    ];
  });
}
