import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { IMAGE_POLICY } from '../../platform/http/common-headers.ts';

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
    cacheControl: false,
    setHeaders: (reply) => {
      reply.header('content-security-policy', IMAGE_POLICY);
      reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`);
    },
  });
}
