-- The history shows what a change of an order's content changed, and why staff made it.
alter table order_events add column correction text;
comment on column order_events.correction is 'JSON: the changed fields with their values before and after, and the reason of staff, which the customer does not see. Null: no content changed, or the personal data was erased.';
