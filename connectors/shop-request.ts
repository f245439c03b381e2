import { type Json, parseJson } from './read-json.ts';
import { type ShopFault, ShopRefused, ShopUnavailable } from './shop.ts';

const TIMEOUT_MS = 30_000;
const ANSWER_BYTES_MAX = 32 * 1_048_576;
/** Statuses after which a retry may succeed. */
const LATER = new Set([401, 402, 403, 408, 409, 423, 425, 429]);
/** Statuses that need a change of the credentials. */
const DENIED = new Set([401, 403]);
const WORDS_MAX = 200;

export interface ShopCall {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  headers: Readonly<Record<string, string>>;
  /** JSON, or the fields of a form. */
  body?: unknown;
  /** Default: the global one, which also reaches private addresses. */
  fetch?: Fetch | undefined;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Sends one request to a shop's API. Returns undefined for 404. Throws ShopUnavailable and ShopRefused, which
 * quote only the shop's `message`, because responses contain personal data.
 */
export async function askShop(
  url: string,
  { method = 'GET', headers, body, fetch = globalThis.fetch }: ShopCall,
): Promise<Json | undefined> {
  const what = `${method} ${new URL(url).pathname}`;
  const isForm = body instanceof URLSearchParams;
  let status: number;
  let text: string;
  try {
    const answer = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      // A redirect could send the credentials to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    status = answer.status;
    text = await readText(answer, what);
  } catch (error) {
    if (error instanceof ShopRefused) throw error;
    throw new ShopUnavailable(`${what} had no answer: ${reasonOf(error as Error)}.`, faultOf(error as Error));
  }
  if (status === 404) return undefined;
  const hint = DENIED.has(status) ? '; check the credentials and their permissions' : '';
  if (status >= 500 || LATER.has(status))
    throw new ShopUnavailable(`${what} answered ${status}${hint}.`, faultOfStatus(status, text));
  if (status < 200 || status > 299) throw new ShopRefused(`${what} answered ${status}: ${wordsOf(text)}`);
  try {
    return parseJson(text || 'null');
  } catch {
    throw new ShopUnavailable(
      `${what} answered ${status} without JSON. Check that this is the address of the shop's API.`,
      'unusable',
    );
  }
}

/** Returns the shop's sentence about an error. */
function wordsOf(text: string): string {
  try {
    return parseJson(text).at('message').text.slice(0, WORDS_MAX) || 'no reason';
  } catch {
    return 'no reason';
  }
}

async function readText({ body }: Response, what: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new ShopRefused(`${what} answered more than ${ANSWER_BYTES_MAX} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function reasonOf({ name, cause }: Error): string {
  if (name === 'TimeoutError') return `none within ${TIMEOUT_MS} ms`;
  return (cause as { code?: string } | undefined)?.code ?? name;
}

/** Codes of undici and OpenSSL for a certificate that is invalid. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|^ERR_(TLS|SSL)/;

function faultOf({ name, cause }: Error): ShopFault {
  const { code = '', message = '' } = (cause ?? {}) as { code?: string; message?: string };
  if (name === 'TimeoutError') return 'slow';
  if (code === 'ADDRESS_REFUSED') return 'private';
  if (CERTIFICATE.test(code)) return 'certificate';
  return /redirect/.test(message) ? 'redirect' : 'unreachable';
}

function faultOfStatus(status: number, text: string): ShopFault {
  if (status === 403 || (status === 401 && /permission/.test(wordsOf(text)))) return 'forbidden';
  return status === 401 ? 'denied' : 'busy';
}
