import { type Connection, queryHasRow, queryRow, queryRows } from '../platform/database/transaction.ts';
import type { Role } from './role-rules.ts';

export interface SignOnAccount extends Pick<Operator, 'operatorId' | 'name' | 'login' | 'role' | 'status'> {
  pinHash: string | null;
}

const SIGN_ON_COLUMNS = 'operator_id as "operatorId", name, login, role, status, pin_hash as "pinHash"';

export async function findByBadge(connection: Connection, badgeCode: string): Promise<SignOnAccount | undefined> {
  return queryRow<SignOnAccount>(connection, {
    text: `select ${SIGN_ON_COLUMNS} from operators where badge_code = $1`,
    values: [badgeCode],
  });
}

export async function findWithPin(connection: Connection, loginKey: string): Promise<SignOnAccount | undefined> {
  return queryRow<SignOnAccount>(connection, {
    text: `select ${SIGN_ON_COLUMNS} from operators where login_key = $1`,
    values: [loginKey],
  });
}

/** Replaces the person's badge; null removes it. Returns false when another account has the code. */
export async function saveBadge(connection: Connection, operatorId: string, badgeCode: string | null, given: Date) {
  return queryHasRow(connection, {
    text: `update operators set badge_code = $2, badge_given = case when $2::text is null then null else $3::timestamptz end
           where operator_id = $1 and not exists (select 1 from operators other where other.badge_code = $2 and other.operator_id <> $1)`,
    values: [operatorId, badgeCode, given],
  });
}

/** Replaces the person's PIN; null removes it. */
export async function savePin(
  connection: Connection,
  operatorId: string,
  pinHash: string | null,
  given: Date,
): Promise<void> {
  await connection.query({
    text: `update operators set pin_hash = $2, pin_given = case when $2::text is null then null else $3::timestamptz end
           where operator_id = $1`,
    values: [operatorId, pinHash, given],
  });
}

export interface Operator {
  operatorId: string;
  name: string;
  login: string;
  role: Role;
  status: 'active' | 'disabled';
  /** Language of the console; null: the language of the browser. */
  language: string | null;
  created: Date;
  signedIn: Date | null;
  hasPassword: boolean;
  /** Null: no one-time link is open. */
  linkExpires: Date | null;
  isOpenId: boolean;
  /** Badge and PIN are for signing on at stations; null: none was given. */
  badgeCode: string | null;
  badgeGiven: Date | null;
  pinGiven: Date | null;
}

export interface OneTimeLink {
  /** SHA-256 of the token. */
  hash: Buffer;
  expires: Date;
}

type OpenIdSubject = { issuer: string; subject: string };

const COLUMNS = `operator_id as "operatorId", name, login, role, status, language, created, signed_in as "signedIn",
                 password_hash is not null as "hasPassword", link_expires as "linkExpires", openid_issuer is not null as "isOpenId",
                 badge_code as "badgeCode", badge_given as "badgeGiven", pin_given as "pinGiven"`;

/** Inserts an account. Undefined if another account has the login or the OpenID Connect identity. */
export async function insertOperator(
  connection: Connection,
  operator: Pick<Operator, 'operatorId' | 'name' | 'login' | 'role' | 'created'> & {
    loginKey: string;
    link?: OneTimeLink;
    openId?: OpenIdSubject;
  },
): Promise<Operator | undefined> {
  const { operatorId, name, login, loginKey, role, created, link, openId } = operator;
  return queryRow<Operator>(connection, {
    text: `insert into operators (operator_id, name, login, login_key, role, status, created, link_hash, link_expires, openid_issuer, openid_subject)
           values ($1, $2, $3, $4, $5, 'active', $6, $7, $8, $9, $10)
           on conflict do nothing returning ${COLUMNS}`,
    values: [
      ...[operatorId, name, login, loginKey, role, created, link?.hash ?? null, link?.expires ?? null],
      ...[openId?.issuer ?? null, openId?.subject ?? null],
    ],
  });
}

export async function hasOperators(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query('select 1 from operators limit 1');
  return rows.length > 0;
}

export async function findOperator(connection: Connection, operatorId: string): Promise<Operator | undefined> {
  return queryRow<Operator>(connection, `select ${COLUMNS} from operators where operator_id = $1`, [operatorId]);
}

export async function lockOperator(connection: Connection, operatorId: string): Promise<Operator | undefined> {
  return queryRow<Operator>(connection, {
    text: `select ${COLUMNS} from operators where operator_id = $1 for no key update`,
    values: [operatorId],
  });
}

