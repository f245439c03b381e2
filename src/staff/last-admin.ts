import type { Connection } from '../platform/database/transaction.ts';
import { type ActiveAdmin, lockActiveAdmins } from './operator-store.ts';

/**
 * Locks all active admins and returns the operatorId of the only one who can sign in; undefined when several can. While nobody can, as
 * before the first password is set, returns the only active admin. Everything that takes the role, the access or the password of an
 * account away calls this first in its transaction.
 */
export async function lockLastAdmin(
  connection: Connection,
  openIdIssuer: string | undefined,
): Promise<string | undefined> {
  const admins = await lockActiveAdmins(connection);
  const able = admins.filter((admin) => canSignIn(admin, openIdIssuer));
  const [first, ...others] = able.length > 0 ? able : admins;
  return others.length === 0 ? first?.operatorId : undefined;
}

/** Whether an active admin has a password, or an identity at the provider that OPENID_ISSUER names. */
function canSignIn({ hasPassword, openIdIssuer: own }: ActiveAdmin, openIdIssuer: string | undefined) {
  return hasPassword || (own !== null && openIdIssuer !== undefined && isSameProvider(own, openIdIssuer));
}

/** Compares the origins alone: the issuer that Entra ID puts into tokens has another path than the one that is configured. */
function isSameProvider(one: string, other: string): boolean {
  return URL.parse(one)?.origin === URL.parse(other)?.origin;
}
