import { pipeline, Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import { problemMessage } from '../errors/problem-messages.ts';
import { FetchError, failureOf } from './fetch-failure.ts';

const CODINGS: readonly string[] = ['gzip', 'x-gzip', 'deflate', 'br', 'zstd'];
/** A server applies one coding, and a proxy in front of it maybe another. */
const CODINGS_MAX = 4;
const HEAD_BYTES = 32;
/** The size of decoded parts. */
const chunkSize = 64 * 1024;
/** The largest window of RFC 9659, 8 MiB. */
const ZSTD_WINDOW_LOG_MAX = 23;
/** Beginnings of accepted files and of text. Brotli and deflate have no signature. */
const PLAIN_START = /^(%PDF-|\x89PNG|\xff\xd8\xff|\xef\xbb\xbf|[\t-\r\x20-\x7e]{16}|[\t-\r\x20-\x7e]{0,15}$)/;

/**
 * Decodes a body by its Content-Encoding, and passes the output of each coding through `limit`. An unknown
 * coding counts as identity, and so does one that the bytes do not have. Throws FetchError.
 */
export function decodeBody(
  body: AsyncIterable<Buffer>,
  contentEncoding: string,
  limit: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
): AsyncIterable<Buffer> {
  // Some servers quote the coding.
  const codings = contentEncoding.toLowerCase().replaceAll('"', '').split(',');
  const known = codings.map((coding) => coding.trim()).filter((coding) => CODINGS.includes(coding));
  if (known.length > CODINGS_MAX) throw notDecoded();
  // The last coding was applied last.
  return known.reduceRight((chunks, coding) => limit(decode(chunks, coding)), body);
}

async function* decode(chunks: AsyncIterable<Buffer>, coding: string): AsyncGenerator<Buffer> {
  const rest = chunks[Symbol.asyncIterator]();
  let head = Buffer.of();
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    head = Buffer.concat([head, next.value]);
    if (head.length >= HEAD_BYTES) break;
  }
  const all = async function* () {
    yield head;
    yield* { [Symbol.asyncIterator]: () => rest };
  };
  const decoder = decoderOf(coding, head);
  if (!decoder) return yield* all();
  try {
    yield* pipeline(Readable.from(all()), decoder, () => {});
  } catch (error) {
    if (error instanceof FetchError) throw error;
    const isCutOff = (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR';
    throw isCutOff ? failureOf(error) : notDecoded();
  }
}

/** Returns the decoder for bytes that begin with `head`; undefined if they do not have this coding. */
function decoderOf(coding: string, head: Buffer) {
  const start = head.toString('latin1', 0, HEAD_BYTES);
  switch (coding) {
    case 'deflate':
      // RFC 9110 means zlib. Some servers send deflate without it, which browsers accept.
      if (PLAIN_START.test(start)) return undefined;
      return isZlib(head) ? zlib.createInflate({ chunkSize }) : zlib.createInflateRaw({ chunkSize });
    case 'br':
      return PLAIN_START.test(start) ? undefined : zlib.createBrotliDecompress({ chunkSize });
    case 'zstd': {
      const params = { [zlib.constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX };
      return start.startsWith('\x28\xb5\x2f\xfd') ? zlib.createZstdDecompress({ chunkSize, params }) : undefined;
    }
    default:
      return start.startsWith('\x1f\x8b') ? zlib.createGunzip({ chunkSize }) : undefined;
  }
}

/** Returns whether the bytes begin with a header of RFC 1950. */
function isZlib(head: Buffer): boolean {
  return head.length >= 2 && (head[0]! & 0x0f) === 8 && head.readUInt16BE(0) % 31 === 0;
}

function notDecoded(): FetchError {
  return new FetchError('unsupported_encoding', problemMessage('unsupported_encoding'));
}
