import { hash } from 'node:crypto';
import { type Connection, queryRows } from './transaction.ts';

/** The limit of keys of one kind per search. */
export const DUE_KEYS_MAX = 500;

/** Selects the keys with due work, in the column `key`. It runs every second, so it must be cheap. */
export interface DueQuery {
  text: string;
  /** Values of $1, $2 and so on. */
  values: readonly unknown[];
}

/** A condition of due queries on a column with the client. `queryOfClient` limits it to one client. */
export function ofAnyClient(column = 'client_id'): string {
  return `true /* any ${column} */`;
}

const OF_ANY_CLIENT = /true \/\* any ([\w.]+) \*\//g;

export function isOfClients({ text }: DueQuery): boolean {
  return text.search(OF_ANY_CLIENT) >= 0;
}

/** Returns the query for the keys of one client, which one node can carry out. */
export function queryOfClient({ text, values }: DueQuery, clientId: string): DueQuery {
  return {
    text: text.replace(OF_ANY_CLIENT, (_, column) => `${column} = $${values.length + 1}`),
    values: [...values, clientId],
  };
}

export async function findDue(connection: Connection, query: DueQuery, limit = DUE_KEYS_MAX): Promise<string[]> {
  return (await findDueOfAll(connection, [{ kind: '', query }], limit)).map(({ key }) => key);
}

/** Finds at most `limit` keys per query in one statement. A query without a kind selects `kind` itself. */
export async function findDueOfAll(
  connection: Connection,
  queries: readonly { kind: string | undefined; query: DueQuery }[],
  limit = DUE_KEYS_MAX,
): Promise<{ kind: string; key: string }[]> {
  const values: unknown[] = [];
  const parts = queries.map(({ kind, query }, index) => {
    const before = values.length;
    values.push(...query.values);
    const text = query.text.replaceAll(/\$(\d+)/g, (_, number) => `$${before + Number(number)}`);
    const kindOf = kind === undefined ? 'kind' : `'${kind}' as kind`;
    return `(select ${kindOf}, key::text from (${text}) due_${index} limit ${limit})`;
  });
  const text = parts.join('\nunion all\n');
  const name = `find-due-${hash('sha1', text).slice(0, 16)}`;
  return queryRows<{ kind: string; key: string }>(connection, { name, text, values });
}
