-- How often somebody was tried to be signed in: counted here, so that it counts for all processes of a database.
create table sign_in_attempts (
  key bytea primary key,
  attempts integer not null,
  ends timestamptz(3) not null
);
create index sign_in_attempts_by_end on sign_in_attempts (ends);
comment on table sign_in_attempts is 'Attempts to sign in that failed or are under way; past a limit nothing is tried until their window ends.';
comment on column sign_in_attempts.key is 'SHA-256 of what is counted: an account, a network, both, a browser.';
comment on column sign_in_attempts.attempts is 'How many in this window.';
comment on column sign_in_attempts.ends is 'When the window ends; after that the row means nothing, and is deleted.';

-- Sessions that have ended are looked for all the time, to be deleted.
create index operator_sessions_by_last_seen on operator_sessions (last_seen);
create index operator_sessions_by_created on operator_sessions (created);
