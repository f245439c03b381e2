-- Leases of the background work that runs, or that failed and waits for its next attempt.
-- Processes of the release before still use the schema pgboss until they are replaced, so it stays for now.
create table job_runs (
  job text not null,
  key text not null,
  run_id uuid not null,
  failures integer not null default 0,
  free_at timestamptz not null,
  primary key (job, key)
);
comment on table job_runs is 'Background work that runs, or that failed and waits. A lease keeps other processes from the same work.';
comment on column job_runs.job is 'Name of the job.';
comment on column job_runs.key is 'What the work is for: a client, for example.';
comment on column job_runs.run_id is 'The run that holds the lease.';
comment on column job_runs.failures is 'Failed runs in a row.';
comment on column job_runs.free_at is 'When the lease ends. The process of a live run extends it every second.';
