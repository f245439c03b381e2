-- Orders that repeat a shipped order, as a free replacement or as a paid repeat.
create table order_repeats (
  client_id text not null,
  order_id text collate "C" not null,
  original_id text collate "C" not null,
  kind text not null constraint order_repeats_kind_check check (kind in ('REPLACEMENT', 'REPEAT')),
  reason text constraint order_repeats_reason_check check (reason in ('DAMAGED', 'LOST', 'MISPRINT', 'WRONG_ITEM', 'DEFECT', 'OTHER')),
  paid_by text not null constraint order_repeats_paid_by_check check (paid_by in ('CENTER', 'CLIENT', 'CARRIER')),
  pieces integer not null,
  created timestamptz(3) not null,
  primary key (client_id, order_id)
);
create index order_repeats_of_original on order_repeats (client_id, original_id);
create index order_repeats_by_time on order_repeats (created) where kind = 'REPLACEMENT';
comment on table order_repeats is 'Orders that repeat a shipped order or some of its pieces. Written before the order itself.';
comment on column order_repeats.client_id is 'The client of both orders.';
comment on column order_repeats.order_id is 'The new order.';
comment on column order_repeats.original_id is 'The shipped order.';
comment on column order_repeats.kind is 'REPLACEMENT: free for the recipient. REPEAT: paid.';
comment on column order_repeats.reason is 'Why pieces are replaced. Null: a repeat.';
comment on column order_repeats.paid_by is 'Who pays for the new order: CENTER, CLIENT or CARRIER.';
comment on column order_repeats.pieces is 'Number of pieces of the new order.';
comment on column order_repeats.created is 'When it was entered.';
