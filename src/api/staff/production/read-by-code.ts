import type { Pool } from 'pg';
import { findHandOver, type HandOver } from '../../../packing/hand-over/hand-over-store.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import {
  batchNotFound,
  handOverNotFound,
  parcelNotFound,
  pieceNotFound,
} from '../../../platform/errors/errors.ts';
import { readScanCode, scanCodeOf } from '../../../platform/text/scan-codes.ts';
import { type Batch, findBatch } from '../../../production/batch-store.ts';
import { findPieceByCode, type Piece } from '../../../production/piece-store.ts';

/** The number of a batch or of a hand-over list. */
export const NUMBER = /^[1-9]\d{0,14}$/;

/** The number of a batch, which is named by its number or its code. Throws `batch_not_found` where it can be none. */
export function batchIdOf(text: string): string {
  if (NUMBER.test(text)) return text;
  const code = readScanCode(text);
  if (code?.kind !== 'batch') throw batchNotFound();
  return String(code.number);
}

/** Throws `batch_not_found`. */
export async function readBatch(pool: Pool, text: string): Promise<Batch> {
  const batchId = batchIdOf(text);
  const batch = await withRetry(() => findBatch(pool, batchId));
  if (!batch) throw batchNotFound();
  return batch;
}

/** The code of a piece as it is stored, however it was typed. Throws `piece_not_found` where it can be none. */
export function pieceCodeOf(text: string): string {
  const code = readScanCode(text);
  if (code?.kind !== 'piece') throw pieceNotFound();
  return scanCodeOf('piece', code.number);
}

/** Throws `piece_not_found`. */
export async function readPiece(pool: Pool, text: string): Promise<Piece> {
  const code = pieceCodeOf(text);
  const piece = await withRetry(() => findPieceByCode(pool, code));
  if (!piece) throw pieceNotFound();
  return piece;
}

/** The code of a parcel as it is stored, however it was typed. Throws `parcel_not_found` where it can be none. */
export function parcelCodeOf(text: string): string {
  const code = readScanCode(text);
  if (code?.kind !== 'parcel') throw parcelNotFound();
  return scanCodeOf('parcel', code.number);
}

/** Throws `hand_over_not_found` for what cannot be the number of a list. */
export function handOverIdOf(text: string): string {
  if (!NUMBER.test(text)) throw handOverNotFound();
  return text;
}

/** Throws `hand_over_not_found`. */
export async function readHandOver(pool: Pool, text: string): Promise<HandOver> {
  const handOverId = handOverIdOf(text);
  const found = await withRetry(() => findHandOver(pool, handOverId));
  if (!found) throw handOverNotFound();
  return found;
}
