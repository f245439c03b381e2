import { randomUUID } from 'node:crypto';
import { type Connection, queryRow, queryRows } from '../platform/database/transaction.ts';
import type { Role } from '../staff/role-rules.ts';
import type { CustomerScope } from './scope-rules.ts';

export type ClientMode = 'live' | 'sandbox';
export type Scope = 'fulfillment' | 'operator';

export interface Client {
  clientId: string;
  name: string;
  mode: ClientMode;
  scope: Scope;
  /** The role of a client with the scope `operator`; null for a customer. */
  role: Role | null;
  status: 'active' | 'disabled';
  created: Date;
}

/** The data that decides whether a client's tokens are valid. `secretIds` are the client's valid secrets. */
export interface ClientState extends Pick<Client, 'clientId' | 'name' | 'mode' | 'scope' | 'role' | 'status'> {
  secretIds: string[];
  /** Where its requests may come from. Null: from everywhere. */
  networks: readonly string[] | null;
}

/** `scopes`: the scopes of its tokens. Null: the scope of the client. */
export type StoredSecret = { secretId: string; secretHash: Buffer; scopes: readonly CustomerScope[] | null };
const CLIENT_COLUMNS = 'client_id as "clientId", name, mode, scope, role, status, created';

export async function insertClient(connection: Connection, client: Client): Promise<void> {
  await connection.query({
    text: `insert into clients (client_id, name, mode, scope, role, status, created) values ($1, $2, $3, $4, $5, $6, $7)
           on conflict (client_id) do nothing`,
    values: [client.clientId, client.name, client.mode, client.scope, client.role, client.status, client.created],
  });
}

export async function listClients(connection: Connection): Promise<Client[]> {
  return queryRows<Client>(connection, `select ${CLIENT_COLUMNS} from clients order by created, client_id`);
}

/** Sets the status. Disabling changes the ids of the secrets, which ends all tokens. Needs a transaction. */
export async function updateClientStatus(
  connection: Connection,
  clientId: string,
  status: Client['status'],
): Promise<Client | undefined> {
  if (status === 'disabled')
    await connection.query(
      'update client_secrets set secret_id = md5(secret_id::text || $2)::uuid where client_id = $1',
      [clientId, randomUUID()],
    );
  return queryRow<Client>(connection, {
    text: `update clients set status = $2 where client_id = $1 returning ${CLIENT_COLUMNS}`,
    values: [clientId, status],
  });
}

export async function updateClient(connection: Connection, { clientId, name, role }: Client): Promise<void> {
  await connection.query('update clients set name = $2, role = $3 where client_id = $1', [clientId, name, role]);
}

export async function lockClient(connection: Connection, clientId: string): Promise<Client | undefined> {
  return queryRow<Client>(connection, {
    text: `select ${CLIENT_COLUMNS} from clients where client_id = $1 for no key update`,
    values: [clientId],
  });
}

export async function insertSecret(
  connection: Connection,
  clientId: string,
  secret: StoredSecret & { name: string | null; created: Date },
): Promise<void> {
  await connection.query({
    text: `insert into client_secrets (client_id, secret_id, secret_hash, created, name, scopes) values ($1, $2, $3, $4, $5, $6)
           on conflict (client_id, secret_id) do nothing`,
    values: [clientId, secret.secretId, secret.secretHash, secret.created, secret.name, secret.scopes],
  });
}

/** Deletes all secrets of the client with this name, except the `keep` newest and `except`. */
export async function deleteOldSecrets(
  connection: Connection,
  clientId: string,
  { name, keep, except }: { name: string | null; keep: number; except: string | null },
): Promise<void> {
  await connection.query({
    text: `delete from client_secrets
           where client_id = $1 and name is not distinct from $2 and secret_id is distinct from $4 and secret_id not in (
             select secret_id from client_secrets where client_id = $1 and name is not distinct from $2
             order by created desc, secret_id desc limit $3)`,
    values: [clientId, name, keep, except],
  });
}

/** Saves the last use of secrets, except of those with a use stored after `savedBefore`. */
export async function updateLastUse(
  connection: Connection,
  secretIds: readonly string[],
  { used, savedBefore }: { used: Date; savedBefore: Date },
): Promise<void> {
  await connection.query({
    name: 'update-last-use',
    text: `update client_secrets set last_used = $2
           where secret_id = any($1::uuid[]) and (last_used is null or last_used < $3)`,
    values: [secretIds, used, savedBefore],
  });
}

export async function updateNetworks(
  connection: Connection,
  clientId: string,
  networks: readonly string[] | null,
): Promise<void> {
  await connection.query('update clients set networks = $2 where client_id = $1', [clientId, networks]);
}

