-- Screens on the wall of the shop, each with its own link.
create table wall_boards (
  board_id text collate "C" primary key,
  name text not null,
  token_hash bytea not null unique,
  created timestamp(3) with time zone not null,
  seen timestamp(3) with time zone
);
comment on table wall_boards is 'Links that show the wall board, and nothing else.';
comment on column wall_boards.board_id is 'UUIDv7.';
comment on column wall_boards.name is 'Name for people, such as the place of the screen.';
comment on column wall_boards.token_hash is 'SHA-256 of the token in the link.';
comment on column wall_boards.created is 'When an admin created the link.';
comment on column wall_boards.seen is 'When the link was last used, accurate to some minutes. Null: never.';
