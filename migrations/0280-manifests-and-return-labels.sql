-- Manifests of label providers for hand-over lists, and labels for returns.
create table manifests (
  hand_over_id bigint not null,
  provider_id text collate "C" not null,
  carrier text collate "C" not null,
  manifest_key text collate "C" not null,
  state text not null,
  due timestamp(3) with time zone not null,
  attempts integer not null default 0,
  printer_id text,
  problem text,
  last_error text,
  primary key (hand_over_id, provider_id, carrier)
);
create index manifests_due on manifests (due) where state = 'wanted';
comment on table manifests is 'Manifests or scan forms of label providers, by hand-over list and carrier.';
comment on column manifests.hand_over_id is 'The hand-over list.';
comment on column manifests.provider_id is 'The label provider.';
comment on column manifests.carrier is 'The carrier in the words of the provider.';
comment on column manifests.manifest_key is 'Key by which the provider finds the manifest. It is stored before the provider is called.';
comment on column manifests.state is 'wanted: the provider is asked. made: it has no printer yet. printed: it is a print job. none: the provider has no manifests. failed: a person must act.';
comment on column manifests.due is 'When the next attempt starts.';
comment on column manifests.attempts is 'Failed attempts in a row.';
comment on column manifests.printer_id is 'The printer. Null: none is chosen.';
comment on column manifests.problem is 'Why the latest attempt failed, as code of a sentence.';
comment on column manifests.last_error is 'The words of the provider.';

alter table parcel_labels add column is_return boolean not null default false;
comment on column parcel_labels.is_return is 'Whether it is for the way back, from the recipient to the sender.';
