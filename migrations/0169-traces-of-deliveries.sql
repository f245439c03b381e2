-- And to what webhooks tell of it: they hand the trace on.
alter table webhook_deliveries add column trace_parent text collate "C";
comment on column webhook_deliveries.trace_parent is 'W3C traceparent of the request that led to the event, where that was traced. Null: it was not.';
