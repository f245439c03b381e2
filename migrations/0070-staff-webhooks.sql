-- What staff see of the endpoints of all clients, and deliveries that they skip.
alter table webhook_endpoints
  add column last_success timestamptz(3),
  add column last_failure timestamptz(3),
  add column last_failure_status integer,
  add column last_failure_error text;
comment on column webhook_endpoints.last_success is 'When a delivery was last answered 2xx. Null: never since this column came.';
comment on column webhook_endpoints.last_failure is 'When an attempt last failed. Null: never since this column came.';
comment on column webhook_endpoints.last_failure_status is 'HTTP status of that attempt''s answer. Null: there was none.';
comment on column webhook_endpoints.last_failure_error is 'Why that attempt failed.';

alter table webhook_endpoints drop constraint webhook_endpoints_disabled_reason_check;
alter table webhook_endpoints add constraint webhook_endpoints_disabled_reason_check
  check (disabled_reason in ('requested', 'gone', 'failing', 'by_staff'));

create index webhook_endpoints_failing on webhook_endpoints (client_id, endpoint_id)
  where status = 'active' and failing_since is not null;
create index webhook_endpoints_disabled on webhook_endpoints (client_id, endpoint_id) where status = 'disabled';

alter table webhook_deliveries
  add column skipped timestamptz(3),
  add column skipped_by text;
comment on column webhook_deliveries.skipped is 'When staff skipped it. Null: they did not.';
comment on column webhook_deliveries.skipped_by is 'Who did, by the name they had then.';
-- Validated on its own: the deliveries are many.
alter table webhook_deliveries drop constraint webhook_deliveries_state_check;
alter table webhook_deliveries add constraint webhook_deliveries_state_check
  check (state in ('pending', 'delivered', 'failed', 'skipped')) not valid;
