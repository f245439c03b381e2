-- What lists and filters ask of an order, which stood in its document alone. No default and no check, so that no row is written for them.
alter table orders
  add column reason_code text,
  add column cancellation text,
  add column item_count integer;
comment on column orders.reason_code is 'The code of its statusReason. Null: it has none.';
comment on column orders.cancellation is 'What became of its customer''s wish to cancel it in production: REQUESTED, ACCEPTED, REJECTED. Null: there was none, or the order had ended before this column came.';
comment on column orders.item_count is 'How many items it has. Null: it has not changed since this column came, and its document tells.';

-- Only open orders have a reason or a wish to decide, and those are few. The document is text that JSON.stringify wrote, in which quotes are escaped.
update orders
set reason_code = substring(document from '"statusReason":\{"code":"([^"\\]*)"'),
    cancellation = substring(document from '"cancellation":\{"status":"([A-Z]+)"')
where status in ('NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR')
  and (document like '%"statusReason":{"code":"%' or document like '%"cancellation":{"status":"%');

drop index orders_cancellation_requested;
create index orders_cancellation_requested on orders (client_id, created desc, order_id)
  where status = 'ACCEPTED' and cancellation = 'REQUESTED';
