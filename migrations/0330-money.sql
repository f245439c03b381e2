-- Prices of clients, and what their orders are charged. Amounts are integers in the minor unit of a currency.
create table price_lists (
  client_id text not null,
  price_list_id text collate "C" not null,
  name text not null,
  currency text not null constraint price_lists_currency_check check (currency ~ '^[A-Z]{3}$'),
  valid_from date not null,
  valid_to date,
  changed timestamptz(3) not null,
  constraint price_lists_pkey primary key (client_id, price_list_id),
  constraint price_lists_valid_check check (valid_to >= valid_from)
);
comment on table price_lists is 'Price lists of clients. The lists of a client do not overlap in time.';
comment on column price_lists.client_id is 'The client.';
comment on column price_lists.price_list_id is 'UUIDv7.';
comment on column price_lists.name is 'Name that staff gave.';
comment on column price_lists.currency is 'Currency of all its amounts, ISO 4217.';
comment on column price_lists.valid_from is 'First day of shipping, in the time zone of the center.';
comment on column price_lists.valid_to is 'Last day. Null: without end.';
comment on column price_lists.changed is 'When the list or its prices last changed.';

create table prices (
  client_id text not null,
  price_list_id text collate "C" not null,
  place integer not null,
  kind text not null constraint prices_kind_check check (kind in
    ('ARTICLE', 'PRINT', 'CUSTOMIZATION', 'PACKING_ORDER', 'PACKING_PARCEL', 'PACKING_PIECE', 'POSTAGE', 'STORAGE_MONTH', 'STORAGE_PIECE')),
  code text collate "C",
  technology text collate "C",
  width_mm integer,
  height_mm integer,
  country text collate "C",
  amount bigint constraint prices_amount_check check (amount >= 0),
  plus_basis_points integer constraint prices_plus_check check (plus_basis_points >= 0),
  cost bigint constraint prices_cost_check check (cost >= 0),
  constraint prices_pkey primary key (client_id, price_list_id, place),
  constraint prices_one_check check ((amount is null) <> (plus_basis_points is null))
);
create index prices_by_code on prices (client_id, price_list_id, code);
comment on table prices is 'Prices of a list.';
comment on column prices.client_id is 'The client.';
comment on column prices.price_list_id is 'The list.';
comment on column prices.place is 'Place in the list, from 1.';
comment on column prices.kind is 'What is charged, see src/reports/money/price-list-rules.ts.';
comment on column prices.code is 'SKU, manufacturerCode, EAN-13 or productId. Null: every other one.';
comment on column prices.technology is 'Technology of a print. Null: every other one.';
comment on column prices.width_mm is 'Largest width of a print in millimeters. Null: every other size.';
comment on column prices.height_mm is 'Largest height of a print in millimeters. Null: every other size.';
comment on column prices.country is 'Destination of postage, ISO 3166-1 alpha-2. Null: every other one.';
comment on column prices.amount is 'Price of one. Null: the cost of the label, plus a share of it.';
comment on column prices.plus_basis_points is 'Added to the cost of the label, in hundredths of a percent. Null: a fixed price.';
comment on column prices.cost is 'What one costs the center. Null: unknown.';

