import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { type Dispatcher, request } from 'undici';
import { problemMessage } from '../errors/problem-messages.ts';
import { decodeBody } from './decode-body.ts';
import { answerFailure, FetchError, type FetchFailure, failureOf, storageLow } from './fetch-failure.ts';

const MIB = 1024 * 1024;

export const FILE_BYTES_MAX = 256 * MIB;
const FETCH_TIMEOUT_MS = 300_000;
const HEADERS_TIMEOUT_MS = 20_000;
const BODY_IDLE_TIMEOUT_MS = 20_000;
const REDIRECTS_MAX = 3;
/** Longer validators are not kept. */
const VALIDATOR = /^[\x21-\x7e][\x20-\x7e]{0,255}$/;
/** 203 comes from a proxy that changed headers or encoding (RFC 9110, 15.3.4). */
const FILE_STATUSES: readonly number[] = [200, 203];
const PARTIAL_CONTENT = 206;
const REDIRECT_STATUSES: readonly number[] = [301, 302, 303, 307, 308];

export interface FetchLimits {
  bytes: number;
  redirects: number;
  /** From the first connection to the last byte, including redirects. */
  totalMs: number;
  headersMs: number;
  /** The longest pause between two parts of the body. */
  idleMs: number;
}

interface SafeFetchOptions {
  /** The agent of safeAgent, which decides to which addresses to connect. */
  agent: Dispatcher;
  folder: string;
  limits?: Partial<FetchLimits>;
  signal?: AbortSignal;
  claimRoom?: (bytes: number) => boolean;
  bytesMax?: number;
  validators?: FileValidators;
  onBytes?: (bytes: number) => void;
}

export type FileValidators = { etag?: string | undefined; lastModified?: string | undefined };

/** A received file. The caller must delete the file at `path`. */
export type FetchedFile = { kind: 'fetched'; path: string; sha256: string; bytes: number; validators: FileValidators };

export type UnchangedFile = { kind: 'unchanged' };

/**
 * Fetches a file from the public internet into `folder`, and follows at most three redirects. Returns a
 * FetchFailure, and leaves no file, if the URL, the server or a limit prevents the fetch. Returns `unchanged`
 * if the server says that the file still matches `validators`. Rejects with the reason of an aborted signal,
 * or with an error of the local disk.
 */
export async function safeFetch(
  url: string,
  options: SafeFetchOptions,
): Promise<FetchedFile | UnchangedFile | FetchFailure> {
  const limits: FetchLimits = {
    bytes: FILE_BYTES_MAX,
    redirects: REDIRECTS_MAX,
    totalMs: FETCH_TIMEOUT_MS,
    headersMs: HEADERS_TIMEOUT_MS,
    idleMs: BODY_IDLE_TIMEOUT_MS,
    ...options.limits,
  };
  limits.bytes = Math.min(limits.bytes, options.bytesMax ?? limits.bytes);
  const timeout = AbortSignal.timeout(limits.totalMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const { claimRoom = () => true } = options;
  try {
    const answer = await requestFile(url, options, limits, signal);
    if (!answer) return { kind: 'unchanged' };
    const { body, headers } = answer;
    try {
      const encoding = String(headers['content-encoding'] ?? '');
      const decoded = decodeBody(receiveBody(body, limits, options.onBytes), encoding, (chunks) =>
        limitBytes(chunks, limits),
      );
      const file = await receiveFile(decoded, claimRoom, join(options.folder, `${randomUUID()}.part`));
      return { ...file, validators: validatorsOf(headers) };
    } finally {
      discard(body);
    }
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof FetchError) return error.failure;
    throw error;
  }
}

/** Returns the answer with the file, after all redirects; undefined for a 304. */
async function requestFile(
  url: string,
  { agent, validators = {} }: SafeFetchOptions,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData | undefined> {
  let target = fetchableUrl(url);
  if (!target) {
    throw new FetchError('file_url_invalid', problemMessage('file_url_invalid'));
  }
  const { etag, lastModified } = validators;
  const isConditional = etag !== undefined || lastModified !== undefined;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await request(target, {
      dispatcher: agent,
      signal,
      headersTimeout: limits.headersMs,
      bodyTimeout: limits.idleMs,
      headers: {
        accept: '*/*',
        'accept-encoding': 'identity',
        'user-agent': 'Platen',
        ...(etag !== undefined && { 'if-none-match': etag }),
        ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
      },
    }).catch((error: unknown) => {
      const fault = failureOf(error);
      // Not the host of the URL is to blame.
      if (redirects > 0 && fault.failure.code === 'file_address_refused')
        fault.failure.message = problemMessage('redirect_refused');
      throw fault;
    });
    const isUnchanged = answer.statusCode === 304 && isConditional;
    const failure =
      isUnchanged || REDIRECT_STATUSES.includes(answer.statusCode) ? undefined : findFault(answer, limits);
    if (isFile(answer) && !failure) return answer;
    discard(answer.body);
    if (isUnchanged) return undefined;
    if (failure) throw failure;
    if (redirects >= limits.redirects) {
      throw new FetchError('too_many_redirects', problemMessage('too_many_redirects', { count: limits.redirects }));
    }
    target = redirectTarget(answer.headers.location, target);
  }
}

