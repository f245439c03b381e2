-- Papers of parcels, parcels that are packed and have no label yet, the printers of stations, and the customs form of a carrier.
alter table parcels drop constraint parcels_state_check;
alter table parcels add constraint parcels_state_check check (state in ('OPEN', 'PACKED', 'SHIPPED'));
alter table parcels
  add column packed timestamptz(3),
  add column problem text,
  add column problem_details text[];
comment on column parcels.state is 'OPEN: being packed. PACKED: closed, and waits for its label. SHIPPED: it is one of the shipments of its order.';
comment on column parcels.packed is 'Since when it is PACKED. Null: it is not.';
comment on column parcels.problem is 'Why it has no label. Null: nothing keeps it from one.';
comment on column parcels.problem_details is 'What is missing, as sentences without anything personal.';
create index parcels_packed on parcels (packed, code) where state = 'PACKED';
create index parcels_by_station on parcels (station, closed) where closed is not null;

create table parcel_papers (
  client_id text not null,
  order_id text collate "C" not null,
  parcel integer not null,
  kind text not null check (kind in ('SLIP', 'LABEL', 'CUSTOMS', 'RETURN_LABEL')),
  copy integer not null,
  code text collate "C" not null,
  source text not null check (source in ('CLIENT', 'OURS')),
  sha256 text,
  content_type text not null,
  made_of bytea not null,
  printer_id text not null,
  station text not null,
  state text not null check (state in ('drawing', 'enqueued', 'not_made')),
  job_id text not null,
  asked timestamptz(3) not null,
  asked_by_kind text not null,
  asked_by_id text,
  asked_by_name text,
  attempts integer not null default 0,
  problem text,
  reason text,
  repeats text,
  primary key (client_id, order_id, parcel, kind, copy),
  foreign key (client_id, order_id, parcel) references parcels (client_id, order_id, parcel)
);
create index parcel_papers_drawing on parcel_papers (code) where state = 'drawing';
create index parcel_papers_not_made on parcel_papers (asked, code) where state = 'not_made';
comment on table parcel_papers is 'The papers of parcels: what is to be printed of each, and became a print job.';
comment on column parcel_papers.client_id is 'The client of the order.';
comment on column parcel_papers.order_id is 'The order.';
comment on column parcel_papers.parcel is 'The parcel.';
comment on column parcel_papers.kind is 'SLIP, LABEL, CUSTOMS (CN22 or CN23) or RETURN_LABEL.';
comment on column parcel_papers.copy is '1: the first. 2 and so on: printed again, for the reason given.';
comment on column parcel_papers.code is 'Code of the parcel.';
comment on column parcel_papers.source is 'CLIENT: a file that the client sent. OURS: drawn here.';
comment on column parcel_papers.sha256 is 'Of CLIENT: which file.';
comment on column parcel_papers.content_type is 'As what it is printed.';
comment on column parcel_papers.made_of is 'SHA-256 of what it is made of: made of something else it is printed anew.';
comment on column parcel_papers.printer_id is 'Where it is printed.';
comment on column parcel_papers.station is 'Where it was asked for.';
comment on column parcel_papers.state is 'drawing: to be drawn. enqueued: it is a print job. not_made: it could not be drawn.';
comment on column parcel_papers.job_id is 'The print job that it becomes.';
comment on column parcel_papers.asked is 'When.';
comment on column parcel_papers.asked_by_kind is 'By whom: client, operator or system.';
comment on column parcel_papers.asked_by_id is 'Their id.';
comment on column parcel_papers.asked_by_name is 'Their name then.';
comment on column parcel_papers.attempts is 'How often drawing it failed of what may pass.';
comment on column parcel_papers.problem is 'Why it could not be drawn.';
comment on column parcel_papers.reason is 'Why it is printed again.';
comment on column parcel_papers.repeats is 'The print job that it repeats.';

create table station_printers (
  station_id text not null references stations,
  printer_id text not null references printers on delete cascade,
  primary key (station_id, printer_id)
);
create index station_printers_by_printer on station_printers (printer_id);
comment on table station_printers is 'Which printers stand at which station.';
comment on column station_printers.station_id is 'The station.';
comment on column station_printers.printer_id is 'The printer.';

alter table carriers add column customs_form text not null default 'BY_VALUE'
  check (customs_form in ('BY_VALUE', 'CN22', 'CN23', 'NONE'));
comment on column carriers.customs_form is 'What customs form goes on its parcels. BY_VALUE: CN22 up to 300 SDR and 2 kg, CN23 above. NONE: it makes its own.';
