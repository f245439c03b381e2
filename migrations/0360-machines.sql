-- Machines that print files take them from: a folder, an SFTP server, a bucket, a printer, a server, or a browser.
create table machines (
  machine_id text collate "C" primary key,
  name text not null,
  kind text not null,
  mode text not null,
  settings jsonb not null,
  secret_encrypted bytea,
  created timestamp(3) with time zone not null,
  stopped timestamp(3) with time zone,
  failures integer not null default 0,
  failing_since timestamp(3) with time zone,
  last_error text,
  next_attempt timestamp(3) with time zone,
  looked timestamp(3) with time zone
);
create unique index machines_name on machines (lower(name));
comment on table machines is 'Machines that make pieces from files, such as a printer''s RIP.';
comment on column machines.machine_id is 'UUIDv7.';
comment on column machines.name is 'Name for people. Unique regardless of case.';
comment on column machines.kind is 'FOLDER, SFTP, BUCKET, IPP, HTTP or BROWSER: where the machine takes its files from.';
comment on column machines.mode is 'RELEASE, MAKE_SCAN or BY_HAND: when files are put into its queue.';
comment on column machines.settings is 'Address, templates of names and tickets, and times.';
comment on column machines.secret_encrypted is 'Password, key or token, encrypted by AES-256-GCM. Null: none.';
comment on column machines.created is 'When an admin added it.';
comment on column machines.stopped is 'When a person stopped it. Null: it runs.';
comment on column machines.failures is 'Number of consecutive failed attempts. 0: the last attempt succeeded.';
comment on column machines.failing_since is 'When the first of these attempts failed. Null: no failures.';
comment on column machines.last_error is 'Reason why the last attempt failed. Null: no failures.';
comment on column machines.next_attempt is 'When the next attempt is due. Null: at once.';
comment on column machines.looked is 'When Platen last looked which files the machine has taken. Null: never.';

create table machine_rules (
  place integer primary key,
  machine_id text collate "C" not null references machines on delete cascade,
  technology text collate "C",
  manufacturer_code text collate "C",
  station_id text collate "C"
);
comment on table machine_rules is 'Which machine makes what. The rule with the most specific condition decides: station, then article, then technology.';
comment on column machine_rules.place is 'Place in the list, from 1.';
comment on column machine_rules.machine_id is 'The machine.';
comment on column machine_rules.technology is 'Only steps of this technology. Null: each.';
comment on column machine_rules.manufacturer_code is 'Only pieces of this article. Null: each.';
comment on column machine_rules.station_id is 'Only scans at this station. Null: everywhere.';

create table machine_jobs (
  job_id text collate "C" primary key,
  machine_id text collate "C" not null,
  job_key text collate "C" not null,
  client_id text not null,
  order_id text collate "C" not null,
  piece text collate "C" not null,
  batch_id bigint,
  location text not null,
  technology text not null,
  sha256 text collate "C",
  bytes bigint not null,
  media_type text not null,
  width_mm double precision not null,
  height_mm double precision not null,
  copies integer not null,
  file_name text not null,
  ticket_name text,
  ticket text,
  state text not null,
  cause text,
  attempts integer not null default 0,
  created timestamp(3) with time zone not null,
  changed timestamp(3) with time zone not null,
  unwanted text,
  constraint machine_jobs_key unique (job_key, machine_id)
);
create index machine_jobs_queue on machine_jobs (machine_id, state, job_id);
create index machine_jobs_open on machine_jobs (piece) where state in ('WAITING', 'WRITING', 'PLACING', 'WRITTEN', 'TAKEN', 'FAILED');
create index machine_jobs_by_order on machine_jobs (client_id, order_id);
create index machine_jobs_by_file on machine_jobs (sha256) where sha256 is not null;
create index machine_jobs_ended on machine_jobs (changed) where state in ('TAKEN', 'DONE', 'WITHDRAWN');
comment on table machine_jobs is 'Files for machines. Each file of a piece is written once, or a person decides.';
comment on column machine_jobs.job_id is 'UUIDv7.';
comment on column machine_jobs.machine_id is 'The machine.';
comment on column machine_jobs.job_key is 'Key of the file: code of the piece, number of its step, and version of the print file.';
comment on column machine_jobs.client_id is 'The client of the order.';
comment on column machine_jobs.order_id is 'The order.';
comment on column machine_jobs.piece is 'Code of the piece, or of the gang sheet.';
comment on column machine_jobs.batch_id is 'The batch. Null: none.';
comment on column machine_jobs.location is 'Location of the print.';
comment on column machine_jobs.technology is 'Technology of the print.';
comment on column machine_jobs.sha256 is 'SHA-256 of the file, and name of its blob. Null: there is no file, or it was erased.';
comment on column machine_jobs.bytes is 'Size of the file in bytes.';
comment on column machine_jobs.media_type is 'Media type of the file.';
comment on column machine_jobs.width_mm is 'Width of the print in millimeters.';
comment on column machine_jobs.height_mm is 'Height of the print in millimeters.';
comment on column machine_jobs.copies is 'Number of prints.';
comment on column machine_jobs.file_name is 'Name of the file at the machine.';
comment on column machine_jobs.ticket_name is 'Name of the job ticket at the machine. Null: the machine gets none.';
comment on column machine_jobs.ticket is 'Content of the job ticket. Null: none, or it was erased.';
comment on column machine_jobs.state is 'WAITING, WRITING, PLACING, WRITTEN, TAKEN, DONE, WITHDRAWN or FAILED.';
comment on column machine_jobs.cause is 'Why it is in this state. Null: as usual.';
comment on column machine_jobs.attempts is 'Number of attempts to write it. It is part of the temporary name.';
comment on column machine_jobs.created is 'When it was put into the queue.';
comment on column machine_jobs.changed is 'When it got its state.';
comment on column machine_jobs.unwanted is 'MADE, REJECTED, CORRECTED, CANCELLED or STOPPED: why the file should leave the machine. Null: it should not.';

create table machine_requests (
  request_id text collate "C" primary key,
  batch_id bigint,
  piece text collate "C",
  cause text not null,
  station_id text collate "C",
  machine_id text collate "C",
  requested timestamp(3) with time zone not null,
  next_attempt timestamp(3) with time zone not null
);
create index machine_requests_due on machine_requests (next_attempt);
comment on table machine_requests is 'Batches and pieces whose files are to be put into the queues of machines.';
comment on column machine_requests.request_id is 'UUIDv7.';
comment on column machine_requests.batch_id is 'The batch. Null: one piece.';
comment on column machine_requests.piece is 'Code of the piece. Null: all pieces of the batch.';
comment on column machine_requests.cause is 'RELEASE, MAKE_SCAN or BY_HAND.';
comment on column machine_requests.station_id is 'The station of the scan. Null: no scan, or staff have not set up the station.';
comment on column machine_requests.machine_id is 'The machine that a person chose. Null: the rules choose.';
comment on column machine_requests.requested is 'When it was requested.';
comment on column machine_requests.next_attempt is 'When it is carried out: at once, or later because a print file is still drawn.';
