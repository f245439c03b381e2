import type { OneTimeLink } from './operator-store.ts';
import { hashToken, makeToken } from './random-token.ts';

/** The link in which a password is set works for so long, once. */
export const LINK_DAYS = 3;
const LINK_MS = LINK_DAYS * 86_400_000;

/** A new link: what is handed over, and what is stored of it. */
export function makeLink(baseUrl: string, now: Date): { link: string; stored: OneTimeLink } {
  const token = makeToken();
  const expires = new Date(now.getTime() + LINK_MS);
  // What stands behind the # is not sent to any server, so that none logs it.
  return { link: `${baseUrl}/console/welcome#${token}`, stored: { hash: hashToken(token)!, expires } };
}
