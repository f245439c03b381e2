-- Gang sheets: prints of several pieces on one sheet of a roll, which is one file of its machine.
create table gang_sheets (
  sheet text collate "C" primary key,
  machine_id text collate "C" not null,
  created timestamptz(3) not null,
  width_mm double precision not null,
  length_mm double precision not null,
  gap_mm double precision not null,
  drawn timestamptz(3),
  picture text collate "C"
);
create index gang_sheets_due on gang_sheets (created) where drawn is null;
create index gang_sheets_by_age on gang_sheets (created);
create index gang_sheets_by_picture on gang_sheets (picture) where picture is not null;
comment on table gang_sheets is 'Sheets of a roll with the prints of several pieces.';
comment on column gang_sheets.sheet is 'Code of the sheet: G and ten digits.';
comment on column gang_sheets.machine_id is 'The machine.';
comment on column gang_sheets.created is 'When the prints were placed on it.';
comment on column gang_sheets.width_mm is 'Width of the roll in millimeters.';
comment on column gang_sheets.length_mm is 'Length of the sheet in millimeters.';
comment on column gang_sheets.gap_mm is 'Distance between two prints in millimeters.';
comment on column gang_sheets.drawn is 'When its file was drawn and put into the queue of the machine. Null: it is still to be drawn.';
comment on column gang_sheets.picture is 'WebP picture of the sheet, in the blob store. Null: none, or it was erased.';

create table gang_prints (
  print_key text collate "C" not null,
  machine_id text collate "C" not null,
  round integer not null,
  piece text collate "C" not null,
  client_id text not null,
  order_id text collate "C" not null,
  position integer not null,
  print integer not null,
  step integer not null,
  location text not null,
  technology text not null,
  sha256 text collate "C" not null,
  kind text not null,
  bytes bigint not null,
  width_mm double precision not null,
  height_mm double precision not null,
  mirrored boolean not null,
  created timestamptz(3) not null,
  sheet text collate "C" references gang_sheets on delete cascade,
  left_mm double precision,
  top_mm double precision,
  unwanted text,
  primary key (print_key, machine_id, round)
);
create unique index gang_prints_waiting on gang_prints (machine_id, print_key) where sheet is null;
create index gang_prints_by_sheet on gang_prints (sheet) where sheet is not null;
create index gang_prints_by_piece on gang_prints (piece);
create index gang_prints_by_order on gang_prints (client_id, order_id);
comment on table gang_prints is 'Prints that wait for a gang sheet, or are on one.';
comment on column gang_prints.print_key is 'Code of the piece, number of its step, and version of the print file.';
comment on column gang_prints.machine_id is 'The machine.';
comment on column gang_prints.round is 'How often a person has sent the print again, from 0.';
comment on column gang_prints.piece is 'Code of the piece.';
comment on column gang_prints.client_id is 'The client of the order.';
comment on column gang_prints.order_id is 'The order.';
comment on column gang_prints.position is 'Position of the item in the order, from 1.';
comment on column gang_prints.print is 'Index of the print in the item, from 0.';
comment on column gang_prints.step is 'Number of the step of the piece, from 1.';
comment on column gang_prints.location is 'Location of the print.';
comment on column gang_prints.technology is 'Technology of the print.';
comment on column gang_prints.sha256 is 'The print file in the blob store.';
comment on column gang_prints.kind is 'PNG, TIFF or PDF.';
comment on column gang_prints.bytes is 'Size of the print file in bytes.';
comment on column gang_prints.width_mm is 'Width of the print in millimeters.';
comment on column gang_prints.height_mm is 'Height of the print in millimeters.';
comment on column gang_prints.mirrored is 'Whether the print file is mirrored. Its code on the sheet is then mirrored too.';
comment on column gang_prints.created is 'When it was sent to the machine.';
comment on column gang_prints.sheet is 'The sheet. Null: it waits for one.';
comment on column gang_prints.left_mm is 'Millimeters from the left edge of the sheet. Null: it waits.';
comment on column gang_prints.top_mm is 'Millimeters from the top edge of the sheet. Null: it waits.';
comment on column gang_prints.unwanted is 'REJECTED, CORRECTED or CANCELLED: why the print is not used. Null: it is.';

insert into scan_numbers (kind, next_number) values ('sheet', 1) on conflict do nothing;

-- A gang sheet has the prints of several orders.
alter table machine_jobs alter column client_id drop not null;
alter table machine_jobs alter column order_id drop not null;
comment on column machine_jobs.client_id is 'The client of the order. Null: a gang sheet.';
comment on column machine_jobs.order_id is 'The order. Null: a gang sheet.';
