import { type Database, openDatabase } from '../../src/platform/database/open-database.ts';
import type { TestDatabase } from './test-database.ts';

/**
 * Opens the test's database as a server does, with these ports of this machine as the hosts of
 * `DATABASE_URL`. Closes it at the end of the test.
 */
export async function openAtPorts(
  t: { after: (end: () => Promise<unknown>) => void },
  { url }: Pick<TestDatabase, 'url'>,
  ports: readonly number[],
  { areStatementsNamed = true } = {},
): Promise<Database> {
  const { username, password, pathname } = new URL(url.replace('@/', '@localhost/'));
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
  const opened = await openDatabase(
    {
      DATABASE_URL: `postgresql://${username}:${password}@${hosts}${pathname}`,
      DATA_DIR: '',
      DATABASE_POOL_SIZE: 4,
      DATABASE_NAMED_STATEMENTS: areStatementsNamed,
    },
    { role: 'server', log: () => {}, onError: () => {} },
  );
  t.after(() => opened.close());
  return opened;
}
