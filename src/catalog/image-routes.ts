import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const MAX_AGE_SECONDS = 3_600;

/** GET /images/…: the files in DATA_DIR/images, to everybody. */
export async function imageRoutes(app: FastifyInstance, { dataDir }: { dataDir: string }): Promise<void> {
  const root = join(dataDir, 'images');
  await mkdir(root, { recursive: true });
  await app.register(fastifyStatic, {
    root,
    prefix: '/images/',
    index: false,
    dotfiles: 'ignore',
    acceptRanges: false,
    decorateReply: false,
    schemaHide: true,
    maxAge: MAX_AGE_SECONDS * 1000,
    setHeaders: (reply) => {
      // An SVG that somebody uploads must not run as a page of this host.
      reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
      reply.header('x-content-type-options', 'nosniff');
    },
  });
}
