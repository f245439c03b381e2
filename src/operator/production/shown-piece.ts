import type { DescribedStep, PieceDescription } from '../../production/describe-piece.ts';
import type { WorkFile } from '../../production/piece-facts-store.ts';
import type { Piece } from '../../production/piece-store.ts';
import { extensionOf } from '../orders/shown-file.ts';

/** What staff and stations read of a piece. */
export function shownPiece({ hasBlank, batchId, batchPlace: _, parcel, reason, replacedBy, ...rest }: Piece) {
  return {
    ...rest,
    ...(batchId !== null && { batchId }),
    ...(!hasBlank && { hasBlank }),
    ...(parcel !== null && { parcel }),
    ...(reason !== null && { reason }),
    ...(replacedBy !== null && { replacedBy }),
  };
}

/** A piece with all that a station shows of it. */
export function describedPiece(piece: Piece, description: PieceDescription) {
  const { article, steps, qualityControl, due, ...rest } = description;
  const at = `/operator/v1/pieces/${piece.code}`;
  return {
    ...shownPiece(piece),
    ...rest,
    ...(article && { article: shownArticle(article) }),
    steps: steps.map((step, index) => shownStep(piece, step, index)),
    ...(qualityControl && { qualityControl: picturesOf(at, qualityControl) }),
    ...(due && { due: due.toISOString() }),
  };
}

function shownArticle({ sku, title, color, size, dtgType }: NonNullable<PieceDescription['article']>) {
  return { sku, title, color, size, ...(dtgType !== null && { dtgType }) };
}

function shownStep(piece: Piece, { artwork, qualityControl, ...rest }: DescribedStep, index: number) {
  const at = `/operator/v1/pieces/${piece.code}`;
  return {
    ...rest,
    ...(artwork && {
      artwork: {
        ...picturesOf(at, artwork),
        file: `${at}/files/${index + 1}`,
        fileName: printFileName(piece, index, artwork.mediaType),
      },
    }),
    ...(qualityControl && { qualityControl: picturesOf(at, qualityControl) }),
  };
}

/** Addresses of the two pictures of a file. */
export function picturesOf(at: string, { sha256 }: Pick<WorkFile, 'sha256'>) {
  const pictures = `${at}/pictures/${sha256}`;
  return { thumbnail: `${pictures}/small`, preview: `${pictures}/large` };
}

/** Under what name the file of a step is saved, such as where a printer's own program looks for it. */
export function printFileName(piece: Piece, step: number, mediaType: string): string {
  const { location = '', technology = '' } = piece.steps[step] ?? {};
  const name = [piece.code, location, technology].map((part) => part.replaceAll(/[^\w-]+/g, '-')).join('_');
  return `${name}.${extensionOf(mediaType)}`;
}
