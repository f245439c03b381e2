-- Uploads that an order uses do not count towards the limit of a client.
alter table client_uploads add column is_used boolean not null default false;
comment on column client_uploads.is_used is 'Whether an order was found to use it. Then it does not count towards the limit.';
create index client_uploads_unused on client_uploads (client_id) where not is_used;
