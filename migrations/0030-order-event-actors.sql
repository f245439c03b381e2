alter table order_events
  add column actor_id text,
  add column actor_name text;
comment on column order_events.actor_id is 'Client id of who caused it, of a customer or of the center''s own system. Null: Platen itself, or an event from before this was recorded.';
comment on column order_events.actor_name is 'The name of that client when it happened.';
