alter table orders
  -- Set aside by the intake, with nothing due, until a file of it can be fetched from this host, as host:port; empty: from any. Null: not set aside.
  add column parked_host text collate "C",
  -- Attempts at this content that failed for a reason of our own.
  add column own_failures integer not null default 0;
create index orders_parked on orders (client_id, parked_host, created, order_id) where parked_host is not null;

-- What was fetched for a client by URL, so that many orders that name it have it fetched once.
create table client_files (
  client_id text not null references clients,
  -- SHA-256 of the URL, which may hold a secret.
  url_hash bytea not null,
  -- Names the content in the blob store. Null, with all that follows from it: nothing that may be used.
  sha256 text,
  -- What the content was judged to be, as inspecting it answered.
  content jsonb,
  -- By which the host tells whether it has changed.
  etag text,
  last_modified text,
  -- When the fetch that brought it began, or that which found it unchanged.
  fetched timestamptz(3),
  -- Nothing that was fetched before is used: its customer or staff said that the file was replaced.
  refused_before timestamptz(3),
  primary key (client_id, url_hash)
);
-- What is too old to be used is found by it, to be deleted.
create index client_files_fetched on client_files (coalesce(fetched, refused_before));

create index client_files_by_content on client_files (sha256);

-- Bytes that were fetched for a client on a day (UTC).
create table client_file_bytes (
  client_id text not null references clients,
  day date not null,
  bytes bigint not null,
  primary key (client_id, day)
);
