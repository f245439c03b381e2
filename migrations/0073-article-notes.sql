-- What staff write about articles for each other.
create table article_notes (
  manufacturer_code text collate "C" not null references articles (manufacturer_code),
  note_id text not null,
  text text not null,
  created timestamptz(3) not null,
  changed timestamptz(3),
  author_id text,
  author_name text,
  primary key (manufacturer_code, note_id)
);
comment on table article_notes is 'What staff write about articles for each other, such as how to print on one; customers never read it.';
comment on column article_notes.manufacturer_code is 'The article.';
comment on column article_notes.note_id is 'UUIDv7.';
comment on column article_notes.text is 'What was written.';
comment on column article_notes.created is 'When.';
comment on column article_notes.changed is 'When it was last corrected. Null: never.';
comment on column article_notes.author_id is 'operator_id of a person, client_id of a program.';
comment on column article_notes.author_name is 'The name they had then.';
