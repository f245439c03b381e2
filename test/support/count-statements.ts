import pg from 'pg';

/** Statements that timers send: they read the clients and keys in memory again. */
const BY_TIMER = ['find-client-states', 'list-signing-keys'];

type Query = (...args: unknown[]) => unknown;
type Statement = string | { text: string; name?: string };

/**
 * Runs the work and returns the texts of all statements that this process sends to PostgreSQL meanwhile,
 * except for those that timers send. Each list has the statements of one round trip, which were sent
 * together.
 */
export async function recordRoundTrips(work: () => Promise<unknown>): Promise<string[][]> {
  const original = pg.Client.prototype.query as Query;
  const trips: string[][] = [];
  const underWay = new WeakMap<object, { trip: string[]; statements: number }>();
  pg.Client.prototype.query = function (this: object, ...args: unknown[]) {
    const statement = args[0] as Statement;
    const callback = args.at(-1);
    const { text, name = '' } = typeof statement === 'string' ? { text: statement } : statement;
    if (BY_TIMER.includes(name) || typeof callback !== 'function') return original.apply(this, args);
    const current = underWay.get(this) ?? { trip: [], statements: 0 };
    if (current.trip.push(text) === 1) trips.push(current.trip);
    current.statements++;
    underWay.set(this, current);
    const answer = (...given: unknown[]) => {
      if (--current.statements === 0) underWay.delete(this);
      callback(...given);
    };
    return original.apply(this, [...args.slice(0, -1), answer]);
  } as never;
  try {
    await work();
    return trips;
  } finally {
    pg.Client.prototype.query = original as never;
  }
}

/** Returns the texts of all statements of the work. */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  return (await recordRoundTrips(work)).flat();
}
