-- Labels that Platen buys from label providers, the rules that choose the service, and packages.
create table label_providers (
  provider_id text collate "C" primary key,
  name text not null,
  kind text not null,
  address text,
  is_test boolean not null,
  sender jsonb not null,
  credentials_encrypted bytea,
  created timestamp(3) with time zone not null
);
create unique index label_providers_name on label_providers (lower(name));
comment on table label_providers is 'Services from which Platen buys shipping labels.';
comment on column label_providers.provider_id is 'UUIDv7.';
comment on column label_providers.name is 'Name for people.';
comment on column label_providers.kind is 'HTTP, SENDCLOUD or EASYPOST.';
comment on column label_providers.address is 'URL of the provider. Null: the usual one of its kind.';
comment on column label_providers.is_test is 'Whether its labels are for tests and not for shipping.';
comment on column label_providers.sender is 'Address of the sender.';
comment on column label_providers.credentials_encrypted is 'JSON of user and secret, encrypted by AES-256-GCM. Null: none.';
comment on column label_providers.created is 'When an admin added it.';

create table packages (
  package_id text collate "C" primary key,
  place integer not null,
  name text not null,
  length_mm integer not null,
  width_mm integer not null,
  height_mm integer not null,
  weight_grams integer not null
);
comment on table packages is 'Boxes and bags of the center.';
comment on column packages.package_id is 'UUIDv7.';
comment on column packages.place is 'Place in the list, from 1. The first package is used unless a packer chooses another one.';
comment on column packages.name is 'Name for people, unique in any case.';
comment on column packages.length_mm is 'Inner length in millimeters.';
comment on column packages.width_mm is 'Inner width in millimeters.';
comment on column packages.height_mm is 'Inner height in millimeters.';
comment on column packages.weight_grams is 'Weight of the empty package in grams.';

create table label_rules (
  place integer primary key,
  provider_id text collate "C" not null references label_providers on delete cascade,
  rule jsonb not null
);
comment on table label_rules is 'Rules that choose provider and service. The first one that fits a parcel decides.';
comment on column label_rules.place is 'Place in the list, from 1.';
comment on column label_rules.provider_id is 'The provider that the rule chooses.';
comment on column label_rules.rule is 'Conditions, service and carrier.';

create table parcel_labels (
  client_id text not null,
  order_id text collate "C" not null,
  parcel integer not null,
  attempt integer not null,
  code text collate "C" not null,
  label_key text collate "C" not null,
  state text not null,
  due timestamp(3) with time zone not null,
  asked timestamp(3) with time zone not null,
  asked_by_kind text not null,
  asked_by_id text,
  asked_by_name text,
  wanted_provider_id text,
  wanted_service text,
  attempts integer not null default 0,
  called timestamp(3) with time zone,
  provider_id text,
  provider_name text,
  is_test boolean not null default false,
  service text,
  carrier text,
  carrier_id text,
  provider_label_id text,
  tracking_number text,
  tracking_url text,
  cost numeric(12, 4),
  currency text,
  prints_customs boolean not null default false,
  document bytea,
  content_type text,
  width_mm double precision,
  height_mm double precision,
  bought timestamp(3) with time zone,
  voided timestamp(3) with time zone,
  problem text,
  last_error text,
  primary key (client_id, order_id, parcel, attempt)
);
create index parcel_labels_due on parcel_labels (due) where state in ('wanted', 'buying', 'bought', 'voiding');
create index parcel_labels_open on parcel_labels (asked, code) where state in ('wanted', 'buying', 'bought', 'failed', 'voiding', 'not_voided');
create index parcel_labels_bought on parcel_labels (bought) where bought is not null;
comment on table parcel_labels is 'Labels of parcels that are bought from providers. Each row is one purchase.';
comment on column parcel_labels.client_id is 'The client of the order.';
comment on column parcel_labels.order_id is 'The order.';
comment on column parcel_labels.parcel is 'Number of the parcel within the order.';
comment on column parcel_labels.attempt is 'Number of the purchase for this parcel, from 1.';
comment on column parcel_labels.code is 'Code of the parcel.';
comment on column parcel_labels.label_key is 'UUID by which the provider finds the label. It is stored before the provider is called.';
comment on column parcel_labels.state is 'wanted: to be bought. buying: the provider is or was called. bought: paid, and to be printed. used: on a parcel that left. failed: a person must act. voiding: to be voided. void: not paid. not_voided: the provider refused to void it.';
comment on column parcel_labels.due is 'When the next step is due.';
comment on column parcel_labels.asked is 'When the label was requested.';
comment on column parcel_labels.asked_by_kind is 'Kind of the requesting actor: client, operator or system.';
comment on column parcel_labels.asked_by_id is 'Id of that actor.';
comment on column parcel_labels.asked_by_name is 'Name of that actor at that time.';
comment on column parcel_labels.wanted_provider_id is 'The provider that a person chose. Null: the rules choose.';
comment on column parcel_labels.wanted_service is 'The service that a person chose. Null: the rules choose.';
comment on column parcel_labels.attempts is 'Failed steps in a row.';
comment on column parcel_labels.called is 'When the provider was first called to buy it. Null: never, so nothing was paid.';
comment on column parcel_labels.provider_id is 'The provider that was called.';
comment on column parcel_labels.provider_name is 'Name of the provider at that time.';
comment on column parcel_labels.is_test is 'Whether the label is a test and not for shipping.';
comment on column parcel_labels.service is 'The bought service, in the words of the provider.';
comment on column parcel_labels.carrier is 'Name of the carrier, as the provider gives it.';
comment on column parcel_labels.carrier_id is 'Carrier of the rule, whose hand-over list takes the parcel. Null: the carrier of the order.';
comment on column parcel_labels.provider_label_id is 'Identifier of the label at the provider.';
comment on column parcel_labels.tracking_number is 'Tracking number.';
comment on column parcel_labels.tracking_url is 'Page of the carrier where the recipient follows the parcel.';
comment on column parcel_labels.cost is 'Price of the label. Null: the provider gave none.';
comment on column parcel_labels.currency is 'Currency of the price, ISO 4217.';
comment on column parcel_labels.prints_customs is 'Whether the customs form is part of the label.';
comment on column parcel_labels.document is 'The label. It has the address of the recipient.';
comment on column parcel_labels.content_type is 'Media type of the label.';
comment on column parcel_labels.width_mm is 'Width of the label in millimeters. Null: unknown.';
comment on column parcel_labels.height_mm is 'Height of the label in millimeters. Null: unknown.';
comment on column parcel_labels.bought is 'When it was bought.';
comment on column parcel_labels.voided is 'When the provider voided it.';
comment on column parcel_labels.problem is 'Name of the problem of the last failed step. Null: none.';
comment on column parcel_labels.last_error is 'Words of the provider about the last failed step.';

alter table parcels
  add column package_id text collate "C",
  add column weight_grams integer;
comment on column parcels.package_id is 'The package that a packer chose. Null: the first one of the list.';
comment on column parcels.weight_grams is 'Weight of the packed parcel in grams, as typed or weighed. Null: the sum of the catalogue.';

alter table parcel_papers
  drop constraint parcel_papers_source_check,
  add constraint parcel_papers_source_check check (source in ('CLIENT', 'OURS', 'BOUGHT'));
comment on column parcel_papers.source is 'CLIENT: a file from the client. OURS: Platen draws it. BOUGHT: a label from a label provider.';
