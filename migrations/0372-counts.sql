-- Counts of places, variants, or the variants that were counted longest ago.
create table stock_counts (
  count_id text not null,
  title text not null,
  is_blind boolean not null,
  is_confirmed boolean not null,
  created timestamp(3) with time zone not null,
  created_by_id text,
  created_by_name text,
  ended timestamp(3) with time zone,
  constraint stock_counts_pkey primary key (count_id)
);
comment on table stock_counts is 'Counts of stock.';
comment on column stock_counts.count_id is 'UUIDv7.';
comment on column stock_counts.title is 'Name for people. The ledger has it as the document.';
comment on column stock_counts.is_blind is 'True: whoever counts sees no expected numbers.';
comment on column stock_counts.is_confirmed is 'True: another person confirms each difference.';
comment on column stock_counts.created is 'When it began.';
comment on column stock_counts.created_by_id is 'operator_id of the person, or client_id of the program, that began it. Null: the command line.';
comment on column stock_counts.created_by_name is 'Name of that actor at that time.';
comment on column stock_counts.ended is 'When it was ended. Null: it is open.';

create table stock_count_lines (
  count_id text not null,
  kind text not null constraint stock_count_lines_kind_check check (kind in ('ARTICLE', 'PRODUCT')),
  code text collate "C" not null,
  place_key text collate "C" not null,
  place text collate "C" not null,
  state text not null constraint stock_count_lines_state_check check (state in ('OPEN', 'BOOKED', 'PENDING', 'REJECTED', 'REPLACED')),
  expected integer,
  counted integer constraint stock_count_lines_counted_check check (counted >= 0),
  counted_at timestamp(3) with time zone,
  counted_by_id text,
  counted_by_name text,
  constraint stock_count_lines_pkey primary key (count_id, kind, code, place_key),
  constraint stock_count_lines_count_id_fkey foreign key (count_id) references stock_counts (count_id)
);
create index stock_count_lines_pending on stock_count_lines (kind, code, place_key) where state = 'PENDING';
comment on table stock_count_lines is 'Variants at places in a count.';
comment on column stock_count_lines.count_id is 'The count.';
comment on column stock_count_lines.kind is 'ARTICLE: code is a SKU. PRODUCT: code is an EAN-13.';
comment on column stock_count_lines.code is 'Code of the variant, see kind.';
comment on column stock_count_lines.place_key is 'Sorted form of the place, as in stock_places. Empty: no place.';
comment on column stock_count_lines.place is 'The place. Empty: the variant has no main place.';
comment on column stock_count_lines.state is 'OPEN: not counted. BOOKED. PENDING: the difference is to be confirmed. REJECTED: it was not right. REPLACED: a later count has decided.';
comment on column stock_count_lines.expected is 'Pieces that were there by the books at the moment of counting. Null: not counted.';
comment on column stock_count_lines.counted is 'Pieces that were counted. Null: not counted.';
comment on column stock_count_lines.counted_at is 'When they were counted. Null: not counted.';
comment on column stock_count_lines.counted_by_id is 'operator_id of the person, or client_id of the program, that counted. Null: not counted, or the command line.';
comment on column stock_count_lines.counted_by_name is 'Name of that actor at that time.';
