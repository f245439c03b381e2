-- Which trace led to an order, where traces are made: what the background does with it belongs to that.
alter table orders add column trace_parent text collate "C";
comment on column orders.trace_parent is 'W3C traceparent of the last request that changed it, where that was traced: made of hexadecimal digits alone. Null: it was not.';
