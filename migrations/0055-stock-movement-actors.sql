alter table stock_movements
  add column actor text,
  add column actor_id text,
  add column actor_name text;
comment on column stock_movements.actor is 'Who did it: client, operator or system. Null: from before this was recorded.';
comment on column stock_movements.actor_id is 'The id of who did it. Null: Platen itself, the command line, or from before this was recorded.';
comment on column stock_movements.actor_name is 'The name they had then.';
