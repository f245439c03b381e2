import type { Schemas } from '../../shared/api/operator-client.ts';
import type { Condition, Returnable, ReturnableItem, ReturnReason } from './returns-api.ts';

/** What somebody says of one item that came back. */
export interface DraftLine {
  itemId: string;
  /** Empty while nothing is typed. */
  quantity: number | '';
  condition: Condition;
  reason: ReturnReason;
  note: string;
}

/** What can become of an item. */
export const conditionsOf = ({ kind }: Pick<ReturnableItem, 'kind'>): Condition[] =>
  kind === 'PRODUCT' ? ['RESELL', 'WASTE'] : ['REUSE', 'WASTE'];

/** How it begins: of the piece that was scanned, or of an order of one piece, that one is back. */
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

/** What is sent: the items of which something is back; the scanned piece by its code where just one of its item is. */
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
