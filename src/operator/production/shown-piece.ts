import type { DescribedStep, PieceDescription } from '../../production/describe-piece.ts';
import type { WorkFile } from '../../production/piece-facts-store.ts';
import type { PieceStep } from '../../production/piece-plan-rules.ts';
import type { Piece } from '../../production/piece-store.ts';
import { extensionOf, plainName } from '../orders/shown-file.ts';

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
export function describedPiece(piece: Piece, description: PieceDescription, fileNames: string) {
  const { article, steps, qualityControl, due, ...rest } = description;
  const at = `/operator/v1/pieces/${piece.code}`;
  return {
    ...shownPiece(piece),
    ...rest,
    ...(article && { article: shownArticle(article) }),
    steps: steps.map((step, index) => shownStep(piece, step, index, fileNames)),
    ...(qualityControl && { qualityControl: picturesOf(at, qualityControl) }),
    ...(due && { due: due.toISOString() }),
  };
}

function shownArticle({ sku, title, color, size, dtgType }: NonNullable<PieceDescription['article']>) {
  return { sku, title, color, size, ...(dtgType !== null && { dtgType }) };
}

function shownStep(
  piece: Piece,
  { artwork, qualityControl, ...rest }: DescribedStep,
  index: number,
  fileNames: string,
) {
  const at = `/operator/v1/pieces/${piece.code}`;
  return {
    ...rest,
    ...(artwork && {
      artwork: {
        ...picturesOf(at, artwork),
        file: `${at}/files/${index + 1}`,
        fileName: printFileName(fileNames, piece, index, artwork.mediaType),
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

/** Under what name the file of a step is saved, such as where a printer's own program looks for it: `PRINT_FILE_NAME`, filled in. */
export function printFileName(pattern: string, piece: Piece, step: number, mediaType: string): string {
  const names = piece.steps.map((one) => filledIn(pattern, piece, one));
  const name = names[step] ?? piece.code;
  // Of two prints at one place by one technology each has a name of its own.
  const isAgain = names.indexOf(name) < step;
  return `${name}${isAgain ? `_${step + 1}` : ''}.${extensionOf(mediaType)}`;
}

function filledIn(pattern: string, { code, orderId, sku, batchId }: Piece, step: PieceStep): string {
  const { location, technology } = step;
  const parts: Record<string, string> = { code, orderId, sku, location, technology, batch: batchId ?? '' };
  return pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => plainName(parts[name] ?? ''));
}
