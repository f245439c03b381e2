-- News of parcels from the label providers.
alter table parcel_labels
  add column track_due timestamp(3) with time zone,
  add column track_failures integer not null default 0,
  add column delivery_status text,
  add column delivery_since timestamp(3) with time zone,
  add column delivery_words text,
  add column attention timestamp(3) with time zone,
  add constraint parcel_labels_delivery_status_check check (delivery_status in ('IN_TRANSIT', 'DELIVERED', 'PROBLEM', 'RETURNED'));
create index parcel_labels_tracked on parcel_labels (track_due, client_id) where track_due is not null;
create index parcel_labels_attention on parcel_labels (attention) where attention is not null;
comment on column parcel_labels.track_due is 'When the provider is next asked where the parcel is. Null: it is not asked.';
comment on column parcel_labels.track_failures is 'Calls in a row that failed.';
comment on column parcel_labels.delivery_status is 'How far the parcel has come: IN_TRANSIT, DELIVERED, PROBLEM or RETURNED. Null: no news yet.';
comment on column parcel_labels.delivery_since is 'When it reached this status, as the provider states it.';
comment on column parcel_labels.delivery_words is 'Words of the provider about this status.';
comment on column parcel_labels.attention is 'Since when staff must look after the parcel: it is late, has a problem, or came back. Null: not.';