export async function findByLogin(connection: Connection, loginKey: string) {
  return queryRow<Operator & { passwordHash: string | null }>(connection, {
    text: `select ${COLUMNS}, password_hash as "passwordHash" from operators where login_key = $1`,
    values: [loginKey],
  });
}

export async function findPasswordHash(connection: Connection, operatorId: string): Promise<string | undefined> {
  const { rows } = await connection.query<{ passwordHash: string | null }>({
    text: `select password_hash as "passwordHash" from operators where operator_id = $1 and status = 'active'`,
    values: [operatorId],
  });
  return rows[0]?.passwordHash ?? undefined;
}

/** Finds the active account with this one-time link, unless the link has expired. */
export async function findByLink(connection: Connection, linkHash: Buffer, now: Date): Promise<Operator | undefined> {
  return queryRow<Operator>(connection, {
    text: `select ${COLUMNS} from operators where link_hash = $1 and link_expires > $2 and status = 'active'`,
    values: [linkHash, now],
  });
}

export async function findByOpenId(connection: Connection, { issuer, subject }: OpenIdSubject) {
  return queryRow<Operator>(connection, {
    text: `select ${COLUMNS} from operators where openid_issuer = $1 and openid_subject = $2 for no key update`,
    values: [issuer, subject],
  });
}

export async function listOperatorsAfter(
  connection: Connection,
  { after, limit }: { after: Pick<Operator, 'created' | 'operatorId'> | undefined; limit: number },
): Promise<Operator[]> {
  return queryRows<Operator>(connection, {
    text: `select ${COLUMNS} from operators ${after ? 'where (created, operator_id collate "C") > ($2, $3)' : ''}
     order by created, operator_id collate "C" limit $1`,
    values: [limit, ...(after ? [after.created, after.operatorId] : [])],
  });
}

/** Lists the badges of all active accounts by name. */
export async function listBadges(connection: Connection): Promise<{ name: string; badgeCode: string }[]> {
  return queryRows<{ name: string; badgeCode: string }>(connection, {
    name: 'list-badges',
    text: `select name, badge_code as "badgeCode" from operators where status = 'active' and badge_code is not null
           order by lower(name), operator_id limit ${BADGES_MAX}`,
    values: [],
  });
}

/** Lists the active people with one of these roles, by name. */
export async function listColleagues(connection: Connection, roles: readonly Role[]) {
  return queryRows<Pick<Operator, 'operatorId' | 'name'>>(connection, {
    text: `select operator_id as "operatorId", name from operators where status = 'active' and role = any($1)
           order by lower(name), operator_id limit ${BADGES_MAX}`,
    values: [roles],
  });
}

/** More badges than any center has. */
const BADGES_MAX = 5_000;

export interface ActiveAdmin extends Pick<Operator, 'operatorId' | 'hasPassword'> {
  openIdIssuer: string | null;
}

/** Locks and returns all active admins, so that transactions that each take one away run in turn. */
export async function lockActiveAdmins(connection: Connection): Promise<ActiveAdmin[]> {
  return queryRows<ActiveAdmin>(
    connection,
    `select operator_id as "operatorId", password_hash is not null as "hasPassword", openid_issuer as "openIdIssuer"
     from operators where role = 'admin' and status = 'active' order by operator_id for no key update`,
  );
}

export async function updateOperator(
  connection: Connection,
  operatorId: string,
  { name, role, status, language }: Partial<Pick<Operator, 'name' | 'role' | 'status' | 'language'>>,
): Promise<Operator | undefined> {
  return queryRow<Operator>(connection, {
    text: `update operators set name = coalesce($2, name), role = coalesce($3, role), status = coalesce($4, status),
                                language = coalesce($5, language) where operator_id = $1 returning ${COLUMNS}`,
    values: [operatorId, name ?? null, role ?? null, status ?? null, language ?? null],
  });
}

/** Stores a one-time link. Deletes the password unless `keepsPassword`. */
export async function openLink(connection: Connection, operatorId: string, link: OneTimeLink, keepsPassword: boolean) {
  return queryRow<Operator>(connection, {
    text: `update operators set password_hash = case when $4 then password_hash end, link_hash = $2, link_expires = $3
           where operator_id = $1 returning ${COLUMNS}`,
    values: [operatorId, link.hash, link.expires, keepsPassword],
  });
}

export async function savePassword(connection: Connection, operatorId: string, passwordHash: string): Promise<void> {
  await connection.query({
    text: `update operators set password_hash = $2, link_hash = null, link_expires = null where operator_id = $1`,
    values: [operatorId, passwordHash],
  });
}