create table charges (
  client_id text not null,
  order_id text collate "C" not null,
  charge_key text collate "C" not null,
  month text not null constraint charges_month_check check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  day date not null,
  created timestamptz(3) not null,
  shipped timestamptz(3),
  kind text not null constraint charges_kind_check check (kind in
    ('ARTICLE', 'PRINT', 'CUSTOMIZATION', 'PACKING_ORDER', 'PACKING_PARCEL', 'PACKING_PIECE', 'POSTAGE', 'STORAGE_MONTH', 'STORAGE_PIECE', 'CORRECTION')),
  title text not null,
  code text collate "C",
  technology text collate "C",
  quantity integer not null,
  unit_amount bigint not null,
  amount bigint not null,
  currency text not null constraint charges_currency_check check (currency ~ '^[A-Z]{3}$'),
  cost bigint,
  cause text constraint charges_cause_check check (cause in ('FREE', 'WITHDRAWN')),
  reason text,
  created_by_id text,
  created_by_name text,
  constraint charges_pkey primary key (client_id, order_id, charge_key)
);
create index charges_of_month on charges (client_id, month, order_id, charge_key);
create index charges_by_day on charges (day);
comment on table charges is 'What clients are charged. Rows are only added. A correction is a further row.';
comment on column charges.client_id is 'The client.';
comment on column charges.order_id is 'The order. Empty: a charge without an order.';
comment on column charges.charge_key is 'What is charged, such as 1/ARTICLE/0/item. A retry makes the same key, so nothing is charged twice.';
comment on column charges.month is 'Month of the statement, YYYY-MM.';
comment on column charges.day is 'Day on which it was charged, in the time zone of the center.';
comment on column charges.created is 'When it was charged.';
comment on column charges.shipped is 'When the parcel left. Null: not of a parcel.';
comment on column charges.kind is 'As in prices.kind, or CORRECTION.';
comment on column charges.title is 'Name of the article, the place of the print, or the service of the label at that time.';
comment on column charges.code is 'SKU or EAN-13. Null: none.';
comment on column charges.technology is 'Technology of the print. Null: none.';
comment on column charges.quantity is 'Number of pieces, prints or parcels. Negative: taken back.';
comment on column charges.unit_amount is 'Price of one.';
comment on column charges.amount is 'Price of all. Negative: in favour of the client.';
comment on column charges.currency is 'Currency, ISO 4217.';
comment on column charges.cost is 'What it costs the center, in the same currency. Null: unknown.';
comment on column charges.cause is 'FREE: a replacement that the client does not pay. WITHDRAWN: the parcel did not leave. Null: an ordinary charge.';
comment on column charges.reason is 'Reason of a correction, or of a free replacement. Null: none, or erased.';
comment on column charges.created_by_id is 'operator_id or client_id of the author of a correction. Null: Platen.';
comment on column charges.created_by_name is 'Name of the author at that time.';

create table missing_prices (
  client_id text not null,
  order_id text collate "C" not null,
  charge_key text collate "C" not null,
  day date not null,
  kind text not null,
  title text not null,
  code text collate "C",
  technology text collate "C",
  quantity integer not null,
  problem text not null constraint missing_prices_problem_check check (problem in ('NO_LIST', 'NO_PRICE', 'NO_COST', 'OTHER_CURRENCY')),
  constraint missing_prices_pkey primary key (client_id, order_id, charge_key)
);
create index missing_prices_by_day on missing_prices (client_id, day);
comment on table missing_prices is 'Shipped things without a price. A row is deleted when the price is known and the charge is made.';
comment on column missing_prices.client_id is 'The client.';
comment on column missing_prices.order_id is 'The order.';
comment on column missing_prices.charge_key is 'As charges.charge_key.';
comment on column missing_prices.day is 'Day on which the parcel left, in the time zone of the center.';
comment on column missing_prices.kind is 'As in prices.kind.';
comment on column missing_prices.title is 'As in charges.title.';
comment on column missing_prices.code is 'SKU or EAN-13. Null: none.';
comment on column missing_prices.technology is 'Technology of the print. Null: none.';
comment on column missing_prices.quantity is 'Number of pieces, prints or parcels.';
comment on column missing_prices.problem is 'NO_LIST: no list on this day. NO_PRICE: not in the list. NO_COST: the cost of the label is unknown. OTHER_CURRENCY: the label was paid in another one.';

create table statements (
  client_id text not null,
  month text not null constraint statements_month_check check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  closed timestamptz(3),
  closed_by_id text,
  closed_by_name text,
  constraint statements_pkey primary key (client_id, month)
);
comment on table statements is 'Months of clients with charges.';
comment on column statements.client_id is 'The client.';
comment on column statements.month is 'The month, YYYY-MM.';
comment on column statements.closed is 'When it was closed. Later charges belong to a later month. Null: open.';
comment on column statements.closed_by_id is 'operator_id or client_id of the person or program that closed it.';
comment on column statements.closed_by_name is 'Name at that time.';

create table charges_due (
  client_id text not null,
  order_id text collate "C" not null,
  since timestamptz(3) not null,
  constraint charges_due_pkey primary key (client_id, order_id)
);
comment on table charges_due is 'Orders whose parcels left or were withdrawn, and whose charges are to be made.';
comment on column charges_due.client_id is 'The client of the order.';
comment on column charges_due.order_id is 'The order.';
comment on column charges_due.since is 'When its parcels last changed.';

alter table clients add column shows_charges boolean not null default false;
comment on column clients.shows_charges is 'Whether its shipped orders show their charges to the client.';
