-- Who of the center did what: written in the transaction that does it.
create table audit (
  entry_id text primary key,
  occurred timestamptz(3) not null,
  actor_kind text not null check (actor_kind in ('operator', 'system')),
  actor_id text,
  actor_name text,
  action text not null,
  subject_kind text not null,
  subject_id text,
  detail text
);
create index audit_by_time on audit (occurred desc, entry_id desc);
create index audit_by_actor on audit (actor_id, occurred desc, entry_id desc);
create index audit_by_subject on audit (subject_id, occurred desc, entry_id desc);
create index audit_by_kind on audit (subject_kind, occurred desc, entry_id desc);
comment on table audit is 'Who of the center did what. Rows are only added.';
comment on column audit.entry_id is 'UUIDv7.';
comment on column audit.occurred is 'When.';
comment on column audit.actor_kind is 'operator: a person, a program or the command line of the center. system: Platen itself.';
comment on column audit.actor_id is 'operator_id of a person, client_id of a program. Null: the command line, or Platen itself.';
comment on column audit.actor_name is 'The name they had then.';
comment on column audit.action is 'What was done, as client.disabled.';
comment on column audit.subject_kind is 'To what: order, client, stock, …';
comment on column audit.subject_id is 'To which; of an order its client and orderId with a slash between them. Null: there is only one.';
comment on column audit.detail is 'JSON: what changed. Never a secret.';
