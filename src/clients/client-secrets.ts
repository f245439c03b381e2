import { hash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
/** Lets secret scanners recognise a leaked secret. */
const SECRET_PREFIX = 'platen_';

/** A new client secret with 256 random bits, in characters that need no escaping in a form, a header or a URL. */
export function makeClientSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
}

/** What is stored of a secret. A plain SHA-256 holds, since a secret of 256 random bits cannot be guessed. */
export function hashClientSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
