-- What the intake finds in artwork, and what a contract makes of it.
alter table order_files add column visible_share double precision;
alter table order_files add column is_opaque boolean;
alter table clients add column refuses_artwork boolean not null default false;
comment on column order_files.visible_share is 'The part of an image in which anything is visible, as a fraction from 0 to 1 of its area. Null: not known.';
comment on column order_files.is_opaque is 'True: no pixel of the image is transparent. Null: not known.';
comment on column clients.refuses_artwork is 'Whether doubtful artwork puts an order into ERROR. False: the order gets a warning.';
