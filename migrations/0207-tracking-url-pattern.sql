alter table carriers add column tracking_url_pattern text;
comment on column carriers.tracking_url_pattern is 'The page of a parcel, with {trackingNumber}. Empty: none. Null: the public page of a known carrier.';
