import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { makeEtag, sendJson } from './etag.ts';
import { publicPathOf } from './public-path.ts';
import { PAGE_POLICY } from './security-headers.ts';

/** Characters; the page itself has a thousand. */
const SCRIPT_LENGTH_MIN = 100_000;
/** The pages are open to everybody, and change with the program. */
const PAGE_CACHING = 'public, max-age=300';
const PIECE_BYTES = 65_536;

/** GET /openapi.json and the reference at /docs, which loads nothing from elsewhere. */
export async function registerDocs(app: FastifyInstance, config: Pick<Config, 'BASE_URL'>): Promise<void> {
  const publicPath = publicPathOf(config.BASE_URL);
  app.get(
    '/openapi.json',
    { schema: { hide: true } },
    sendDocument(() => app.swagger()),
  );
  await app.register(async (pages) => {
    pages.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', PAGE_POLICY).header('cache-control', PAGE_CACHING);
    });
    pages.addHook('onSend', keepScript());
    // To the page with a slash at its end, which the plugin names as if nothing stood before it.
    pages.addHook('onSend', async (_request, reply) => {
      const target = reply.getHeader('location');
      if (typeof target === 'string') reply.header('location', `${publicPath}${target}`);
    });
    await pages.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        url: `${publicPath}/openapi.json`,
        title: 'Platen fulfillment API',
        pageTitle: 'Platen fulfillment API',
        showDeveloperTools: 'never',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    });
  });
}

/** Answers with a document that is written once: it is open to everybody, and large. */
export function sendDocument(make: () => object) {
  let document: { bytes: Buffer; etag: string } | undefined;
  return (request: FastifyRequest, reply: FastifyReply) => {
    if (!document) {
      const bytes = Buffer.from(JSON.stringify(make()));
      document = { bytes, etag: makeEtag(bytes) };
    }
    return sendJson(request, reply, document.bytes, document.etag);
  };
}

/** The script of the reference is 4 MB of text, which would be encoded anew, and held in memory, for each who asks for it. */
function keepScript() {
  let script: { text: string; bytes: Buffer } | undefined;
  return async (_request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (typeof payload !== 'string' || payload.length < SCRIPT_LENGTH_MIN) return payload;
    if (script?.text !== payload) script = { text: payload, bytes: Buffer.from(payload) };
    reply.header('content-length', script.bytes.length);
    return Readable.from(inPieces(script.bytes), { objectMode: false });
  };
}

/** Each in a turn of the event loop of its own: hundreds who ask at once would otherwise have all of it copied before anybody else is answered. */
async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    yield bytes.subarray(start, start + PIECE_BYTES);
    await nextTurn();
  }
}
