-- Suppliers, purchase orders, deliveries, targets and costs of variants.
create table suppliers (
  supplier_id text not null,
  name text not null,
  name_key text collate "C" not null,
  email text,
  lead_days integer not null constraint suppliers_lead_days_check check (lead_days >= 0),
  created timestamp(3) with time zone not null,
  constraint suppliers_pkey primary key (supplier_id),
  constraint suppliers_name_key_key unique (name_key)
);
comment on table suppliers is 'Suppliers of blanks and products.';
comment on column suppliers.supplier_id is 'UUIDv7.';
comment on column suppliers.name is 'Display name.';
comment on column suppliers.name_key is 'Unique form of the name: lower case and normalized Unicode.';
comment on column suppliers.email is 'Where purchase orders are sent. Null: nowhere.';
comment on column suppliers.lead_days is 'Days from an order to its delivery.';
comment on column suppliers.created is 'When the supplier was created.';

create table supplier_items (
  supplier_id text not null,
  kind text not null constraint supplier_items_kind_check check (kind in ('ARTICLE', 'PRODUCT')),
  code text collate "C" not null,
  supplier_code text,
  pack_size integer not null default 1 constraint supplier_items_pack_size_check check (pack_size > 0),
  price numeric(12, 4) constraint supplier_items_price_check check (price >= 0),
  constraint supplier_items_pkey primary key (kind, code),
  constraint supplier_items_supplier_id_fkey foreign key (supplier_id) references suppliers (supplier_id)
);
create index supplier_items_by_supplier on supplier_items (supplier_id, kind, code);
comment on table supplier_items is 'The supplier of each variant.';
comment on column supplier_items.supplier_id is 'The supplier.';
comment on column supplier_items.kind is 'ARTICLE: code is a SKU. PRODUCT: code is an EAN-13.';
comment on column supplier_items.code is 'Code of the variant, see kind.';
comment on column supplier_items.supplier_code is 'Article number of the supplier. Null: unknown.';
comment on column supplier_items.pack_size is 'Pieces in a pack. Only whole packs are bought.';
comment on column supplier_items.price is 'Price of a piece in the currency of the center. Null: unknown.';

create table purchase_orders (
  purchase_id text not null,
  supplier_id text not null,
  reference text collate "C" not null,
  state text not null constraint purchase_orders_state_check check (state in ('DRAFT', 'SENT', 'DONE', 'CANCELLED')),
  created timestamp(3) with time zone not null,
  created_by_id text,
  created_by_name text,
  sent timestamp(3) with time zone,
  expected date,
  constraint purchase_orders_pkey primary key (purchase_id),
  constraint purchase_orders_reference_key unique (reference),
  constraint purchase_orders_supplier_id_fkey foreign key (supplier_id) references suppliers (supplier_id)
);
create index purchase_orders_open on purchase_orders (purchase_id) where state in ('DRAFT', 'SENT');
comment on table purchase_orders is 'Purchase orders.';
comment on column purchase_orders.purchase_id is 'UUIDv7.';
comment on column purchase_orders.supplier_id is 'The supplier.';
comment on column purchase_orders.reference is 'Number of the order, for people.';
comment on column purchase_orders.state is 'DRAFT: not sent. SENT: goods are expected. DONE: everything has arrived, or no more is expected. CANCELLED.';
comment on column purchase_orders.created is 'When it was created.';
comment on column purchase_orders.created_by_id is 'operator_id of the person, or client_id of the program, that created it. Null: the command line.';
comment on column purchase_orders.created_by_name is 'Name of that actor at that time.';
comment on column purchase_orders.sent is 'When it was sent to the supplier. Null: not yet.';
comment on column purchase_orders.expected is 'Day on which the goods are expected. Null: unknown.';

create table purchase_lines (
  purchase_id text not null,
  kind text not null constraint purchase_lines_kind_check check (kind in ('ARTICLE', 'PRODUCT')),
  code text collate "C" not null,
  ordered integer not null constraint purchase_lines_ordered_check check (ordered > 0),
  received integer not null default 0 constraint purchase_lines_received_check check (received >= 0),
  price numeric(12, 4) constraint purchase_lines_price_check check (price >= 0),
  constraint purchase_lines_pkey primary key (purchase_id, kind, code),
  constraint purchase_lines_purchase_id_fkey foreign key (purchase_id) references purchase_orders (purchase_id)
);
comment on table purchase_lines is 'Variants of purchase orders.';
comment on column purchase_lines.purchase_id is 'The purchase order.';
comment on column purchase_lines.kind is 'ARTICLE: code is a SKU. PRODUCT: code is an EAN-13.';
comment on column purchase_lines.code is 'Code of the variant, see kind.';
comment on column purchase_lines.ordered is 'Pieces ordered.';
comment on column purchase_lines.received is 'Undamaged pieces that have arrived, over all deliveries.';
comment on column purchase_lines.price is 'Price of a piece in the currency of the center. Null: unknown.';

