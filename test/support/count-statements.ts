import pg from 'pg';

/** Runs the work and returns the texts of all statements that this process sends to PostgreSQL meanwhile. */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const original = pg.Client.prototype.query;
  const texts: string[] = [];
  pg.Client.prototype.query = function (this: unknown, ...args: never[]) {
    const [query] = args as unknown as [string | { text: string }];
    texts.push(typeof query === 'string' ? query : query.text);
    return (original as (...all: never[]) => never).apply(this as never, args);
  } as never;
  try {
    await work();
    return texts;
  } finally {
    pg.Client.prototype.query = original;
  }
}
