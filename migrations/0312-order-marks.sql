-- The assignee and the tags of an order, and people who are named in notes.
create table order_marks (
  client_id text not null,
  order_id text collate "C" not null,
  assignee_id text,
  assignee_name text,
  tags text[] not null default '{}',
  constraint order_marks_pkey primary key (client_id, order_id)
);
create index order_marks_by_assignee on order_marks (assignee_id) where assignee_id is not null;
create index order_marks_tagged on order_marks (client_id, order_id) where tags <> '{}';
comment on table order_marks is 'Marks of staff on orders. Customers cannot read them.';
comment on column order_marks.client_id is 'The client of the order.';
comment on column order_marks.order_id is 'The order.';
comment on column order_marks.assignee_id is 'operator_id of the person who looks after it. Null: nobody.';
comment on column order_marks.assignee_name is 'Name of that person at that time.';
comment on column order_marks.tags is 'Tags, sorted.';
create table note_mentions (
  client_id text not null,
  order_id text collate "C" not null,
  note_id text not null,
  operator_id text not null,
  operator_name text not null,
  created timestamp(3) with time zone not null,
  done timestamp(3) with time zone,
  constraint note_mentions_pkey primary key (client_id, order_id, note_id, operator_id)
);
create index note_mentions_open on note_mentions (created) where done is null;
comment on table note_mentions is 'People who are named in notes about orders.';
comment on column note_mentions.client_id is 'The client of the order.';
comment on column note_mentions.order_id is 'The order.';
comment on column note_mentions.note_id is 'The note.';
comment on column note_mentions.operator_id is 'The person.';
comment on column note_mentions.operator_name is 'Name of the person at that time.';
comment on column note_mentions.created is 'When the note was written.';
comment on column note_mentions.done is 'When the person followed the alert. Null: not yet.';