/** Returns the networks as the client wrote them; empty: all. */
export async function findNetworks(connection: Connection, clientId: string): Promise<string[]> {
  const row = await queryRow<{ networks: string[] | null }>(connection, {
    text: 'select networks from clients where client_id = $1',
    values: [clientId],
  });
  return row?.networks ?? [];
}

export async function findSecrets(connection: Connection, clientIds: readonly string[]) {
  return queryRows<StoredSecret & { clientId: string }>(connection, {
    name: 'find-secrets',
    text: `select client_id as "clientId", secret_id as "secretId", secret_hash as "secretHash", scopes from client_secrets
           where client_id = any($1)`,
    values: [clientIds],
  });
}

export async function findClientStates(connection: Connection, clientIds: readonly string[]): Promise<ClientState[]> {
  return queryRows<ClientState>(connection, {
    name: 'find-client-states',
    text: `select client_id as "clientId", name, mode, scope, role, status, networks,
                  array(select secret_id::text from client_secrets s where s.client_id = c.client_id) as "secretIds"
           from clients c where client_id = any($1)`,
    values: [clientIds],
  });
}

export interface ListedSecret extends Pick<StoredSecret, 'secretId' | 'scopes'> {
  /** Null: the main secret of the client. */
  name: string | null;
  created: Date;
  lastUsed: Date | null;
}

export async function listSecrets(connection: Connection, clientId: string): Promise<ListedSecret[]> {
  return queryRows<ListedSecret>(connection, {
    text: `select secret_id::text as "secretId", created, name, scopes, last_used as "lastUsed" from client_secrets where client_id = $1
           order by created desc, client_secrets.secret_id desc`,
    values: [clientId],
  });
}

/** Deletes a secret, which ends its tokens. Returns its time of creation; undefined if it does not exist. */
export async function deleteSecret(
  connection: Connection,
  clientId: string,
  secretId: string,
): Promise<Date | undefined> {
  const { rows } = await connection.query<{ created: Date }>({
    text: 'delete from client_secrets where client_id = $1 and secret_id::text = $2 returning created',
    values: [clientId, secretId],
  });
  return rows[0]?.created;
}

interface ListedClient extends Omit<Client, 'role'> {
  /** Absent for a customer. */
  role?: Role;
  products: number;
  productVariants: number;
  secrets: number;
}

const LISTED = `client_id as "clientId", name, mode, scope, role, status, created,
                coalesce(products, 0) as products, coalesce(product_variants, 0) as "productVariants",
                (select count(*)::int from client_secrets s where s.client_id = c.client_id) as secrets`;

interface ClientFilter {
  /** A part of the name in any case, or a whole clientId. */
  q?: string | undefined;
  mode?: ListedClient['mode'] | undefined;
  scope?: ListedClient['scope'] | undefined;
  status?: ListedClient['status'] | undefined;
}

/** Lists clients by creation, after `after`. Reads all clients, because a center has few. */
export async function listClientsAfter(
  connection: Connection,
  {
    after,
    limit,
    filter = {},
  }: { after: Pick<ListedClient, 'created' | 'clientId'> | undefined; limit: number; filter?: ClientFilter },
): Promise<ListedClient[]> {
  const conditions: string[] = [];
  const values: unknown[] = [limit];
  const where = (condition: (parameter: string) => string, value: unknown) => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  where((one) => `(position(lower(${one}::text) in lower(name)) > 0 or client_id = ${one})`, filter.q);
  where((one) => `mode = ${one}`, filter.mode);
  where((one) => `scope = ${one}`, filter.scope);
  where((one) => `status = ${one}`, filter.status);
  if (after) {
    conditions.push(
      `(created, client_id collate "C") > ($${values.push(after.created)}, $${values.push(after.clientId)})`,
    );
  }
  const { rows } = await connection.query<ListedClient>(
    `select ${LISTED} from clients c left join client_catalogs using (client_id)
     ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
     order by created, client_id collate "C" limit $1`,
    values,
  );
  return rows.map(withoutNull);
}

export async function findClient(connection: Connection, clientId: string): Promise<ListedClient | undefined> {
  const { rows } = await connection.query<ListedClient>({
    name: 'find-client',
    text: `select ${LISTED} from clients c left join client_catalogs using (client_id) where client_id = $1`,
    values: [clientId],
  });
  return rows.map(withoutNull)[0];
}

function withoutNull({ role, ...client }: ListedClient): ListedClient {
  return { ...client, ...(role && { role }) };
}
