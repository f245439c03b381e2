-- Saved views of the list of orders, and bulk changes of all orders that match a filter.
create table order_views (
  view_id text collate "C" primary key,
  owner_id text not null,
  owner_name text not null,
  is_shared boolean not null,
  name text not null,
  query jsonb not null,
  columns text[] not null,
  created timestamp(3) with time zone not null
);
create index order_views_of_owner on order_views (owner_id);
comment on table order_views is 'Saved views of the list of orders.';
comment on column order_views.view_id is 'UUIDv7.';
comment on column order_views.owner_id is 'operator_id of the person, or client_id of the program, that saved it.';
comment on column order_views.owner_name is 'Name of the owner at that time.';
comment on column order_views.is_shared is 'Whether everybody sees it. Otherwise, only its owner does.';
comment on column order_views.name is 'Name for people.';
comment on column order_views.query is 'Parameters of the list of orders: filters, sort and page size. Never a search text.';
comment on column order_views.columns is 'Columns of the table, from left to right. Empty: the usual ones.';
comment on column order_views.created is 'When it was saved.';
create table order_view_defaults (
  operator_id text collate "C" primary key,
  view_id text not null
);
create index order_view_defaults_of_view on order_view_defaults (view_id);
comment on table order_view_defaults is 'The view with which the list of orders opens, for each person who chose one.';
comment on column order_view_defaults.operator_id is 'The person.';
comment on column order_view_defaults.view_id is 'The view.';

create table order_jobs (
  job_id text collate "C" primary key,
  action text not null,
  input jsonb not null,
  state text not null default 'RUNNING' constraint order_jobs_state_check check (state in ('RUNNING', 'STOPPED', 'DONE')),
  orders integer not null,
  created timestamp(3) with time zone not null,
  created_by_kind text not null,
  created_by_id text,
  created_by_name text,
  ended timestamp(3) with time zone
);
create index order_jobs_running on order_jobs (job_id) where state = 'RUNNING';
comment on table order_jobs is 'Bulk changes of all orders that matched a filter.';
comment on column order_jobs.job_id is 'UUIDv7.';
comment on column order_jobs.action is 'What is done with each order, see src/packing/order-jobs.ts.';
comment on column order_jobs.input is 'Values of the action, such as the carrier. Empty after the end.';
comment on column order_jobs.state is 'RUNNING, STOPPED by a person, or DONE.';
comment on column order_jobs.orders is 'Number of orders in order_job_rows.';
comment on column order_jobs.created is 'When a person started it.';
comment on column order_jobs.created_by_kind is 'operator.';
comment on column order_jobs.created_by_id is 'operator_id or client_id of the starter.';
comment on column order_jobs.created_by_name is 'Name of the starter at that time.';
comment on column order_jobs.ended is 'When it was done or stopped. Null: it runs.';
create table order_job_rows (
  job_id text collate "C" not null,
  position integer not null,
  client_id text not null,
  order_id text collate "C" not null,
  state text not null default 'WAITING' constraint order_job_rows_state_check check (state in ('WAITING', 'DONE', 'REFUSED')),
  error text,
  message text,
  constraint order_job_rows_pkey primary key (job_id, position)
);
create index order_job_rows_waiting on order_job_rows (job_id, position) where state = 'WAITING';
create index order_job_rows_refused on order_job_rows (job_id, position) where state = 'REFUSED';
comment on table order_job_rows is 'The orders of a bulk change, as they matched at its start.';
comment on column order_job_rows.job_id is 'The bulk change.';
comment on column order_job_rows.position is 'Place in the list, counted from 0.';
comment on column order_job_rows.client_id is 'The client of the order.';
comment on column order_job_rows.order_id is 'The order.';
comment on column order_job_rows.state is 'WAITING, DONE or REFUSED. DONE is written in the transaction of the change.';
comment on column order_job_rows.error is 'Name of the error. Null: not refused.';
comment on column order_job_rows.message is 'Why it was refused, in English. Null: not refused.';
