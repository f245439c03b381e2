import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Pool } from 'pg';
import type { JobTicket } from '../papers/paper-types.ts';
import { withRetry } from '../platform/database/transaction.ts';
import { describePiece, type PieceDescription, readFloorFacts } from './describe-piece.ts';
import { findSmallPictures, listPickPositions, type PickPosition } from './paper-run-store.ts';
import type { OrderFacts } from './piece-facts-store.ts';
import { findPieceByCode, type Piece } from './piece-store.ts';

const PAGE_PIECES = 100;
const NOTES_MAX = 3;
/** Pictures on one ticket. With more, each would be too small. */
const PICTURES_MAX = 4;
/** Pictures in memory. Pieces of one order share theirs. */
const PICTURES_KEPT_MAX = 50;

type Wanted = Omit<JobTicket['pictures'][number], 'image'> & { sha256: string; placed?: string };

export interface TicketContext {
  pool: Pool;
  blobs: { read: (sha256: string) => Promise<Readable> };
}

/** A ticket with its place in the picking order of its batch. */
type PlacedTicket = { ticket: JobTicket; position: PickPosition };

/** Reads the tickets of pieces. Keeps the pictures that pieces share. */
export class TicketReader {
  readonly #context: TicketContext;
  readonly #pictures = new Map<string, Promise<Buffer | undefined>>();

  constructor(context: TicketContext) {
    this.#context = context;
  }

  /** Reads tickets of a batch in picking order, page by page. */
  async *readBatch(batchId: string, after: PickPosition | undefined, limit: number): AsyncGenerator<PlacedTicket> {
    const { pool } = this.#context;
    let last = after;
    for (let left = limit; left > 0; ) {
      const count = Math.min(PAGE_PIECES, left);
      const page = await withRetry(() => listPickPositions(pool, batchId, last, count));
      for (const position of page) {
        const ticket = await this.readTicket(position.code);
        if (ticket) yield { ticket, position };
      }
      last = page.at(-1);
      if (page.length < count) return;
      left -= page.length;
    }
  }

  async readTicket(code: string): Promise<JobTicket | undefined> {
    const { pool } = this.#context;
    const piece = await withRetry(() => findPieceByCode(pool, code));
    if (!piece) return undefined;
    const facts = await withRetry(() => readFloorFacts(pool, piece, piece, NOTES_MAX));
    const described = describePiece(piece, facts);
    const ticket = ticketOf(piece, described, facts);
    const notes = facts?.notes.map(({ text }) => text) ?? [];
    return { ...ticket, notes, pictures: await this.#picturesOf(described) };
  }

  async #picturesOf({ steps, qualityControl }: PieceDescription): Promise<JobTicket['pictures']> {
    const wanted = steps.flatMap(({ artwork, location, printFile }) => {
      if (!artwork) return [];
      // The print on the product shows more than the artwork alone.
      const placed = printFile?.picture ?? undefined;
      return [{ kind: 'ARTWORK' as const, location, sha256: artwork.sha256, ...(placed && { placed }) }];
    });
    const all = [
      ...wanted.slice(0, PICTURES_MAX - 1),
      ...(qualityControl ? [{ kind: 'QUALITY_CONTROL' as const, sha256: qualityControl.sha256 }] : []),
    ];
    if (all.length === 0) return [];
    const sha256s = all.map(({ sha256 }) => sha256);
    const small = await withRetry(() => findSmallPictures(this.#context.pool, sha256s));
    const pictures = await Promise.all(
      all.map(async ({ sha256, placed, ...rest }: Wanted) => {
        const name = placed ?? small.get(sha256);
        const image = name === undefined ? undefined : await this.#read(name);
        return image ? [{ ...rest, image }] : [];
      }),
    );
    return pictures.flat();
  }

  /** Reads a picture. A lost picture is left out, because the ticket is needed anyway. */
  #read(name: string): Promise<Buffer | undefined> {
    const known = this.#pictures.get(name);
    if (known) return known;
    if (this.#pictures.size >= PICTURES_KEPT_MAX) this.#pictures.clear();
    const reading = this.#context.blobs.read(name).then(buffer, () => undefined);
    this.#pictures.set(name, reading);
    return reading;
  }
}

function ticketOf(
  piece: Piece,
  { inOrder, article, steps, batch, due, isRush }: PieceDescription,
  facts: OrderFacts | undefined,
): Omit<JobTicket, 'pictures' | 'notes'> {
  const { code, quantity, orderId, sku, attempt } = piece;
  const prints = steps.filter(({ kind }) => kind === 'PRINT');
  const customizations = steps.filter(({ kind }) => kind === 'CUSTOMIZATION');
  return {
    code,
    piece: inOrder,
    ...(quantity > 1 && { lotQuantity: quantity }),
    ...(batch && { batch: { name: batch.name, place: batch.place, of: batch.of } }),
    clientName: facts?.clientName ?? '',
    orderId,
    article: {
      title: article?.title ?? sku,
      sku,
      ...(article?.color && { color: article.color }),
      ...(article?.size && { size: article.size }),
      ...(article?.dtgType && { dtgType: article.dtgType }),
    },
    prints: prints.map(({ location, technology, widthMm, heightMm }) => ({
      location,
      technology,
      ...(widthMm !== undefined && heightMm !== undefined && { size: { widthMm, heightMm } }),
    })),
    customizations: customizations.map(({ title, sku: applied, location, technology }) => ({
      name: title ?? applied ?? '',
      location,
      technology,
    })),
    ...(due && { due }),
    attempt,
    ...(isRush && { rush: true }),
  };
}
