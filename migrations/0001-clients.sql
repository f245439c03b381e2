create table clients (
  client_id text primary key,
  name text not null,
  mode text not null check (mode in ('live', 'sandbox')),
  scope text not null check (scope in ('fulfillment', 'operator')),
  status text not null default 'active' check (status in ('active', 'disabled')),
  created timestamptz(3) not null
);

create table client_secrets (
  client_id text not null references clients,
  secret_id uuid not null,
  -- SHA-256 of a secret of 256 random bits.
  secret_hash bytea not null,
  created timestamptz(3) not null,
  primary key (client_id, secret_id)
);