function discard(body: Dispatcher.ResponseData['body']): void {
  body.on('error', () => {}).destroy();
}

function findFault({ statusCode, headers }: Dispatcher.ResponseData, limits: FetchLimits): FetchError | undefined {
  if (!isFile({ statusCode, headers })) return answerFailure(statusCode, headers['retry-after'], new Date());
  return Number(headers['content-length'] ?? 0) > limits.bytes ? tooLarge(limits) : undefined;
}

/** Some caches answer 206 although nobody asked for a part. The part may be the whole file. */
function isFile({ statusCode, headers }: Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>): boolean {
  if (statusCode !== PARTIAL_CONTENT) return FILE_STATUSES.includes(statusCode);
  const [, last, total] = /^bytes 0-([0-9]{1,15})\/([0-9]{1,15})$/i.exec(String(headers['content-range'])) ?? [];
  return total !== undefined && Number(last) + 1 === Number(total) && headers['content-length'] === total;
}

function redirectTarget(location: string | string[] | undefined, base: URL): URL {
  // Node reads headers as Latin-1, but a Location beyond ASCII is UTF-8 in practice.
  const text = typeof location === 'string' ? Buffer.from(location, 'latin1').toString('utf8') : undefined;
  const target = text === undefined ? undefined : fetchableUrl(text, base);
  if (target && base.protocol === 'https:' && target.protocol === 'http:') {
    throw new FetchError('invalid_redirect', problemMessage('insecure_redirect'));
  }
  if (target) return target;
  throw new FetchError('invalid_redirect', problemMessage('invalid_redirect'));
}

function fetchableUrl(value: string, base?: URL): URL | undefined {
  const url = URL.parse(value, base);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  return url;
}

function validatorsOf({ etag, 'last-modified': lastModified }: IncomingHttpHeaders): FileValidators {
  const usable = (value: string | string[] | undefined) =>
    typeof value === 'string' && VALIDATOR.test(value) ? value : undefined;
  return { etag: usable(etag), lastModified: usable(lastModified) };
}

/** Yields the body up to the limit. Throws FetchError. */
async function* receiveBody(
  body: AsyncIterable<Buffer>,
  limits: FetchLimits,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<Buffer> {
  try {
    yield* limitBytes(body, limits, onBytes);
  } catch (error) {
    throw failureOf(error);
  }
}

async function* limitBytes(
  chunks: AsyncIterable<Buffer>,
  limits: FetchLimits,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    onBytes(chunk.length);
    if (bytes > limits.bytes) throw tooLarge(limits);
    yield chunk;
  }
}

/** Writes a file to `path` and hashes it. Leaves no file if that fails. */
export async function receiveFile(
  chunks: AsyncIterable<Buffer>,
  claimRoom: (bytes: number) => boolean,
  path: string,
): Promise<Omit<FetchedFile, 'validators'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = async function* () {
    for await (const chunk of chunks) {
      if (!claimRoom(chunk.length)) throw storageLow();
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(counted());
    await file.close();
    return { kind: 'fetched', path, sha256: hash.digest('hex'), bytes };
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}

function tooLarge({ bytes }: FetchLimits): FetchError {
  const limit = bytes >= MIB ? `${Math.floor(bytes / MIB)} MiB` : `${bytes} bytes`;
  return new FetchError('file_too_large', problemMessage('file_too_large', { limit }));
}

const TOUCH_INTERVAL_MS = 60_000;
/** A folder not touched for this time belongs to a killed process. Machines' clocks may differ. */
const ABANDONED_AFTER_MS = 10 * 60_000;

interface FetchFolder {
  path(): Promise<string>;
  /** Touches the folder, and removes the folders of killed processes. */
  tidy(now: Date): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a folder in `parent` for the incoming files of this process. Removes folders that other processes
 * left in `parent`: immediately if `alone` is true, otherwise ten minutes after their last use.
 */
export async function openFetchFolder(
  parent: string,
  { now, alone }: { now: Date; alone: boolean },
): Promise<FetchFolder> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const path = join(parent, randomUUID());
  const tidy = async (at: Date, everything = false) => {
    await utimes(path, at, at).catch(() => {});
    for (const name of await readdir(parent)) {
      if (everything || (await isAbandoned(join(parent, name), at))) await remove(join(parent, name));
    }
  };
  await tidy(now, alone);
  const timer = setInterval(() => void tidy(new Date()).catch(() => {}), TOUCH_INTERVAL_MS).unref();
  return {
    async path() {
      await mkdir(path, { recursive: true, mode: 0o700 });
      return path;
    },
    tidy,
    async close() {
      clearInterval(timer);
      await remove(path);
    },
  };
}

async function isAbandoned(path: string, now: Date): Promise<boolean> {
  // Another process may remove it first.
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && now.getTime() - found.mtimeMs >= ABANDONED_AFTER_MS;
}

async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
}
