-- stock_level_quantity is what lies on the shelf; what orders have reserved of it is not available.
alter table article_variants add column reserved integer not null default 0 check (reserved >= 0);
alter table product_variants add column reserved integer not null default 0 check (reserved >= 0);

-- kind and code name a product variant (PRODUCT, EAN-13) or an article variant (ARTICLE, SKU).
create table stock_reservations (
  client_id text not null,
  order_id text collate "C" not null,
  kind text not null check (kind in ('ARTICLE', 'PRODUCT')),
  code text collate "C" not null,
  quantity integer not null check (quantity > 0),
  primary key (client_id, order_id, kind, code),
  foreign key (client_id, order_id) references orders
);

-- What orders wait for, first come, first served by their created.
create table stock_waits (
  client_id text not null,
  order_id text collate "C" not null,
  kind text not null check (kind in ('ARTICLE', 'PRODUCT')),
  code text collate "C" not null,
  created timestamptz(3) not null,
  -- There may be enough by now: the order is to be looked at again.
  woken boolean not null default false,
  primary key (client_id, order_id, kind, code),
  foreign key (client_id, order_id) references orders
);
create index stock_waits_by_turn on stock_waits (kind, code, created, client_id, order_id);
create index stock_waits_woken on stock_waits (client_id, order_id) where woken;

-- The ledger: every change of what lies on the shelf or is reserved, never changed itself.
create table stock_movements (
  movement_id uuid primary key,
  kind text not null check (kind in ('ARTICLE', 'PRODUCT')),
  code text collate "C" not null,
  on_hand_change integer not null,
  reserved_change integer not null,
  reason text not null check (reason in ('reserved', 'released', 'shipped', 'set', 'adjusted', 'imported')),
  client_id text,
  order_id text collate "C",
  occurred timestamptz(3) not null
);
create index stock_movements_by_code on stock_movements (kind, code, movement_id);
