import { type Json, parseJson } from './read-json.ts';
import { ShopRefused, ShopUnavailable } from './shop.ts';

const TIMEOUT_MS = 30_000;
const ANSWER_BYTES_MAX = 32 * 1_048_576;
/** Statuses after which a retry may succeed. */
const LATER = new Set([401, 402, 403, 408, 409, 423, 425, 429]);
/** Statuses that need a change of the credentials. */
const DENIED = new Set([401, 403]);
const WORDS_MAX = 200;

export interface ShopCall {
  method?: 'GET' | 'POST' | 'PUT';
  headers: Readonly<Record<string, string>>;
  body?: unknown;
}

/**
 * Sends one request to a shop's API. Returns undefined for 404. Throws ShopUnavailable and ShopRefused, which
 * quote only the shop's `message`, because responses contain personal data.
 */
export async function askShop(url: string, { method = 'GET', headers, body }: ShopCall): Promise<Json | undefined> {
  const what = `${method} ${new URL(url).pathname}`;
  let status: number;
  let text: string;
  try {
    const answer = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A redirect could send the credentials to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    status = answer.status;
    text = await readText(answer, what);
  } catch (error) {
    if (error instanceof ShopRefused) throw error;
    throw new ShopUnavailable(`${what} had no answer: ${reasonOf(error as Error)}.`);
  }
  if (status === 404) return undefined;
  const hint = DENIED.has(status) ? '; check the credentials and their permissions' : '';
  if (status >= 500 || LATER.has(status)) throw new ShopUnavailable(`${what} answered ${status}${hint}.`);
  if (status < 200 || status > 299) throw new ShopRefused(`${what} answered ${status}: ${wordsOf(text)}`);
  try {
    return parseJson(text || 'null');
  } catch {
    throw new ShopUnavailable(
      `${what} answered ${status} without JSON. Check that this is the address of the shop's API.`,
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
