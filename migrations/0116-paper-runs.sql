-- Papers of batches and tickets of pieces that somebody asked for, and what stands still on the floor.
create table paper_runs (
  run_id text primary key,
  kind text not null check (kind in ('TICKETS', 'PICK_LIST', 'COVER', 'TICKET')),
  batch_id bigint,
  client_id text,
  order_id text collate "C",
  piece text collate "C",
  form text not null check (form in ('STICKER', 'SHEET')),
  printer_id text not null,
  station text not null,
  state text not null check (state in ('drawing', 'enqueued', 'not_made')),
  parts integer not null default 0,
  after_sku text,
  after_code text collate "C",
  attempts integer not null default 0,
  asked timestamptz(3) not null,
  asked_by_kind text not null,
  asked_by_id text,
  asked_by_name text,
  reason text
);
create index paper_runs_drawing on paper_runs (run_id) where state = 'drawing';
create index paper_runs_by_batch on paper_runs (batch_id, run_id) where batch_id is not null;
create unique index paper_runs_first_of_batch on paper_runs (batch_id, kind) where reason is null and batch_id is not null;
create unique index paper_runs_first_of_piece on paper_runs (piece) where reason is null and piece is not null;
create index paper_runs_by_order on paper_runs (client_id, order_id) where order_id is not null;
comment on table paper_runs is 'Papers of batches and tickets of pieces that were asked for: each becomes one print job or several.';
comment on column paper_runs.run_id is 'UUIDv7.';
comment on column paper_runs.kind is 'TICKETS, PICK_LIST or COVER of a batch, or the TICKET of one piece.';
comment on column paper_runs.batch_id is 'The batch. Null of a TICKET.';
comment on column paper_runs.client_id is 'Of a TICKET: the client of the order.';
comment on column paper_runs.order_id is 'Of a TICKET: the order.';
comment on column paper_runs.piece is 'Of a TICKET: code of the piece.';
comment on column paper_runs.form is 'Of tickets: STICKER of 100 x 50 mm, or SHEET of A4 with eight.';
comment on column paper_runs.printer_id is 'Where it is printed.';
comment on column paper_runs.station is 'Where it was asked for; empty: at none.';
comment on column paper_runs.state is 'drawing: to be drawn. enqueued: all of it are print jobs. not_made: it could not be drawn, or has nothing on it.';
comment on column paper_runs.parts is 'How many print jobs it has become.';
comment on column paper_runs.after_sku is 'Of TICKETS: the blank of the last piece of the last part.';
comment on column paper_runs.after_code is 'Of TICKETS: the code of that piece.';
comment on column paper_runs.attempts is 'How often drawing failed of what may pass.';
comment on column paper_runs.asked is 'When.';
comment on column paper_runs.asked_by_kind is 'By whom: client, operator or system.';
comment on column paper_runs.asked_by_id is 'Their id.';
comment on column paper_runs.asked_by_name is 'Their name then.';
comment on column paper_runs.reason is 'Why it was printed again. Null: it is the first.';

create index pieces_in_picking_order on pieces (batch_id, sku, code) where batch_id is not null;
create index pieces_without_blank on pieces (state_since, code) where not has_blank and state = 'TO_MAKE';
