import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from './etag.ts';

export const CACHING = {
  /** For content that may change with an upgrade. The browser checks it each time, which costs a 304. */
  page: 'public, no-cache',
  /** For an address that contains the hash of its content. */
  immutable: 'public, max-age=31536000, immutable',
} as const;

const COMPRESSED_BYTES_MIN = 1_024;
/** Level 5 of 11 takes half a second for 4 MB. Level 9 takes four times as long and saves a tenth. */
const BROTLI_QUALITY = 5;
const PIECE_BYTES = 65_536;
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** Public content that is the same for everybody. It is compressed once, at the first request. */
export class FixedContent {
  readonly type: string;
  readonly bytes: Buffer;
  readonly hash: string;
  readonly #compressed = new Map<Encoding, Promise<Buffer>>();

  /** `type` is the media type. Content that is already compressed, such as a tarball, is sent unchanged. */
  constructor(type: string, content: string | Buffer) {
    this.type = type;
    this.bytes = Buffer.from(content);
    this.hash = hash('sha1', this.bytes, 'base64url');
  }

  get isCompressible(): boolean {
    return this.bytes.length >= COMPRESSED_BYTES_MIN && /^text\/|json|javascript|svg/.test(this.type);
  }

  encoded(encoding: Encoding): Promise<Buffer> {
    let compressed = this.#compressed.get(encoding);
    if (!compressed) {
      compressed = compressors[encoding](this.bytes);
      this.#compressed.set(encoding, compressed);
    }
    return compressed;
  }
}

/** Sends the content in the preferred encoding (RFC 9110, 12.5.3), or 304 if the client has it. */
export async function sendFixed(
  request: FastifyRequest,
  reply: FastifyReply,
  content: FixedContent,
  caching: string,
): Promise<FastifyReply> {
  reply.header('cache-control', caching).header('content-type', content.type);
  const encoding = content.isCompressible ? encodingFor(request) : undefined;
  if (content.isCompressible) reply.header('vary', 'Accept-Encoding');
  const etag = `"${content.hash}${encoding ? `-${encoding}` : ''}"`;
  reply.header('etag', etag);
  const known = request.headers['if-none-match'];
  if (known !== undefined && matchesEtag(known, etag)) return reply.removeHeader('content-type').code(304).send();
  const bytes = encoding ? await content.encoded(encoding) : content.bytes;
  if (encoding) reply.header('content-encoding', encoding);
  reply.header('content-length', bytes.length);
  return reply.send(bytes.length > PIECE_BYTES ? Readable.from(yieldPieces(bytes), { objectMode: false }) : bytes);
}

function encodingFor(request: FastifyRequest): Encoding | undefined {
  const accepted = request.headers['accept-encoding'];
  const best = accepted && negotiate(accepted, [...ENCODINGS, 'identity']);
  return best === 'br' || best === 'gzip' ? best : undefined;
}

/** Yields one piece per turn of the event loop, so that hundreds of downloads do not block other requests. */
async function* yieldPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    yield bytes.subarray(start, start + PIECE_BYTES);
    await nextTurn();
  }
}

export function sendDocument(make: () => object) {
  let document: FixedContent | undefined;
  return (request: FastifyRequest, reply: FastifyReply) => {
    document ??= new FixedContent('application/json; charset=utf-8', JSON.stringify(make()));
    return sendFixed(request, reply, document, CACHING.page);
  };
}
