-- Files that clients upload for orders.
create table client_uploads (
  client_id text not null,
  file_id text collate "C" not null,
  sha256 text not null,
  bytes bigint not null,
  content jsonb not null,
  kept_since timestamp(3) with time zone not null,
  constraint client_uploads_pkey primary key (client_id, file_id),
  constraint client_uploads_of_content unique (client_id, sha256)
);
create index client_uploads_by_content on client_uploads (sha256);
create index client_uploads_kept on client_uploads (kept_since);
comment on table client_uploads is 'Files that clients uploaded. Orders name them by their address.';
comment on column client_uploads.client_id is 'The client.';
comment on column client_uploads.file_id is 'Random id, which is the last part of the address.';
comment on column client_uploads.sha256 is 'The content in the blob store.';
comment on column client_uploads.bytes is 'Size of the content.';
comment on column client_uploads.content is 'JSON: result of the content inspection.';
comment on column client_uploads.kept_since is 'When it was uploaded, or last found to be used by an order.';
