-- What is learnt of a PDF; unknown of those kept before.
alter table order_files
  add column pages integer,
  add column width_mm double precision,
  add column height_mm double precision;
