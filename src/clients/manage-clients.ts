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
  insertClient,
  insertSecret,
  lockClient,
  type Scope,
  setClientName,
  setClientRole,
  setClientStatus,
} from './client-store.ts';
import { deleteSecret } from './client-store.ts';

/** While a customer rotates, the old secret and the new one work side by side. */
const SECRETS_ACTIVE_MAX = 2;
export const CLIENT_NAME_LENGTH_MAX = 200;
/** Of a client's id, of five bits each: the id stands in every row and index of its orders, so it is no longer than chance needs. */
const CLIENT_ID_CHARACTERS = 12;
/** Without letters that are read as digits. */
const CLIENT_ID_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Whether what is stored is what the sender has read; asked when the client is locked. */
type MayChange = (connection: Connection) => Promise<boolean>;

interface Changing {
  now: Date;
  /** Who does it; Platen itself when absent. */
  by?: Actor;
  mayChange?: MayChange;
}

export interface NewSecret {
  clientId: string;
  /** Shown this once; only its hash is kept. */
  clientSecret: string;
}

export interface NewClient {
  /** A random one when absent. */
  clientId?: string;
  name: string;
  mode: ClientMode;
  scope: Scope;
  /** Of a program of the center; admin when absent. */
  role?: Role;
  now: Date;
  /** Who does it; Platen itself when absent. */
  by?: Actor;
}

/** Makes an active client with its first secret. */
export async function createClient(
  pool: Pool,
  { clientId = newClientId(), name, mode, scope, role = 'admin', now, by = SYSTEM }: NewClient,
): Promise<NewSecret> {
  const { clientSecret, stored } = newSecret(now);
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

function newClientId(): string {
  return [...randomBytes(CLIENT_ID_CHARACTERS)].map((byte) => CLIENT_ID_ALPHABET[byte % 32]).join('');
}

/**
 * Gives the client a new secret. The one before it stays valid beside it, unless `revokeOthers`; older ones end, and with
 * a secret end the tokens it was exchanged for. Undefined when there is no such client. Throws `precondition_failed`.
 */
export async function rotateSecret(
  pool: Pool,
  clientId: string,
  { revokeOthers, now, by = SYSTEM, mayChange }: Changing & { revokeOthers: boolean },
): Promise<NewSecret | undefined> {
  const { clientSecret, stored } = newSecret(now);
  return inTransaction(pool, async (connection) => {
    if (!(await lockClient(connection, clientId))) return undefined;
    if (mayChange && !(await mayChange(connection))) throw changedSince();
    await insertSecret(connection, clientId, stored);
    await deleteOldSecrets(connection, clientId, revokeOthers ? 1 : SECRETS_ACTIVE_MAX);
    await recordAudit(connection, by, now, {
      entryId: stored.secretId,
      action: 'client.secret_rotated',
      subject: ['client', clientId],
      detail: { revokeOthers },
    });
    return { clientId, clientSecret };
  });
}

/** Disables the client or lets it in again (`setClientStatus`). Undefined when there is no such client. Throws `precondition_failed`. */
export async function changeClientStatus(
  pool: Pool,
  clientId: string,
  status: Client['status'],
  { now, by = SYSTEM, mayChange }: Changing,
): Promise<Client | undefined> {
  return inTransaction(pool, async (connection) => {
    const client = await lockClient(connection, clientId);
    if (!client || client.status === status) return client;
    if (mayChange && !(await mayChange(connection))) throw changedSince();
    await recordAudit(connection, by, now, {
      action: status === 'disabled' ? 'client.disabled' : 'client.enabled',
      subject: ['client', clientId],
    });
    return setClientStatus(connection, clientId, status);
  });
}

/**
 * Ends one secret of the client, and the tokens that it was exchanged for; it may be the last. Answers whether there is such a client. Throws
 * `secret_not_found` or `precondition_failed`.
 */
export async function revokeSecret(
  pool: Pool,
  clientId: string,
  secretId: string,
  { now, by = SYSTEM, mayChange }: Changing,
): Promise<boolean> {
  return inTransaction(pool, async (connection, { mayBeDone }) => {
    if (!(await lockClient(connection, clientId))) return false;
    if (!mayBeDone && mayChange && !(await mayChange(connection))) throw changedSince();
    const made = await deleteSecret(connection, clientId, secretId);
    if (made) {
      await recordAudit(connection, by, now, {
        action: 'client.secret_revoked',
        subject: ['client', clientId],
        detail: { secretId, made },
      });
    } else if (!mayBeDone) {
      throw new ApiError('secret_not_found', 'This client has no secret with this secretId, or no longer.');
    }
    return true;
  });
}

export interface ClientChange {
  name?: string | undefined;
  /** Of a program of the center only. */
  role?: Role | undefined;
}

/**
 * Gives the client another name, or, being a program of the center, another role; everything else of it stays. Undefined when there is no such
 * client. Throws `precondition_failed`, or `invalid_request` for the role of a customer.
 */
export async function changeClient(
  pool: Pool,
  clientId: string,
  { name, role }: ClientChange,
  { now, by = SYSTEM, mayChange }: Changing,
): Promise<Client | undefined> {
  return inTransaction(pool, async (connection) => {
    const client = await lockClient(connection, clientId);
    if (!client) return undefined;
    if (role !== undefined && client.scope !== 'operator') throw invalidRequest([roleNotAllowed()]);
    const isRenamed = name !== undefined && name !== client.name;
    const hasOtherRole = role !== undefined && role !== client.role;
    if (!isRenamed && !hasOtherRole) return client;
    if (mayChange && !(await mayChange(connection))) throw changedSince();
    const subject = ['client', clientId] as const;
    if (isRenamed) {
      await setClientName(connection, clientId, name);
      const detail = { before: client.name, name };
      await recordAudit(connection, by, now, { action: 'client.renamed', subject, detail });
    }
    if (hasOtherRole) {
      await setClientRole(connection, clientId, role);
      const detail = { before: client.role, role };
      await recordAudit(connection, by, now, { action: 'client.role_changed', subject, detail });
    }
    return { ...client, ...(isRenamed && { name }), ...(hasOtherRole && { role }) };
  });
}

/** Only programs of the center have a role. */
export function roleNotAllowed(): Violation {
  const message = '"role" is for clients with the scope "operator" only.';
  return { pointer: '/role', code: 'not_allowed', message };
}

function changedSince(): ApiError {
  return new ApiError('precondition_failed', 'The client has changed since you read it; read it again.');
}

/** Made once, before the transaction: when that runs again after its answer was lost, it is the same secret. */
function newSecret(created: Date) {
  const clientSecret = makeClientSecret();
  // UUIDv7, so that of two secrets of one millisecond the later one counts as newer.
  return {
    clientSecret,
    stored: { secretId: randomUUIDv7(), secretHash: hashClientSecret(clientSecret), created },
  };
}
