-- Named secrets with scopes, their last use, and the networks of clients.
alter table client_secrets add column name text collate "C";
alter table client_secrets add column scopes text[];
alter table client_secrets add column last_used timestamp(3) with time zone;
comment on table client_secrets is 'Secrets of clients. A client has at most two of each name, so that one can replace the other.';
comment on column client_secrets.name is 'Name that the client gave. Null: the main secret of the client.';
comment on column client_secrets.scopes is 'Scopes of its tokens. Null: the scope of the client.';
comment on column client_secrets.last_used is 'When it or one of its tokens was last used, up to some minutes ago. Null: never since this column was added.';
alter table clients add column networks text[];
comment on column clients.networks is 'Addresses and networks from which its requests are accepted. Null: all.';
