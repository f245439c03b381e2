import type { WebhookPayload } from './api-types.ts';
import { PlatenError } from './platen-errors.ts';

const SECRET_PREFIX = 'whsec_';
const TOLERANCE_SECONDS_DEFAULT = 300;
const SIGNATURES_MAX = 10;

/** Reason why a webhook was refused. */
export type WebhookVerificationProblem =
  | 'missing_header'
  | 'invalid_timestamp'
  | 'too_old'
  | 'too_new'
  | 'invalid_signature'
  | 'invalid_body';

/** The webhook has no valid signature, was altered, or is too old or too new. Answer it with status 400. */
export class WebhookVerificationError extends PlatenError {
  static {
    WebhookVerificationError.prototype.name = 'WebhookVerificationError';
  }
  readonly problem: WebhookVerificationProblem;

  constructor(problem: WebhookVerificationProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

export interface WebhookVerification {
  /** Headers of the request: a Headers, or Node's `request.headers`. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body exactly as it arrived. Verify it before you parse it. */
  body: string | Uint8Array | ArrayBuffer;
  /**
   * `whsec_…`, as returned when the endpoint was created or its secret rotated. Pass both during a rotation.
   */
  secret: string | readonly string[];
  /** Maximum difference between the webhook's timestamp and now, in seconds; 300 by default. */
  toleranceSeconds?: number | undefined;
  /** For tests: the present time. */
  now?: Date | undefined;
}

/**
 * A webhook event. `type` determines the type of `data`. Newer servers may send types that this client does
 * not know. They arrive unchanged: in the `default` branch of a `switch` over `type`, the event is an
 * UnknownWebhookEvent.
 */
export type WebhookEvent = WebhookPayload & {
  /** Every repetition of an event has the same id. Remember ids to handle each event once. */
  id: string;
};

/** An event of a type that this client does not know. Ignore it, or read `data` yourself. */
export interface UnknownWebhookEvent {
  id: string;
  type: string;
  /** Time of the event, ISO 8601. */
  timestamp: string;
  data: Record<string, unknown>;
}

/**
 * Verifies a webhook request (Standard Webhooks) and returns its event. Throws WebhookVerificationError if
 * the webhook is invalid, and TypeError for an invalid option.
 */
export async function verifyWebhook({
  headers,
  body,
  secret,
  toleranceSeconds = TOLERANCE_SECONDS_DEFAULT,
  now = new Date(),
}: WebhookVerification): Promise<WebhookEvent> {
  const keys = await Promise.all((Array.isArray(secret) ? secret : [secret]).map((one) => importSecret(one, 'verify')));
  if (keys.length === 0) throw new TypeError('secret must contain at least one secret.');
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature');
  checkTimestamp(timestamp, now, toleranceSeconds);
  const bytes = bytesOf(body);
  const content = concat(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSigned(content, signatures, keys))) {
    throw new WebhookVerificationError(
      'invalid_signature',
      'No signature of the webhook is valid. Check the secret, and pass the body exactly as it arrived.',
    );
  }
  return { id, ...readBody(bytes) };
}

/**
 * Signs an event as the server does, for tests of a receiver. Returns the headers and the body of the
 * request. A `body` is signed as it is.
 */
export async function signTestWebhook({
  event,
  body = JSON.stringify(event),
  secret,
  id = crypto.randomUUID(),
  now = new Date(),
}: TestWebhook): Promise<{ headers: Record<string, string>; body: string }> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const key = await importSecret(secret, 'sign');
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, content));
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...signature))}`,
  };
  return { headers, body };
}

export interface TestWebhook {
  /** The event, such as `{ type: 'order.shipped', timestamp: …, data: … }`. */
  event?: unknown;
  /** The text to sign instead of an event. */
  body?: string | undefined;
  /** `whsec_…`, as the receiver has it. */
  secret: string;
  id?: string | undefined;
  now?: Date | undefined;
}

/** Returns true if any key made any of the signatures. Web Crypto compares in constant time. */
async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  header: string,
  keys: readonly CryptoKey[],
): Promise<boolean> {
  for (const part of header.split(' ').slice(0, SIGNATURES_MAX)) {
    const [version, signature = ''] = part.split(',', 2);
    const bytes = version === 'v1' ? fromBase64(signature) : undefined;
    if (!bytes) continue;
    for (const key of keys) if (await crypto.subtle.verify('HMAC', key, bytes, content)) return true;
  }
  return false;
}

async function importSecret(secret: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  const isSecret = typeof secret === 'string' && secret.startsWith(SECRET_PREFIX);
  const bytes = isSecret ? fromBase64(secret.slice(SECRET_PREFIX.length)) : undefined;
  if (!bytes?.length) throw new TypeError(`secret must be ${SECRET_PREFIX} followed by base64.`);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use]);
}

function checkTimestamp(text: string, now: Date, toleranceSeconds: number): void {
  if (!/^\d{1,12}$/.test(text)) {
    throw new WebhookVerificationError('invalid_timestamp', 'webhook-timestamp must be a number of seconds.');
  }
  const ageSeconds = now.getTime() / 1000 - Number(text);
  // Every comparison with NaN is false, so the limits below would accept a webhook of any age.
  if (Number.isNaN(ageSeconds)) throw new TypeError('now must be a valid Date.');
  if (!(toleranceSeconds >= 0)) throw new TypeError('toleranceSeconds must be a number from 0.');
  if (ageSeconds > toleranceSeconds) {
    throw new WebhookVerificationError(
      'too_old',
      `The webhook is over ${toleranceSeconds} s old. Check the clock of this machine.`,
    );
  }
  if (ageSeconds < -toleranceSeconds) {
    throw new WebhookVerificationError('too_new', 'The webhook is from the future. Check the clock of this machine.');
  }
}

function readHeader(headers: WebhookVerification['headers'], name: string): string {
  // `instanceof Headers` is false for headers of another realm or package, such as undici.
  const value =
    typeof headers.get === 'function'
      ? (headers as Headers).get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = typeof value === 'object' ? value?.[0] : value;
  if (!text) throw new WebhookVerificationError('missing_header', `The webhook has no header ${name}.`);
  return text;
}

function readBody(bytes: Uint8Array): WebhookPayload {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const { type, timestamp, data } = JSON.parse(text);
    if (typeof type === 'string') return { type, timestamp, data } as WebhookPayload;
  } catch {
    // The error below covers this case.
  }
  throw new WebhookVerificationError('invalid_body', 'The body of the webhook is not an event.');
}

/** Throws TypeError for a body that a framework has parsed, because its bytes are lost. */
function bytesOf(body: WebhookVerification['body']): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return body;
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body);
  throw new TypeError('body must be the text or the bytes of the request, before it is parsed as JSON.');
}

function concat(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
