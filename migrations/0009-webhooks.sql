create table webhook_endpoints (
  client_id text not null references clients,
  endpoint_id uuid not null,
  url text not null,
  description text,
  -- The types of events it wants; null: all of them, also those to come.
  types text[],
  -- What was deleted goes away together with its deliveries, in the background.
  status text not null check (status in ('active', 'disabled', 'deleted')),
  disabled_reason text check (disabled_reason in ('requested', 'gone', 'failing')),
  -- Encrypted with the encryption key. The one before stays valid for a while after a rotation.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  -- The first failure since the last success, or since all that waited was given up.
  failing_since timestamptz(3),
  created timestamptz(3) not null,
  updated timestamptz(3) not null,
  primary key (client_id, endpoint_id)
);
create index webhook_endpoints_active on webhook_endpoints (client_id, endpoint_id) where status = 'active';
create index webhook_endpoints_deleted on webhook_endpoints (updated) where status = 'deleted';

-- No foreign key: an endpoint that is being deleted must not fail the order whose event is recorded meanwhile.
create table webhook_deliveries (
  client_id text not null,
  endpoint_id uuid not null,
  -- UUIDv7 of the event, the webhook-id: the same at each endpoint and each attempt.
  delivery_id uuid not null,
  -- The order of recording, which is the order of delivering.
  position bigint generated always as identity,
  type text not null,
  -- Exactly as it is signed and sent.
  body text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- When the next attempt may be made, for a pending one.
  due timestamptz(3) not null,
  created timestamptz(3) not null,
  last_attempt timestamptz(3),
  delivered timestamptz(3),
  -- HTTP status of the last answer, or why there was none.
  last_status integer,
  last_error text,
  response_excerpt text,
  primary key (client_id, endpoint_id, delivery_id)
);
create index webhook_deliveries_by_position on webhook_deliveries (client_id, endpoint_id, position);
create index webhook_deliveries_pending on webhook_deliveries (client_id, endpoint_id, position) where state = 'pending';
create index webhook_deliveries_failed on webhook_deliveries (client_id, endpoint_id, position) where state = 'failed';
create index webhook_deliveries_ended on webhook_deliveries (created) where state <> 'pending';

-- What product.stock_changed told last of each variant, and when the ledger was last looked at for it.
create table stock_announcements (
  ean13 text collate "C" primary key,
  quantity integer not null
);
create table stock_announcer (
  singleton boolean primary key default true check (singleton),
  looked timestamptz(3) not null
);
insert into stock_announcer (looked) values (now());
