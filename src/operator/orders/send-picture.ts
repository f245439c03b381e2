import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors.ts';
import { BlobMissingError, type BlobStore } from '../../files/blobs.ts';
import { matchesEtag } from '../../http/etag.ts';
import type { PictureDrawer } from '../../orders/files/draw-pictures.ts';
import type { PictureNames } from '../../orders/files/picture-store.ts';

/** A picture that is not there yet is drawn meanwhile. */
export const PICTURE_ANSWER_MS_MAX = 60_000;
/** Staff take one turn among those whose files are drawn. */
const STAFF = 'staff';
/** Its address names its content. */
const FOR_GOOD = 'private, max-age=31536000, immutable';
/** It shows where somebody lives: nobody is to see it from a cache without asking. */
const PERSONAL = 'private, no-cache';
const PERSONAL_ROLES = ['label', 'packing_slip'];

export interface PictureContext {
  blobs: BlobStore;
  drawer: PictureDrawer;
}

type Size = 'small' | 'large';

/** Sends the picture of a file that an order keeps, which is drawn first where it is not there yet. */
export async function sendPicture(
  { blobs, drawer }: PictureContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { role, size, ...file }: { sha256: string; mediaType: string; role: string; size: Size },
): Promise<FastifyReply> {
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(request.answerBy - performance.now())));
  const names = await drawer.picturesOf(STAFF, file, signal);
  const etag = `"${nameOf(names, size)}"`;
  reply.header('etag', etag).header('cache-control', PERSONAL_ROLES.includes(role) ? PERSONAL : FOR_GOOD);
  const known = request.headers['if-none-match'];
  if (known !== undefined && matchesEtag(known, etag)) return reply.code(304).send();
  const picture = await blobs.read(nameOf(names, size)).catch(async (error) => {
    if (!(error instanceof BlobMissingError)) throw error;
    // One that the store has lost is drawn anew.
    return blobs.read(nameOf(await drawer.draw(STAFF, file, signal), size));
  });
  return reply.header('content-type', 'image/webp').send(picture);
}

function nameOf(names: PictureNames, size: Size): string {
  const name = names[size];
  if (name === null) {
    throw new ApiError('not_found', 'No picture of this file can be drawn; read the file itself.');
  }
  return name;
}
