-- What staff write about orders for each other.
create table order_notes (
  client_id text not null,
  order_id text collate "C" not null,
  note_id text not null,
  text text not null,
  created timestamptz(3) not null,
  changed timestamptz(3),
  author_id text,
  author_name text,
  primary key (client_id, order_id, note_id),
  foreign key (client_id, order_id) references orders (client_id, order_id)
);
comment on table order_notes is 'What staff write about orders for each other; customers never read it.';
comment on column order_notes.client_id is 'Whose order it is about.';
comment on column order_notes.order_id is 'The order.';
comment on column order_notes.note_id is 'UUIDv7.';
comment on column order_notes.text is 'What was written.';
comment on column order_notes.created is 'When.';
comment on column order_notes.changed is 'When its author last corrected it. Null: never.';
comment on column order_notes.author_id is 'operator_id of a person, client_id of a program.';
comment on column order_notes.author_name is 'The name they had then.';
