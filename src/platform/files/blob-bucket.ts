import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher, request } from 'undici';
import type { S3Options } from '../settings/config.ts';
import { BlobMissingError, type BlobStore, BlobStoreError, blobName } from './blobs.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 60_000;
const IDLE_TIMEOUT_MS = 60_000;
/** Short, because a transaction waits for it. */
const DELETE_TIMEOUT_MS = 10_000;
const CONNECTIONS_MAX = 32;
/** The part of an error document that is searched for its code. */
const ERROR_BYTES_MAX = 16 * 1024;

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export function s3BlobStore(options: S3Options): BlobStore {
  const base = options.bucketUrl.replace(/\/+$/, '');
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    connections: CONNECTIONS_MAX,
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: IDLE_TIMEOUT_MS,
  });

  /** Sends a request signed by Signature Version 4. The service compares an upload with the signed hash. */
  const send = async (
    method: 'GET' | 'PUT' | 'DELETE',
    sha256: string,
    upload?: { path: string; bytes: number },
  ): Promise<Dispatcher.ResponseData> => {
    const url = `${base}/${blobName(sha256)}`;
    const signed = await new AwsV4Signer({
      ...options,
      service: 's3',
      method,
      url,
      headers: { 'x-amz-content-sha256': upload ? sha256 : EMPTY_SHA256 },
    }).sign();
    const headers = { ...Object.fromEntries(signed.headers), 'accept-encoding': 'identity' };
    const body = upload && createReadStream(upload.path);
    try {
      return await request(url, {
        method,
        dispatcher: agent,
        headers: upload ? { ...headers, 'content-length': String(upload.bytes) } : headers,
        body: body ?? null,
        signal: method === 'DELETE' ? AbortSignal.timeout(DELETE_TIMEOUT_MS) : null,
      });
    } catch (cause) {
      throw new BlobStoreError(`The blob store did not answer ${method}.`, { cause });
    } finally {
      body?.destroy();
    }
  };

  return {
    async put(sha256, path) {
      const { size: bytes } = await stat(path);
      await expect([200], await send('PUT', sha256, { path, bytes }));
    },

    async read(sha256) {
      const answer = await send('GET', sha256);
      if (answer.statusCode === 200) return answer.body;
      await expect([404], answer);
      throw new BlobMissingError(sha256);
    },

    async delete(sha256) {
      await expect([200, 204, 404], await send('DELETE', sha256));
    },

    // An object is complete or absent, and the database records all of them.
    list: async () => ({ blobs: [], next: undefined }),
    removeLeftovers: async () => ({ files: 0, bytes: 0 }),

    close: () => agent.close(),
  };
}

/** Reads the answer to its end. Throws unless it has one of these statuses and the bucket exists. */
async function expect(statuses: readonly number[], { statusCode, body }: Dispatcher.ResponseData): Promise<void> {
  let text = '';
  for await (const chunk of body) {
    text += chunk;
    if (text.length > ERROR_BYTES_MAX) break;
  }
  const code = /<Code>(\w{1,100})<\/Code>/.exec(text)?.[1];
  if (statuses.includes(statusCode) && code !== 'NoSuchBucket') return;
  throw new BlobStoreError(`The blob store answered ${statusCode}${code ? ` ${code}` : ''}.`);
}
