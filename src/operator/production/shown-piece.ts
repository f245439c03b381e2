import type { Piece } from '../../production/piece-store.ts';

/** What staff and stations read of a piece. */
export function shownPiece({ hasBlank, batchId, parcel, reason, replacedBy, ...rest }: Piece) {
  return {
    ...rest,
    ...(batchId !== null && { batchId }),
    ...(!hasBlank && { hasBlank }),
    ...(parcel !== null && { parcel }),
    ...(reason !== null && { reason }),
    ...(replacedBy !== null && { replacedBy }),
  };
}
