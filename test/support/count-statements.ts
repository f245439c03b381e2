import pg from 'pg';

/** Statements that timers send: they read the clients and keys in memory again. */
const BY_TIMER = ['find-client-states', 'list-signing-keys'];

/**
 * Runs the work and returns the texts of all statements that this process sends to PostgreSQL meanwhile,
 * except for those that timers send.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const original = pg.Client.prototype.query;
  const texts: string[] = [];
  pg.Client.prototype.query = function (this: unknown, ...args: never[]) {
    const [query] = args as unknown as [string | { text: string; name?: string }];
    if (typeof query === 'string') texts.push(query);
    else if (!BY_TIMER.includes(query.name ?? '')) texts.push(query.text);
    return (original as (...all: never[]) => never).apply(this as never, args);
  } as never;
  try {
    await work();
    return texts;
  } finally {
    pg.Client.prototype.query = original;
  }
}
