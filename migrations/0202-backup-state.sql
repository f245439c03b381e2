-- The server's backups as all processes and the console know them: which folder they are written to, what is wrong with them, and what the last check found.
create table backup_state (
  singleton boolean primary key default true check (singleton),
  folder_id text,
  folder_path text,
  problem text,
  problem_message text,
  problem_since timestamptz,
  verified timestamptz,
  verify_problems integer,
  verify_message text
);
comment on table backup_state is 'One row: what the server knows of its backups.';
comment on column backup_state.singleton is 'Always true, so that there is one row at most.';
comment on column backup_state.folder_id is 'The id in the marker file of the backup folder. Null: no folder was written to yet.';
comment on column backup_state.folder_path is 'Where the folder was when the server last wrote to it.';
comment on column backup_state.problem is 'Code of what keeps backups from being made. Null: nothing does.';
comment on column backup_state.problem_message is 'The same as a sentence.';
comment on column backup_state.problem_since is 'When it began.';
comment on column backup_state.verified is 'When the backups were last checked. Null: not yet.';
comment on column backup_state.verify_problems is 'How many faults that check found.';
comment on column backup_state.verify_message is 'The first of them as a sentence.';
insert into backup_state default values;
