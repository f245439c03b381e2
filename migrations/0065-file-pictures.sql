-- Pictures of files, by the content of the file: what orders of several clients name is drawn once, as it is kept once.
create table file_pictures (
  sha256 text primary key,
  small text,
  large text,
  made timestamptz(3) not null
);
create index file_pictures_by_small on file_pictures (small);
create index file_pictures_by_large on file_pictures (large);
comment on table file_pictures is 'Pictures of files that orders keep, for staff to look at.';
comment on column file_pictures.sha256 is 'Names the file in the blob store.';
comment on column file_pictures.small is 'Names the small picture in the blob store. Null: the file cannot be drawn.';
comment on column file_pictures.large is 'Names the large one.';
comment on column file_pictures.made is 'When it was drawn, or was found not to be drawable.';

-- Null for what was kept before: that is drawn when somebody looks at it.
alter table order_files add column picture_due boolean;
comment on column order_files.picture_due is 'True: a picture of it is still to be drawn. Null: it was, or is when somebody looks at it.';
create index order_files_picture_due on order_files (client_id, fetched) where picture_due;
