drop index concurrently if exists order_events_in_turn;
create index concurrently order_events_in_turn on order_events (client_id, tx, event_id) where tx is not null;
