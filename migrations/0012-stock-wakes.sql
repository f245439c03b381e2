-- What an order is short of. Who waits holds up nobody: whoever can be filled is filled, the oldest first.
drop index stock_waits_woken;
alter table stock_waits
  drop column woken,
  -- Pieces that it needs beside those it holds. Of orders from before it is not known; they are tried.
  add column quantity integer not null default 1;
alter table stock_waits alter column quantity drop default;
-- Whether there is enough for anybody is seen at the smallest quantity.
create index stock_waits_by_quantity on stock_waits (kind, code, quantity);

-- Codes of which there may be enough for somebody who waits; those are tried in the background.
create table stock_wakes (
  kind text not null check (kind in ('ARTICLE', 'PRODUCT')),
  code text collate "C" not null,
  -- Another one whenever more has come.
  wake_id uuid not null,
  -- Orders that have begun to wait since: those who waited before come first.
  joined integer not null default 0,
  primary key (kind, code)
);
insert into stock_wakes (kind, code, wake_id)
select kind, code, gen_random_uuid() from (select distinct kind, code from stock_waits) waited;
