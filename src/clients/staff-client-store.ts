import type { Connection } from '../platform/database/transaction.ts';
import type { Role } from '../staff/role-rules.ts';

export interface ListedClient {
  clientId: string;
  name: string;
  mode: 'live' | 'sandbox';
  scope: 'fulfillment' | 'operator';
  /** Absent: it is a customer. */
  role?: Role;
  status: 'active' | 'disabled';
  created: Date;
  products: number;
  productVariants: number;
  /** Secrets that are valid. */
  secrets: number;
}

const LISTED = `client_id as "clientId", name, mode, scope, role, status, created,
                coalesce(products, 0) as products, coalesce(product_variants, 0) as "productVariants",
                (select count(*)::int from client_secrets s where s.client_id = c.client_id) as secrets`;

export interface ClientFilter {
  /** Part of the name, in any case, or a whole clientId. */
  q?: string | undefined;
  mode?: ListedClient['mode'] | undefined;
  scope?: ListedClient['scope'] | undefined;
  status?: ListedClient['status'] | undefined;
}

/** Clients by creation, after the one that is given. There are as many as a center has customers: each is looked at. */
export async function listClientsAfter(
  connection: Connection,
  {
    after,
    limit,
    filter = {},
  }: {
    after: Pick<ListedClient, 'created' | 'clientId'> | undefined;
    limit: number;
    filter?: ClientFilter;
  },
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

export async function findClient(
  connection: Connection,
  clientId: string,
): Promise<ListedClient | undefined> {
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
