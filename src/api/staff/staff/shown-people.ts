import type { Operator } from '../../../staff/operator-store.ts';
import { type Role, VERBS_OF } from '../../../staff/role-rules.ts';
import { expiryOf } from '../../../staff/session-rules.ts';
import type { StoredSession } from '../../../staff/session-store.ts';

interface Account {
  operatorId: string;
  name: string;
  login: string;
  role: Role;
  language: string | null;
}

function shownAccount({ operatorId, name, login, role, language }: Account) {
  return { operatorId, name, login, role, ...(language && { language }) };
}

/** What the console asks first: who is signed in, and what they may do. */
export function shownSession(account: Account, expires: Date) {
  return { operator: shownAccount(account), verbs: VERBS_OF[account.role], expires };
}

export function shownOperator(operator: Operator) {
  const { status, created, signedIn, hasPassword, linkExpires, isOpenId } = operator;
  const { badgeCode, badgeGiven, pinGiven } = operator;
  return {
    ...shownAccount(operator),
    disabled: status === 'disabled',
    created,
    ...(signedIn && { signedIn }),
    passwordSet: hasPassword,
    ...(linkExpires && { linkExpires }),
    openIdConnect: isOpenId,
    ...(badgeCode !== null && { badgeCode, badgeGiven }),
    ...(pinGiven && { pinGiven }),
  };
}

/** In a list; `current` is the sessionId of the one that asks. */
export function shownListed(session: StoredSession, current?: string) {
  const { sessionId, created, lastSeen, userAgent } = session;
  return {
    sessionId,
    created,
    lastSeen,
    expires: expiryOf('operator', session),
    ...(userAgent && { userAgent }),
    ...(sessionId === current && { current: true }),
  };
}
