import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { type Actor, SYSTEM } from '../platform/audit/actor.ts';
import { recordAudit } from '../platform/audit/record-audit.ts';
import { type Connection, inTransaction } from '../platform/database/transaction.ts';
import { ApiError, invalidRequest, type Violation } from '../platform/errors/errors.ts';
import type { Role } from '../staff/role-rules.ts';
import { hashClientSecret, makeClientSecret } from './client-authenticator.ts';
import {
  type Client,
  type ClientMode,
  deleteOldSecrets,
  deleteSecret,
  insertClient,
  insertSecret,
  type ListedSecret,
  listSecrets,
  lockClient,
  type Scope,
  updateClient,
  updateClientStatus,
  updateNetworks,
} from './client-store.ts';
import type { CustomerScope } from './scope-rules.ts';

export { findClient, lockClient } from './client-store.ts';

/** The old secret and the new one both work while a customer rotates. */
const SECRETS_ACTIVE_MAX = 2;
/** Names of secrets, beside the main secrets. */
export const CREDENTIAL_NAMES_MAX = 20;
export const NETWORKS_MAX = 50;
export const CLIENT_NAME_LENGTH_MAX = 200;
/** Five bits each. Every row of an order holds the id, so it is only as long as random ids need. */
const CLIENT_ID_CHARACTERS = 12;
/** Has no letters that look like digits. */
const CLIENT_ID_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

interface ChangeContext {
  now: Date;
  by?: Actor;
  /** Checks, under the lock, that the client is still what the sender has read. */
  mayChange?: (connection: Connection) => Promise<boolean>;
}

export interface NewSecret {
  clientId: string;
  /** Shown only here; the database has its hash. */
  clientSecret: string;
}

interface NewClient {
  clientId?: string;
  name: string;
  mode: ClientMode;
  scope: Scope;
  /** Only for the scope `operator`; `admin` when absent. */
  role?: Role;
  /** Scopes of its secret. Null: all. */
  scopes?: readonly CustomerScope[] | null;
  now: Date;
  by?: Actor;
}

/** Creates an active client with one secret. If `clientId` exists, only adds the secret to that client. */
export async function createClient(
  pool: Pool,
  { clientId = makeClientId(), name, mode, scope, role = 'admin', scopes = null, now, by = SYSTEM }: NewClient,
): Promise<NewSecret> {
  const { clientSecret, stored } = makeSecret(now, { scopes });
  await inTransaction(pool, async (connection) => {
    await insertClient(connection, {
      clientId,
      name,
      mode,
      scope,
      role: scope === 'operator' ? role : null,
      status: 'active',
      created: now,
    });
    await insertSecret(connection, clientId, stored);
    await recordAudit(connection, by, now, {
      entryId: stored.secretId,
      action: 'client.created',
      subject: ['client', clientId],
      detail: { name, mode, scope, ...(scope === 'operator' && { role }) },
    });
  });
  return { clientId, clientSecret };
}

function makeClientId(): string {
  return [...randomBytes(CLIENT_ID_CHARACTERS)].map((byte) => CLIENT_ID_ALPHABET[byte % 32]).join('');
}

type NewCredential = NewSecret & Pick<ListedSecret, 'secretId' | 'name' | 'scopes' | 'created'>;

interface Rotation extends ChangeContext {
  revokeOthers: boolean;
  /** The secrets with this name are rotated. Null or absent: the main secrets. */
  name?: string | null;
  /** Scopes of the new secret. Absent: the scopes of the newest secret with the name. */
  scopes?: readonly CustomerScope[] | undefined;
  /** The secret of the sender, which ends only by `revokeOthers`. */
  ofSender?: string | null;
}

/**
 * Creates a secret. The previous secret of the name stays valid, unless `revokeOthers`. Older secrets and
 * their tokens end. Returns undefined for an unknown client. Throws `precondition_failed` if `mayChange`
 * returns false, and `too_many_credentials`.
 */
export async function rotateCredential(
  pool: Pool,
  clientId: string,
  { revokeOthers, name = null, scopes, ofSender = null, now, by = SYSTEM, mayChange }: Rotation,
): Promise<NewCredential | undefined> {
  const { clientSecret, stored: made } = makeSecret(now, { name });
  return inTransaction(pool, async (connection, { mayBeDone }) => {
    if (!(await lockClient(connection, clientId))) return undefined;
    if (!mayBeDone && mayChange && !(await mayChange(connection))) throw clientChanged();
    const present = await listSecrets(connection, clientId);
    const names = new Set(present.map((one) => one.name));
    if (name !== null && !names.has(name) && names.size > CREDENTIAL_NAMES_MAX) throw tooManyCredentials();
    const stored = { ...made, scopes: scopes ?? present.find((one) => one.name === name)?.scopes ?? null };
    await insertSecret(connection, clientId, stored);
    const keep = revokeOthers ? 1 : SECRETS_ACTIVE_MAX;
    await deleteOldSecrets(connection, clientId, { name, keep, except: revokeOthers ? null : ofSender });
    await recordAudit(connection, by, now, {
      entryId: stored.secretId,
      action: 'client.secret_rotated',
      subject: ['client', clientId],
      detail: { revokeOthers, ...(name !== null && { name }), ...(stored.scopes && { scopes: stored.scopes }) },
    });
    return { clientId, clientSecret, ...stored };
  });
}

