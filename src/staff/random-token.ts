import { hash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/** 256 random bits, in characters that need no escaping in a cookie or a URL. */
export function makeToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What is stored of it. A plain SHA-256 holds, since it cannot be guessed. Undefined for what none of ours looks like. */
export function hashToken(token: string): Buffer | undefined {
  return TOKEN.test(token) ? hash('sha256', token, 'buffer') : undefined;
}
