import type { Connection } from '../database/transaction.ts';

/** One attempt at a key, as pg-boss counts them. */
export interface Attempt {
  id: string;
  retryCount: number;
}

/** Runs whose process has shown no sign of life for longer than this are nobody's. */
export interface Silence {
  names: readonly string[];
  seconds: number;
}

/** A sign of life of these runs, whatever their job, in one statement. Answers those that are still this process's. */
export async function touchRuns(
  connection: Connection,
  names: readonly string[],
  runs: readonly Attempt[],
): Promise<Set<string>> {
  const { rows } = await connection.query<{ id: string }>({
    name: 'touch-runs',
    text: `update pgboss.job set heartbeat_on = pgboss.job_now()
           from unnest($2::uuid[], $3::int[]) as run (id, attempt)
           where job.name = any($1::text[]) and job.id = run.id and job.state = 'active' and job.retry_count = run.attempt
           returning job.id`,
    values: [names, runs.map(({ id }) => id), runs.map(({ retryCount }) => retryCount)],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Forgets the runs of processes that were killed: their keys can begin anew at once. Answers how many. */
export async function forgetSilentRuns(
  connection: Connection,
  { names, seconds }: Silence,
): Promise<{ name: string; key: string }[]> {
  const { rows } = await connection.query<{ name: string; key: string }>({
    name: 'forget-silent-runs',
    text: `delete from pgboss.job
           where name = any($1::text[]) and policy = 'exclusive' and state = 'active'
             and heartbeat_on < pgboss.job_now() - make_interval(secs => $2)
           returning name, data ->> 'key' as key`,
    values: [names, seconds],
  });
  return rows;
}

/** Forgets all runs there are, where no process works on the database. There are none before the first start. */
export async function forgetRuns(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ exists: boolean }>(
    "select to_regclass('pgboss.job') is not null as exists",
  );
  if (rows[0]?.exists) await connection.query("delete from pgboss.job where state = 'active'");
}
