import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const ACCEPTED = /^[\w.-]{1,64}$/;
const prefix = randomBytes(6).toString('base64url');
let counter = 0;

/** The caller's X-Request-Id when it is 1 to 64 of letters, digits, `.`, `_`, `-`; else one of ours, unique over processes. */
export function requestId(request?: IncomingMessage): string {
  const given = request?.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : `${prefix}-${(++counter).toString(36)}`;
}
