alter table machine_jobs add column requests integer not null default 1;
comment on column machine_jobs.requests is 'How often the file was requested. A request that is tried again sends the same key to the machine.';
