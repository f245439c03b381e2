-- When a database is distributed, foreign keys are taken away and made again: what an abort leaves is found here.
create table postponed_keys (
  table_name text not null collate "C",
  key_name text not null collate "C",
  referenced_name text not null collate "C",
  definition text not null,
  primary key (table_name, key_name)
);
comment on table postponed_keys is 'Foreign keys that "platen db distribute" took away and is still to make again. Empty when it has come to its end.';
comment on column postponed_keys.table_name is 'The table that has the key.';
comment on column postponed_keys.key_name is 'Its name.';
comment on column postponed_keys.referenced_name is 'The table that it points at.';
comment on column postponed_keys.definition is 'The key in SQL, as in alter table … add constraint.';
