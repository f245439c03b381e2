-- A shipment can be withdrawn: its papers are void, and its stock is on the shelf again.
-- The checks are not validated: they only allow more than before, and a scan of the ledger would hold its lock.
alter table parcel_papers drop constraint parcel_papers_state_check;
alter table parcel_papers add constraint parcel_papers_state_check check (state in ('drawing', 'enqueued', 'not_made', 'void')) not valid;
comment on column parcel_papers.state is 'drawing: to be drawn. enqueued: it is a print job. not_made: it could not be drawn. void: it must not be used.';
alter table stock_movements drop constraint stock_movements_reason_check;
alter table stock_movements add constraint stock_movements_reason_check
  check (reason in ('reserved', 'released', 'shipped', 'scrapped', 'returned', 'withdrawn', 'set', 'adjusted', 'imported')) not valid;
comment on column stock_movements.reason is 'Why: reserved, released, shipped, scrapped, returned, withdrawn, set, adjusted, imported.';
