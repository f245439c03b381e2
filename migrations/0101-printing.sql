-- Printers that an admin names, and what is printed on them.
create table printers (
  printer_id text primary key,
  name text not null,
  kind text not null check (kind in ('raw', 'ipp', 'browser')),
  address text,
  media_types text[] not null,
  media_width_mm double precision not null,
  media_height_mm double precision not null,
  dots_per_inch integer not null,
  created timestamptz(3) not null,
  failures integer not null default 0,
  failing_since timestamptz(3),
  last_error text,
  next_attempt timestamptz(3)
);
create unique index printers_by_name on printers (lower(name));
comment on table printers is 'Printers of the center: the only private addresses that the server speaks to.';
comment on column printers.printer_id is 'UUIDv7.';
comment on column printers.name is 'What people call it; unique whatever the case.';
comment on column printers.kind is 'raw: bytes over TCP. ipp: Internet Printing Protocol. browser: the page at a station prints.';
comment on column printers.address is 'host:port of raw, a URI of ipp; null for a browser.';
comment on column printers.media_types is 'What documents it takes.';
comment on column printers.media_width_mm is 'Width of its paper in millimeters.';
comment on column printers.media_height_mm is 'Height of its paper in millimeters.';
comment on column printers.dots_per_inch is 'How fine it prints.';
comment on column printers.created is 'When it was named.';
comment on column printers.failures is 'Attempts in a row that brought it nothing; 0 when the last one did.';
comment on column printers.failing_since is 'When the first of those was.';
comment on column printers.last_error is 'What the last of those failed of.';
comment on column printers.next_attempt is 'When the next one is due. Null: at once.';

create table print_jobs (
  job_id text primary key,
  printer_id text not null,
  kind text not null,
  job_key text collate "C" not null,
  title text not null,
  station_id text,
  content_type text not null,
  document bytea,
  document_bytes integer not null,
  copies integer not null,
  state text not null check (state in ('queued', 'sending', 'printed', 'failed', 'unknown', 'cancelled')),
  attempts integer not null default 0,
  created timestamptz(3) not null,
  created_by_kind text not null,
  created_by_id text,
  created_by_name text,
  queued timestamptz(3) not null,
  changed timestamptz(3) not null,
  taken_by text,
  printed timestamptz(3),
  last_error text,
  reprint_of text,
  reason text,
  unique (kind, job_key)
);
create index print_jobs_open on print_jobs (printer_id, job_id) where state in ('queued', 'sending');
create index print_jobs_by_printer on print_jobs (printer_id, job_id);
create index print_jobs_by_state on print_jobs (state, job_id);
create index print_jobs_with_document on print_jobs (changed) where document is not null;
create index print_jobs_by_changed on print_jobs (changed);
comment on table print_jobs is 'What is printed: a row for each document that somebody or something has printed.';
comment on column print_jobs.job_id is 'UUIDv7.';
comment on column print_jobs.printer_id is 'On which printer.';
comment on column print_jobs.kind is 'What it is, as label.';
comment on column print_jobs.job_key is 'Which one of its kind, such as the parcel: it is printed once.';
comment on column print_jobs.title is 'What people call it; nothing personal.';
comment on column print_jobs.station_id is 'Where it was asked for. Null: at no station.';
comment on column print_jobs.content_type is 'Of the document.';
comment on column print_jobs.document is 'Its bytes, which may hold an address. Null: deleted some time after printing.';
comment on column print_jobs.document_bytes is 'How many bytes it has, or had.';
comment on column print_jobs.copies is 'How many are printed.';
comment on column print_jobs.state is 'queued, sending, printed, failed, unknown (nobody knows whether it was printed: a person says) or cancelled.';
comment on column print_jobs.attempts is 'How often it was tried to send it.';
comment on column print_jobs.created is 'When it was asked for.';
comment on column print_jobs.created_by_kind is 'By whom: client, operator or system.';
comment on column print_jobs.created_by_id is 'Their id.';
comment on column print_jobs.created_by_name is 'Their name then.';
comment on column print_jobs.queued is 'When it was last put into the queue by somebody.';
comment on column print_jobs.changed is 'Since when it is in its state.';
comment on column print_jobs.taken_by is 'Who prints it in a browser.';
comment on column print_jobs.printed is 'When the printer had taken it, or a person saw it.';
comment on column print_jobs.last_error is 'What the last attempt failed of.';
comment on column print_jobs.reprint_of is 'The job that it repeats.';
comment on column print_jobs.reason is 'Why it was printed again.';
