import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../platform/errors/errors.ts';
import type { Config } from '../../platform/settings/config.ts';

const BUILT = join(import.meta.dirname, '../../../console/dist');
const PAGE = 'index.html';
const NONCE_BYTES = 16;
/** For assets, which never change since their names contain a hash of their content. */
const FOREVER = 'public, max-age=31536000, immutable';
const ASK_EACH_TIME = 'no-cache';
/** The service worker of the station pages. Its own policy decides what it may load. */
const WORKER = 'station-worker.js';
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";
const NOT_BUILT =
  'The console is not built. Build it with "npm ci" or "npm run build -w console". Then start Platen again.';

type ConsoleOptions = { config: Pick<Config, 'IMAGE_BASE_URL' | 'TIME_ZONE'>; built?: string | undefined };

/** Serves the console. Each path below /console/ without a file gets the page, whose script reads it. */
export async function serveConsole(app: FastifyInstance, { config, built = BUILT }: ConsoleOptions): Promise<void> {
  const hidden = { schema: { hide: true } };
  // Relative, so that it also works behind a proxy that adds a path.
  app.get('/console', hidden, (_request, reply) => reply.redirect('console/', 302));
  if (!existsSync(join(built, PAGE))) {
    app.log.warn({ folder: built }, NOT_BUILT);
    app.get('/console/*', hidden, () => {
      throw new ApiError('temporarily_unavailable', NOT_BUILT);
    });
    return;
  }
  await app.register(fastifyStatic, {
    root: built,
    serve: false,
    preCompressed: true,
    acceptRanges: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? FOREVER : ASK_EACH_TIME);
      if (path.includes(`/${WORKER}`)) reply.header('content-security-policy', WORKER_POLICY);
    },
  });
  const files = new Set(readdirSync(built, { recursive: true, encoding: 'utf8' }).filter(isServed));
  const sendPage = pageSender(readFileSync(join(built, PAGE), 'utf8'), config);
  app.get<{ Params: { '*': string } }>('/console/*', hidden, (request, reply) => {
    const path = request.params['*'];
    if (files.has(path)) return reply.sendFile(path);
    if (path.startsWith('assets/')) {
      throw new ApiError('not_found', 'The console has no such file. Load its page again.');
    }
    return sendPage(request, reply);
  });
}

/** Excludes the page itself, and compressed copies, which only the server reads. */
function isServed(file: string): boolean {
  return /^(assets\/)?[\w-][\w.-]*\.(js|css|svg|png|woff2)$/.test(file);
}

function pageSender(page: string, config: ConsoleOptions['config']) {
  const images = new URL(config.IMAGE_BASE_URL).origin;
  return (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    return reply
      .header('cache-control', ASK_EACH_TIME)
      .header('content-security-policy', consolePolicy(nonce, images))
      .header('referrer-policy', 'same-origin')
      .header('cross-origin-opener-policy', 'same-origin')
      .type('text/html; charset=utf-8')
      .send(
        page
          .replace('<html', `<html data-time-zone="${config.TIME_ZONE}"`)
          .replace('<base href="/console/"', `<base href="${pathToConsole(path)}"`)
          .replace('nonce=""', `nonce="${nonce}"`),
      );
  };
}

/** Returns the relative path from a page to the console's folder, also behind a proxy that changes paths. */
function pathToConsole(path: string): string {
  const folders = path.slice('/console/'.length).split('/').length - 1;
  return folders === 0 ? './' : '../'.repeat(folders);
}

/**
 * Returns the Content-Security-Policy of a page. Pictures of the catalogue may come from another host
 * (`images`). Inline styles need the nonce. Documents to print are shown in a frame, from a blob.
 */
function consolePolicy(nonce: string, images: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob: https: ${images}`,
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
