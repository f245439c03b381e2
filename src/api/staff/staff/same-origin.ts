import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../../platform/errors/errors.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether the request may change something. */
export function isChanging({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return !READING.has(method);
}

/**
 * Throws `foreign_origin` for a request that a page of another origin may have made in the name of whoever is signed in: browsers say whose page
 * asks, and no page can say otherwise. With `needed` one of the two fields must be there.
 */
export function refuseForeignOrigin(
  { headers }: Pick<FastifyRequest, 'headers'>,
  baseUrl: string,
  { needed }: { needed: boolean },
): void {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const own = new URL(baseUrl).origin;
  if (site !== undefined && site !== 'same-origin') throw foreignOrigin(own);
  if (origin === undefined) {
    if (needed && site === undefined) throw foreignOrigin(own);
    return;
  }
  // The browser has named both itself: the page's host, and the one it asked.
  if (origin !== own && URL.parse(origin)?.host !== host) throw foreignOrigin(own);
}

function foreignOrigin(own: string): ApiError {
  return new ApiError(
    'foreign_origin',
    `With a session, changes are taken from the console's own pages only; their requests carry "Origin: ${own}".`,
  );
}
