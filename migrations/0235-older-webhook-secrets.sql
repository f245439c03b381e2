-- A second rotation of a webhook secret within a day keeps the secrets before it until their own time.
alter table webhook_endpoints add column older_secrets bytea[], add column older_secrets_until timestamptz(3)[];
comment on column webhook_endpoints.older_secrets is 'Secrets before the previous one, encrypted, newest first. Each also signs for some time. Null: none.';
comment on column webhook_endpoints.older_secrets_until is 'Until when each of the older secrets signs, in the same order. Null: none.';
