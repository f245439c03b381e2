-- When orders are due, which go first, and what the contract of a client says about both.
alter table orders add column due timestamptz(3);
alter table orders add column rush boolean not null default false;
comment on column orders.due is 'When the order is due. Set when it becomes ASSIGNED. Null: not assigned, or not filled in yet.';
comment on column orders.rush is 'Whether the order goes before others in stock, release, production and packing.';
alter table clients add column production_days integer
  constraint clients_production_days_check check (production_days between 1 and 60);
alter table clients add column cut_off text collate "C"
  constraint clients_cut_off_check check (cut_off ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');
alter table clients add column working_days text[] collate "C";
alter table clients add column may_rush boolean not null default false;
comment on column clients.production_days is 'Working days from the cut-off until an order is due. Null: as the center.';
comment on column clients.cut_off is 'Time of the day in the zone of the center until which an order counts for the day. Null: as the center.';
comment on column clients.working_days is 'Days that count for its orders: MON to SUN. Null: as the center.';
comment on column clients.may_rush is 'Whether its orders may ask for priority RUSH.';
