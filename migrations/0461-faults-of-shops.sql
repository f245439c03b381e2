-- Each part of the work for a shop fails alone.
alter table shop_connections drop column failures, add column faults jsonb not null default '{}';
comment on column shop_connections.faults is 'The parts that failed (look, products, stock): the failures in a row, the problem, and words of the shop.';
