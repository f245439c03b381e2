-- The center's people, who sign in, and the browsers they are signed in with.
create table operators (
  operator_id text primary key,
  name text not null,
  login text not null,
  login_key text collate "C" not null unique,
  role text not null check (role in ('admin', 'office', 'floor', 'viewer')),
  status text not null check (status in ('active', 'disabled')),
  language text,
  password_hash text,
  link_hash bytea unique,
  link_expires timestamptz(3),
  openid_issuer text,
  openid_subject text,
  created timestamptz(3) not null,
  signed_in timestamptz(3),
  unique (openid_issuer, openid_subject)
);
comment on table operators is 'The center''s people, who sign in.';
comment on column operators.operator_id is 'UUIDv7.';
comment on column operators.name is 'What others read of them.';
comment on column operators.login is 'What they sign in with, as it was given.';
comment on column operators.login_key is 'The same in lower case and one form of Unicode: two people never have one.';
comment on column operators.role is 'What they may do: src/people/role-rules.ts.';
comment on column operators.status is 'Who is disabled cannot sign in.';
comment on column operators.language is 'Of the console, as de or en. Null: that of the browser.';
comment on column operators.password_hash is 'argon2id in the PHC string format. Null: none was set.';
comment on column operators.link_hash is 'SHA-256 of the token in the one-time link that sets the password. Null: there is none.';
comment on column operators.link_expires is 'When that link ends.';
comment on column operators.openid_issuer is 'Who vouches for the person (OpenID Connect). Null: they sign in with a password.';
comment on column operators.openid_subject is 'Who the person is to that issuer.';
comment on column operators.created is 'When the account was made.';
comment on column operators.signed_in is 'When they last signed in. Null: never.';

create table operator_sessions (
  session_hash bytea primary key,
  session_id text not null unique,
  operator_id text not null references operators,
  created timestamptz(3) not null,
  last_seen timestamptz(3) not null,
  user_agent text
);
create index operator_sessions_by_operator on operator_sessions (operator_id, created);
comment on table operator_sessions is 'Browsers that people are signed in with.';
comment on column operator_sessions.session_hash is 'SHA-256 of the 256 random bits in the cookie.';
comment on column operator_sessions.session_id is 'UUIDv7, to name it by.';
comment on column operator_sessions.operator_id is 'Whose it is.';
comment on column operator_sessions.created is 'When they signed in.';
comment on column operator_sessions.last_seen is 'When it was last used, to the minute.';
comment on column operator_sessions.user_agent is 'What the browser says of itself, cut. Null: nothing.';

-- Programs of the center have a role as people have.
alter table clients add column role text check (role in ('admin', 'office', 'floor', 'viewer'));
update clients set role = 'admin' where scope = 'operator';
comment on column clients.role is 'What a program of the center may do: src/people/role-rules.ts. Null: it is a customer.';

-- People send Idempotency-Keys too.
alter table idempotency_keys drop constraint idempotency_keys_client_id_fkey;
comment on column idempotency_keys.client_id is 'The client, or the operator, who sent it.';