/** Rotates the main secret of a client, like `rotateCredential`. */
export async function rotateSecret(
  pool: Pool,
  clientId: string,
  rotation: ChangeContext & { revokeOthers: boolean },
): Promise<NewSecret | undefined> {
  const made = await rotateCredential(pool, clientId, rotation);
  return made && { clientId, clientSecret: made.clientSecret };
}

function tooManyCredentials(): ApiError {
  const message = `A client has credentials of at most ${CREDENTIAL_NAMES_MAX} names. Revoke one, or use one of its names.`;
  return new ApiError('too_many_credentials', message);
}

/** Accepts requests of the client from these networks only; from everywhere if there are none. */
export async function changeNetworks(
  pool: Pool,
  clientId: string,
  networks: readonly string[],
  { now, by = SYSTEM }: Pick<ChangeContext, 'now' | 'by'>,
): Promise<boolean> {
  return inTransaction(pool, async (connection) => {
    if (!(await lockClient(connection, clientId))) return false;
    await updateNetworks(connection, clientId, networks.length > 0 ? networks : null);
    const subject = ['client', clientId] as const;
    await recordAudit(connection, by, now, { action: 'client.networks_changed', subject, detail: { networks } });
    return true;
  });
}

/** Disables or enables the client. Returns undefined for an unknown client. Throws `precondition_failed`. */
export async function changeClientStatus(
  pool: Pool,
  clientId: string,
  status: Client['status'],
  { now, by = SYSTEM, mayChange }: ChangeContext,
): Promise<Client | undefined> {
  return inTransaction(pool, async (connection) => {
    const client = await lockClient(connection, clientId);
    if (!client || client.status === status) return client;
    if (mayChange && !(await mayChange(connection))) throw clientChanged();
    await recordAudit(connection, by, now, {
      action: status === 'disabled' ? 'client.disabled' : 'client.enabled',
      subject: ['client', clientId],
    });
    return updateClientStatus(connection, clientId, status);
  });
}

/** Revokes a secret. False: the client is unknown. Throws `secret_not_found`, `precondition_failed`. */
export async function revokeSecret(
  pool: Pool,
  clientId: string,
  secretId: string,
  { now, by = SYSTEM, mayChange }: ChangeContext,
): Promise<boolean> {
  return inTransaction(pool, async (connection, { mayBeDone }) => {
    if (!(await lockClient(connection, clientId))) return false;
    if (!mayBeDone && mayChange && !(await mayChange(connection))) throw clientChanged();
    const made = await deleteSecret(connection, clientId, secretId);
    if (made) {
      await recordAudit(connection, by, now, {
        action: 'client.secret_revoked',
        subject: ['client', clientId],
        detail: { secretId, made },
      });
    } else if (!mayBeDone) {
      throw new ApiError('secret_not_found', 'This client has no secret with this secretId. It may have been revoked.');
    }
    return true;
  });
}

type ClientChange = { name?: string | undefined; role?: Role | undefined };

/**
 * Changes the name, or the role of a staff program. Returns undefined for an unknown client. Throws
 * `precondition_failed`, and `invalid_request` for the role of a customer.
 */
export async function changeClient(
  pool: Pool,
  clientId: string,
  { name, role }: ClientChange,
  { now, by = SYSTEM, mayChange }: ChangeContext,
): Promise<Client | undefined> {
  return inTransaction(pool, async (connection) => {
    const client = await lockClient(connection, clientId);
    if (!client) return undefined;
    if (role !== undefined && client.scope !== 'operator') throw invalidRequest([roleNotAllowed()]);
    const changed = { ...client, name: name ?? client.name, role: role ?? client.role };
    if (changed.name === client.name && changed.role === client.role) return client;
    if (mayChange && !(await mayChange(connection))) throw clientChanged();
    await updateClient(connection, changed);
    for (const [field, action] of [
      ['name', 'client.renamed'],
      ['role', 'client.role_changed'],
    ] as const) {
      if (changed[field] === client[field]) continue;
      const detail = { before: client[field], [field]: changed[field] };
      await recordAudit(connection, by, now, { action, subject: ['client', clientId], detail });
    }
    return changed;
  });
}

export function roleNotAllowed(): Violation {
  const message = '"role" is for clients with the scope "operator" only.';
  return { pointer: '/role', code: 'not_allowed', message };
}

function clientChanged(): ApiError {
  return new ApiError('precondition_failed', 'The client has changed since you read it; read it again.');
}

/** Makes a secret. Call it before the transaction, which may run again and must store the same one. */
function makeSecret(created: Date, { name = null, scopes = null }: Partial<Pick<ListedSecret, 'name' | 'scopes'>>) {
  const clientSecret = makeClientSecret();
  // A UUIDv7 orders two secrets of one millisecond by age.
  const secretId = randomUUIDv7();
  return { clientSecret, stored: { secretId, secretHash: hashClientSecret(clientSecret), created, name, scopes } };
}
