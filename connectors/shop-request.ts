import { setTimeout as wait } from 'node:timers/promises';
import { type Json, parseJson } from './read-json.ts';
import { type ShopFault, ShopRefused, ShopUnavailable } from './shop.ts';

const TIMEOUT_MS = 30_000;
const ANSWER_BYTES_MAX = 32 * 1_048_576;
/** Statuses after which a retry may succeed. */
const LATER = new Set([401, 402, 403, 408, 409, 423, 425, 429]);
/** Statuses that need a change of the credentials. */
const DENIED = new Set([401, 403]);
const WORDS_MAX = 200;
/** Attempts at a request that comes too early or meets a busy server, and the longest wait before each. */
const ATTEMPTS_MAX = 3;
const WAIT_SECONDS_MAX = 10;
/** The wait for a gateway that names none. */
const GATEWAY_SECONDS = 1;
const GATEWAY_FAULTS = new Set([502, 503, 504]);

/** How requests to a shop are sent. */
export interface Calling {
  /** Default: the global one, which also reaches private addresses. */
  fetch?: Fetch | undefined;
  /** Ends the waits before repeated requests when the process stops. */
  stopping?: AbortSignal | undefined;
}

export interface ShopCall {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  headers: Readonly<Record<string, string>>;
  /** JSON, or the fields of a form. */
  body?: unknown;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Sends one request to a shop's API. Returns undefined for 404. Throws ShopUnavailable and ShopRefused, which
 * quote only the shop's sentence about the error, because responses contain personal data. Throws an
 * AbortError when the process stops.
 */
export async function askShop(
  { fetch = globalThis.fetch, stopping }: Calling,
  url: string,
  { method = 'GET', headers, body }: ShopCall,
): Promise<Json | undefined> {
  const what = `${method} ${new URL(url).pathname}`;
  const isForm = body instanceof URLSearchParams;
  let status: number;
  let text: string;
  const send = () =>
    fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      // A redirect could send the credentials to another host.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  try {
    let answer = await send();
    for (let attempts = 1; attempts < ATTEMPTS_MAX; attempts++) {
      const seconds = secondsOf(answer, method);
      if (!(seconds <= WAIT_SECONDS_MAX)) break;
      await answer.body?.cancel();
      await wait(seconds * 1_000, undefined, { signal: stopping });
      answer = await send();
    }
    status = answer.status;
    const target = status > 299 && status < 400 && URL.parse(answer.headers.get('location') ?? '', url)?.origin;
    if (target) throw new ShopUnavailable(target, 'redirect');
    text = await readText(answer, what);
  } catch (error) {
    if (error instanceof ShopRefused || error instanceof ShopUnavailable || (error as Error).name === 'AbortError')
      throw error;
    throw new ShopUnavailable(`${what} had no answer: ${reasonOf(error as Error)}.`, faultOf(error as Error));
  }
  if (status === 404) return undefined;
  if (status >= 500 || LATER.has(status)) {
    const hint = DENIED.has(status) ? '; check the credentials and their permissions' : '';
    const words = wordsOf(text);
    const message = `${what} answered ${status}${hint}${words && ` (${words})`}.`;
    throw new ShopUnavailable(message, faultOfStatus(status, words));
  }
  if (status < 200 || status > 299)
    throw new ShopRefused(`${what} answered ${status}: ${wordsOf(text) || 'no reason'}`);
  try {
    return parseJson(text || 'null');
  } catch {
    throw new ShopUnavailable(
      `${what} answered ${status} without JSON. Check that this is the address of the shop's API.`,
      'unusable',
    );
  }
}

/**
 * Returns the seconds until the next attempt at a request; NaN for none. Order Desk sends `X-Retry-After`. A
 * request that only reads is repeated at a fault of the gateway, so a long list does not begin again.
 */
function secondsOf({ status, headers }: Response, method: string): number {
  const seconds = Number.parseFloat(headers.get('retry-after') ?? headers.get('x-retry-after') ?? '');
  if (method === 'GET' && GATEWAY_FAULTS.has(status)) return Number.isNaN(seconds) ? GATEWAY_SECONDS : seconds;
  return status === 429 ? seconds : Number.NaN;
}

/** Returns the shop's sentence about an error, from JSON or from the title of a page. Empty without one. */
function wordsOf(text: string): string {
  let answer: Json;
  try {
    answer = parseJson(text);
  } catch {
    const title = /<title>([^<]*)/i.exec(text)?.[1] ?? '';
    return title.replace(/\s+/g, ' ').trim().slice(0, WORDS_MAX);
  }
  const errors = answer.at('errors');
  const [first] = errors.list;
  const texts = [answer.at('message'), errors, first?.at('detail'), first?.at('title'), answer.at('error_description')];
  return (texts.find((one) => one?.text) ?? answer.at('error')).text.slice(0, WORDS_MAX);
}

async function readText({ body }: Response, what: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new ShopRefused(`${what} answered more than ${ANSWER_BYTES_MAX} bytes.`);
    chunks.push(chunk);
  }
  // Removes a byte order mark, which plugins of WordPress send.
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function reasonOf({ name, cause }: Error): string {
  if (name === 'TimeoutError') return `none within ${TIMEOUT_MS} ms`;
  return (cause as { code?: string } | undefined)?.code ?? name;
}

/** Codes of undici and OpenSSL for a certificate that is invalid. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|^ERR_(TLS|SSL)/;

function faultOf({ name, cause }: Error): ShopFault {
  const { code = '', isPrivate } = (cause ?? {}) as { code?: string; isPrivate?: boolean };
  if (name === 'TimeoutError') return 'slow';
  if (code === 'ADDRESS_REFUSED') return isPrivate ? 'private' : 'nameless';
  if (CERTIFICATE.test(code)) return 'certificate';
  return 'unreachable';
}

function faultOfStatus(status: number, words: string): ShopFault {
  if (status === 403 || (status === 401 && /permission/.test(words))) return 'forbidden';
  return status === 401 ? 'denied' : 'busy';
}
