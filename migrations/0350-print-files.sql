-- Print-ready files: one for each print of an item, made in the background when the order becomes ASSIGNED.
create table print_files (
  client_id text not null,
  order_id text collate "C" not null,
  position integer not null,
  print integer not null,
  item_id text not null,
  location text collate "C" not null,
  technology text collate "C" not null,
  state text not null constraint print_files_state_check check (state in ('waiting', 'ready', 'failed')),
  version integer not null,
  inputs text collate "C" not null,
  kind text constraint print_files_kind_check check (kind in ('PNG', 'TIFF', 'PDF')),
  sha256 text collate "C",
  picture text collate "C",
  bytes bigint,
  width_mm double precision,
  height_mm double precision,
  left_mm double precision,
  top_mm double precision,
  dpi double precision,
  mirrored boolean,
  error_code text collate "C",
  error_data text,
  updated timestamptz(3) not null,
  primary key (client_id, order_id, position, print)
);
create index print_files_by_content on print_files (sha256) where sha256 is not null;
create index print_files_by_picture on print_files (picture) where picture is not null;
create index print_files_by_inputs on print_files (client_id, inputs) where state = 'ready';
create index print_files_failed on print_files (client_id, order_id) where state = 'failed';
comment on table print_files is 'Print-ready files. Pieces of one item share the file of each print.';
comment on column print_files.client_id is 'The client of the order.';
comment on column print_files.order_id is 'The order.';
comment on column print_files.position is 'Position of the item in the order, from 1.';
comment on column print_files.print is 'Index of the print in the item, from 0.';
comment on column print_files.item_id is 'Id of the item within the order.';
comment on column print_files.location is 'Location of the print on the article.';
comment on column print_files.technology is 'Technology of the print.';
comment on column print_files.state is 'waiting: to be made. ready: stored. failed: see error_code.';
comment on column print_files.version is 'Grows with each change of the inputs, from 1.';
comment on column print_files.inputs is 'SHA-256 of everything that determines the file: artwork, print area, fitting rule, technology.';
comment on column print_files.kind is 'PNG, TIFF or PDF. Null: not ready.';
comment on column print_files.sha256 is 'The file in the blob store. Null: not ready.';
comment on column print_files.picture is 'WebP picture of the print in its area, in the blob store. Null: none.';
comment on column print_files.bytes is 'Size of the file in bytes. Null: not ready.';
comment on column print_files.width_mm is 'Printed width in millimeters, with bleed. Null: not known.';
comment on column print_files.height_mm is 'Printed height in millimeters, with bleed. Null: not known.';
comment on column print_files.left_mm is 'Millimeters from the left edge of the print area to the print. Negative: bleed. Null: not known.';
comment on column print_files.top_mm is 'Millimeters from the top edge of the print area to the print. Negative: bleed. Null: not known.';
comment on column print_files.dpi is 'Pixels per inch of the file at its printed size. Null: a PDF, or not ready.';
comment on column print_files.mirrored is 'Whether the file is mirrored. Null: not ready.';
comment on column print_files.error_code is 'Why there is no file. Null: no failure.';
comment on column print_files.error_data is 'JSON: values for the message of error_code. Null: none.';
comment on column print_files.updated is 'When the state or the version last changed.';

-- Orders whose print files must be made or made again.
create table print_files_due (
  client_id text not null,
  order_id text collate "C" not null,
  since timestamptz(3) not null,
  primary key (client_id, order_id)
);
comment on table print_files_due is 'Orders whose print files are to be made or compared with their inputs. Deleted when that is done.';
comment on column print_files_due.client_id is 'The client of the order.';
comment on column print_files_due.order_id is 'The order.';
comment on column print_files_due.since is 'Time of the change. A later change moves it, so that work in progress does not delete the row.';
