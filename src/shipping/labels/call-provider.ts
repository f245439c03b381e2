import { type Dispatcher, request } from 'undici';
import { FetchError, failureOf } from '../../platform/network/fetch-failure.ts';
import { hostAndPortOf } from '../../platform/network/public-host.ts';
import { safeAgent, wasUnsent } from '../../platform/network/safe-agent.ts';
import { LabelError, unusableAnswer } from './label-provider.ts';

/** Providers ask carriers while the caller waits, which may take half a minute. */
export const CALL_TIMEOUT_MS = 45_000;
/** Labels are below one megabyte, and base64 adds a third. */
const ANSWER_BYTES_MAX = 8 * 1_048_576;
const WORDS_LENGTH_MAX = 300;

interface ProviderCall {
  method: 'GET' | 'POST' | 'DELETE' | 'PATCH';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  /** Statuses that are answers rather than errors, such as 404. */
  expected?: readonly number[];
}

export interface ProviderAnswer {
  status: number;
  bytes: Buffer;
  /** Parses the body. Throws `LabelError` unless it is a JSON object or array. */
  json(): Record<string, unknown>;
}

export type CallProvider = (call: ProviderCall) => Promise<ProviderAnswer>;

/**
 * Opens calls to the host of `address`, which may be private, and to public hosts. Redirects are not
 * followed. Call `close` at the end.
 */
export function openCalls(
  address: string,
  { signal, timeoutMs = CALL_TIMEOUT_MS }: { signal: AbortSignal; timeoutMs?: number | undefined },
): { call: CallProvider; close: () => Promise<void> } {
  const agent = safeAgent({ allow: [hostAndPortOf(new URL(address))] });
  return { call: (one) => carryOut(agent, one, signal, timeoutMs), close: () => agent.destroy() };
}

async function carryOut(
  agent: Dispatcher,
  { method, url, headers, body, expected = [] }: ProviderCall,
  stop: AbortSignal,
  timeoutMs: number,
): Promise<ProviderAnswer> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
  const isRead = method === 'GET';
  let answer: { status: number; bytes: Buffer };
  try {
    const sent = await request(url, {
      dispatcher: agent,
      method,
      signal,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      headers: {
        accept: 'application/json, */*',
        'accept-encoding': 'identity',
        'user-agent': 'Platen',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    answer = { status: sent.statusCode, bytes: await readBytes(sent.body) };
  } catch (error) {
    stop.throwIfAborted();
    if (error instanceof LabelError) throw error;
    const isUnsent = isRead || wasUnsent(error);
    const { failure } = error instanceof FetchError ? error : failureOf(error);
    throw new LabelError(
      isUnsent ? 'unavailable' : 'unknown',
      'label_provider_unreachable',
      WORDS[failure.code] ?? 'no connection',
    );
  }
  const { status, bytes } = answer;
  const parsed = { status, bytes, json: () => parse(bytes) };
  if ((status >= 200 && status < 300) || expected.includes(status)) return parsed;
  throw errorOf(status, bytes);
}

const WORDS: Readonly<Record<string, string>> = {
  file_timeout: 'no answer in time',
  file_address_refused: 'the address leads nowhere',
  file_certificate_invalid: 'the certificate is invalid',
};

async function readBytes(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw unusableAnswer(`more than ${ANSWER_BYTES_MAX} bytes`);
  }
  return Buffer.concat(chunks);
}

function parse(bytes: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Answered below.
  }
  throw unusableAnswer('the answer is not JSON');
}

function errorOf(status: number, bytes: Buffer): LabelError {
  const words = `${status}: ${wordsOf(bytes)}`.slice(0, WORDS_LENGTH_MAX);
  if (status === 401 || status === 403) return new LabelError('refused', 'label_credentials_refused', words);
  if (status === 429) return new LabelError('unavailable', 'label_provider_unreachable', words);
  if (status >= 500 || status === 408 || status === 409 || status === 425)
    return new LabelError('unknown', 'label_provider_unreachable', words);
  return new LabelError('refused', 'label_refused', words);
}

/** Returns the text of an error: the messages of a JSON body, or its beginning. */
function wordsOf(bytes: Buffer): string {
  const text = bytes.toString('utf8', 0, 16_384);
  try {
    const found: string[] = [];
    collectMessages(JSON.parse(text), found, 0);
    if (found.length > 0) return clean(found.join(' '));
  } catch {
    // The body is not JSON.
  }
  return /<html|<!doctype/i.test(text) ? 'a web page' : clean(text);
}

const MESSAGE_DEPTH_MAX = 6;
const MESSAGES_MAX = 5;

function collectMessages(value: unknown, found: string[], depth: number): void {
  if (depth > MESSAGE_DEPTH_MAX || found.length >= MESSAGES_MAX || typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    if (typeof part === 'string' && /^(message|detail|error|error_description|suggestion)$/.test(name))
      found.push(part);
    else collectMessages(part, found, depth + 1);
    if (found.length >= MESSAGES_MAX) return;
  }
}

function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}
