-- Quotas hold over all processes of a database: each tells here how much it has let through, and learns what the others have.
-- Unlogged: a window that is forgotten with a crash of PostgreSQL begins anew, and counting costs no wait for the disk.
create unlogged table quota_counts (
  client_id text not null,
  quota text not null,
  used integer not null,
  ends timestamptz(3) not null,
  primary key (client_id, quota)
);
comment on table quota_counts is 'How much of its quotas each client has used in the window that goes on, at all processes.';
comment on column quota_counts.client_id is 'The client, or the account of one of the staff.';
comment on column quota_counts.quota is 'Name of the quota, as in the header field RateLimit-Policy.';
comment on column quota_counts.used is 'Requests, weighed, that were let through in this window.';
comment on column quota_counts.ends is 'When the window ends; after that the row means nothing until it is used again.';

create unlogged table serving_processes (
  process_id uuid primary key,
  seen timestamptz(3) not null
);
comment on table serving_processes is 'Processes that answer requests of this database: among them quotas are shared.';
comment on column serving_processes.process_id is 'Made at its start.';
comment on column serving_processes.seen is 'When it last said that it is there.';