create table deliveries (
  delivery_id text not null,
  purchase_id text,
  sender text not null,
  reference text not null,
  sender_key text collate "C" not null,
  reference_key text collate "C" not null,
  state text not null constraint deliveries_state_check check (state in ('OPEN', 'BOOKED', 'CANCELLED')),
  created timestamp(3) with time zone not null,
  created_by_id text,
  created_by_name text,
  ended timestamp(3) with time zone,
  ended_by_id text,
  ended_by_name text,
  constraint deliveries_pkey primary key (delivery_id),
  constraint deliveries_purchase_id_fkey foreign key (purchase_id) references purchase_orders (purchase_id)
);
create unique index deliveries_by_reference on deliveries (sender_key, reference_key) where state <> 'CANCELLED';
comment on table deliveries is 'Deliveries. A delivery note of a sender is booked once.';
comment on column deliveries.delivery_id is 'UUIDv7.';
comment on column deliveries.purchase_id is 'The purchase order. Null: none is known.';
comment on column deliveries.sender is 'Name of the supplier or sender.';
comment on column deliveries.reference is 'Number of the delivery note.';
comment on column deliveries.sender_key is 'The sender in lower case.';
comment on column deliveries.reference_key is 'The number in lower case.';
comment on column deliveries.state is 'OPEN: goods are counted. BOOKED: they are in stock. CANCELLED: nothing was booked.';
comment on column deliveries.created is 'When it was opened.';
comment on column deliveries.created_by_id is 'operator_id of the person, or client_id of the program, that opened it. Null: the command line.';
comment on column deliveries.created_by_name is 'Name of that actor at that time.';
comment on column deliveries.ended is 'When it was booked or cancelled. Null: it is open.';
comment on column deliveries.ended_by_id is 'operator_id or client_id of the actor that ended it. Null: it is open, or the command line.';
comment on column deliveries.ended_by_name is 'Name of that actor at that time.';

create table delivery_lines (
  delivery_id text not null,
  kind text not null constraint delivery_lines_kind_check check (kind in ('ARTICLE', 'PRODUCT')),
  code text collate "C" not null,
  expected integer not null default 0 constraint delivery_lines_expected_check check (expected >= 0),
  counted integer not null default 0 constraint delivery_lines_counted_check check (counted >= 0),
  damaged integer not null default 0 constraint delivery_lines_damaged_check check (damaged >= 0),
  place text collate "C",
  constraint delivery_lines_pkey primary key (delivery_id, kind, code),
  constraint delivery_lines_delivery_id_fkey foreign key (delivery_id) references deliveries (delivery_id)
);
comment on table delivery_lines is 'Variants of deliveries.';
comment on column delivery_lines.delivery_id is 'The delivery.';
comment on column delivery_lines.kind is 'ARTICLE: code is a SKU. PRODUCT: code is an EAN-13.';
comment on column delivery_lines.code is 'Code of the variant, see kind.';
comment on column delivery_lines.expected is 'Pieces on the delivery note, or still missing from the purchase order.';
comment on column delivery_lines.counted is 'Undamaged pieces that arrived.';
comment on column delivery_lines.damaged is 'Damaged pieces that arrived. They are never in stock.';
comment on column delivery_lines.place is 'Where the pieces go. Null: to the main place.';

create table stock_plans (
  kind text not null constraint stock_plans_kind_check check (kind in ('ARTICLE', 'PRODUCT')),
  code text collate "C" not null,
  target integer constraint stock_plans_target_check check (target > 0),
  cost numeric(14, 4) constraint stock_plans_cost_check check (cost >= 0),
  used integer not null default 0,
  used_on date,
  counted timestamp(3) with time zone,
  constraint stock_plans_pkey primary key (kind, code)
);
comment on table stock_plans is 'Target, cost and use of variants.';
comment on column stock_plans.kind is 'ARTICLE: code is a SKU. PRODUCT: code is an EAN-13.';
comment on column stock_plans.code is 'Code of the variant, see kind.';
comment on column stock_plans.target is 'Available pieces to buy up to. Null: no target.';
comment on column stock_plans.cost is 'Moving average of the price of a piece, in the currency of the center. Null: unknown.';
comment on column stock_plans.used is 'Pieces shipped or scrapped in the last 28 full days.';

comment on column stock_plans.used_on is 'Day in UTC on which used was computed. Null: never.';
comment on column stock_plans.counted is 'When it was last counted at a place. Null: never.';
