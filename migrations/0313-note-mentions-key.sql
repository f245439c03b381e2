-- A deleted note mentions nobody.
alter table note_mentions add constraint note_mentions_note_fkey
  foreign key (client_id, order_id, note_id) references order_notes (client_id, order_id, note_id) on delete cascade;
