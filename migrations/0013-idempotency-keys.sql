-- Changes that were sent with an Idempotency-Key, recorded in the transaction that made them, with what was answered.
create table idempotency_keys (
  client_id text not null references clients,
  key text collate "C" not null,
  -- SHA-256 of the request: under one key there is one.
  request_hash bytea not null,
  answer text not null,
  created timestamptz(3) not null,
  primary key (client_id, key)
);
create index idempotency_keys_by_created on idempotency_keys (created);
