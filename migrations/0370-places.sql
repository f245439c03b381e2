-- Places of variants in the warehouse, and what is picked for a batch.
create table stock_places (
  kind text not null constraint stock_places_kind_check check (kind in ('ARTICLE', 'PRODUCT')),
  code text collate "C" not null,
  place_key text collate "C" not null,
  place text collate "C" not null,
  quantity integer constraint stock_places_quantity_check check (quantity >= 0),
  constraint stock_places_pkey primary key (kind, code, place_key)
);
create unique index stock_places_main on stock_places (kind, code) where quantity is null;
create index stock_places_by_place on stock_places (place_key, kind, code);
comment on table stock_places is 'Places of variants: at most one main place, and reserve places. Orders never read or change it.';
comment on column stock_places.kind is 'ARTICLE: code is the SKU of an article variant. PRODUCT: code is the EAN-13 of a product variant.';
comment on column stock_places.code is 'Code of the variant, see kind.';
comment on column stock_places.place_key is 'The place in lower case with padded numbers. Places with the same key are the same, and it sorts naturally.';
comment on column stock_places.place is 'The place as people write it, such as A-12-3.';
comment on column stock_places.quantity is 'Pieces in a reserve place. Null: the main place, which has all other pieces.';

create table batch_picks (
  batch_id bigint not null,
  kind text not null constraint batch_picks_kind_check check (kind in ('ARTICLE', 'PRODUCT')),
  code text collate "C" not null,
  picked integer not null constraint batch_picks_picked_check check (picked >= 0),
  changed timestamp(3) with time zone not null,
  changed_by_id text,
  changed_by_name text,
  constraint batch_picks_pkey primary key (batch_id, kind, code)
);
comment on table batch_picks is 'Pieces that were taken from the shelves for a batch.';
comment on column batch_picks.batch_id is 'The batch.';
comment on column batch_picks.kind is 'ARTICLE: code is a SKU. PRODUCT: code is an EAN-13.';
comment on column batch_picks.code is 'Code of the variant, see kind.';
comment on column batch_picks.picked is 'Number of pieces taken so far.';
comment on column batch_picks.changed is 'When it was last changed.';
comment on column batch_picks.changed_by_id is 'operator_id of the person, or client_id of the program, that changed it. Null: the command line.';
comment on column batch_picks.changed_by_name is 'Name of that actor at that time.';

-- Not validated: the rows satisfy the former check, which is narrower.
alter table stock_movements drop constraint stock_movements_reason_check,
  add constraint stock_movements_reason_check check (reason in ('reserved', 'released', 'shipped', 'scrapped', 'returned', 'withdrawn',
    'set', 'adjusted', 'imported', 'received', 'counted', 'moved')) not valid;
alter table stock_movements add column place text collate "C", add column place_change integer, add column document text collate "C";
comment on column stock_movements.reason is 'reserved, released, shipped, scrapped, returned, withdrawn, set, adjusted, imported, received, counted or moved.';
comment on column stock_movements.place is 'The place, as people wrote it. Null: no place is known.';
comment on column stock_movements.place_change is 'Pieces put into a reserve place. Negative: taken from it. Null: no reserve place is affected.';
comment on column stock_movements.document is 'The paper behind the change, such as a delivery or a count. Null: none.';
