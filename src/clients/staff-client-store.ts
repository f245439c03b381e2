import type { Connection } from '../database/transaction.ts';
import type { Role } from '../people/role-rules.ts';

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

/** Clients by creation, after the one that is given. */
export async function listClientsAfter(
  connection: Connection,
  { after, limit }: { after: Pick<ListedClient, 'created' | 'clientId'> | undefined; limit: number },
): Promise<ListedClient[]> {
  const { rows } = await connection.query<ListedClient>(
    `select ${LISTED} from clients c left join client_catalogs using (client_id)
     ${after ? 'where (created, client_id collate "C") > ($2, $3)' : ''}
     order by created, client_id collate "C" limit $1`,
    [limit, ...(after ? [after.created, after.clientId] : [])],
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
