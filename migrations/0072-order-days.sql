-- What the overview of staff tells of each day and of what is open: kept with each change, as the counts of orders are.
alter table order_count_changes
  add column happened timestamptz not null default '-infinity',
  add column created timestamptz not null default '-infinity',
  add column duration_bucket integer not null default -1;
comment on column order_count_changes.happened is 'When the orders were made or ended, by the quarter of an hour. -infinity: neither, or it is a correction of order_counts alone.';
comment on column order_count_changes.created is 'When they were made, likewise.';
comment on column order_count_changes.duration_bucket is 'How long they took from then until they were shipped, as in order_day_durations. -1: they were not.';
alter table order_count_changes drop constraint order_count_changes_pkey;
alter table order_count_changes add primary key (client_id, change_id, status, reason_code, happened, created, duration_bucket);

create table order_days (
  client_id text not null,
  day date not null,
  created integer not null,
  shipped integer not null,
  cancelled integer not null,
  open integer not null,
  primary key (client_id, day)
);
create index order_days_open on order_days (client_id, day) where open <> 0;
comment on table order_days is 'Orders of each day in the time zone of the center: together with order_count_changes.';
comment on column order_days.client_id is 'The client of the orders.';
comment on column order_days.day is 'The day.';
comment on column order_days.created is 'Orders that were made on it.';
comment on column order_days.shipped is 'Orders that were shipped completely on it.';
comment on column order_days.cancelled is 'Orders that were cancelled on it.';
comment on column order_days.open is 'Orders that were made on it and are neither shipped nor cancelled.';

create table order_day_durations (
  client_id text not null,
  day date not null,
  bucket integer not null,
  orders integer not null,
  primary key (client_id, day, bucket)
);
comment on table order_day_durations is 'How long the orders that were shipped on a day took, from NEW to SHIPPED.';
comment on column order_day_durations.client_id is 'The client of the orders.';
comment on column order_day_durations.day is 'The day in the time zone of the center.';
comment on column order_day_durations.bucket is 'Eight times the logarithm to base 2 of the seconds, rounded down.';
comment on column order_day_durations.orders is 'How many orders took so long.';

create table backlog_technologies (
  client_id text not null,
  technology text collate "C" not null,
  orders integer not null,
  pieces bigint not null,
  primary key (client_id, technology)
);
comment on table backlog_technologies is 'What is ASSIGNED or ACCEPTED, by technology: together with backlog_technology_changes.';
comment on column backlog_technologies.client_id is 'The client of the orders.';
comment on column backlog_technologies.technology is 'A technology of prints or customizations; an order counts for each that it has. Empty: existing products.';
comment on column backlog_technologies.orders is 'Orders.';
comment on column backlog_technologies.pieces is 'Pieces of those of their items that have it.';

create table backlog_technology_changes (
  client_id text not null,
  change_id uuid not null,
  technology text collate "C" not null,
  orders integer not null,
  pieces bigint not null,
  primary key (client_id, change_id, technology)
);
comment on table backlog_technology_changes is 'What is to be added to backlog_technologies.';
comment on column backlog_technology_changes.client_id is 'The client of the orders.';
comment on column backlog_technology_changes.change_id is 'UUIDv7 of the statement that changed the orders.';
comment on column backlog_technology_changes.technology is 'The technology, as there.';
comment on column backlog_technology_changes.orders is 'How many more orders, or fewer when negative.';
comment on column backlog_technology_changes.pieces is 'How many more pieces, or fewer when negative.';

-- Orders from before are counted in the background.
insert into order_fills (client_id) select client_id from clients
on conflict (client_id) do update set filled_to = null;
