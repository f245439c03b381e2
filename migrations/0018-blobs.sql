-- What lies in the blob store. A row is there before its blob is, and goes after it.
create table blobs (
  sha256 text primary key,
  bytes bigint not null,
  -- Since when no row of another table was seen to name it; null: one does, or is about to.
  unnamed_since timestamptz(3)
);
insert into blobs (sha256, bytes) select sha256, max(bytes) from order_files group by sha256;
create index order_files_by_content on order_files (sha256);

-- Cancelled orders by when they were cancelled: their files are forgotten after a time.
create index orders_cancelled on orders (updated, client_id, order_id) where status = 'CANCELLED';

-- The walk that deletes what nobody names: when the next one begins, and where the one under way has come to.
create table blob_sweep (
  singleton boolean primary key default true check (singleton),
  next timestamptz(3) not null,
  step integer not null default 0,
  reached text not null default '',
  -- What the walk under way has found to be kept so far, and what the last one did.
  walked_files bigint not null default 0,
  walked_bytes bigint not null default 0,
  kept_files bigint,
  kept_bytes bigint
);
insert into blob_sweep (next) values (now());
