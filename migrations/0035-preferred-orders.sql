-- Orders that staff prefer: nobody takes what they wait for until they are filled.
create table stock_preferences (
  client_id text not null,
  order_id text collate "C" not null,
  preferred timestamptz(3) not null,
  -- Who did it, by name.
  preferred_by text,
  primary key (client_id, order_id)
);
comment on table stock_preferences is 'Orders that staff prefer, until they are filled: nobody takes what they wait for.';
comment on column stock_preferences.client_id is 'Whose order it is.';
comment on column stock_preferences.order_id is 'The order that is preferred.';
comment on column stock_preferences.preferred is 'Since when.';
comment on column stock_preferences.preferred_by is 'Who preferred it, by the name they had then.';

-- A preferred order waits for all that it needs, also for what there is enough of: the others leave it to that order.
alter table stock_waits add column is_preferred boolean not null default false;
alter table stock_waits alter column is_preferred drop default;
comment on column stock_waits.is_preferred is 'Nobody else takes this code before the order has it.';
create index stock_waits_preferred on stock_waits (kind, code, created, client_id, order_id) where is_preferred;
