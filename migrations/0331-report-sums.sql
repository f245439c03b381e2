-- Reports judge orders by their due times, and know clients, articles, stations, steps and money of past days.
alter table order_day_sums add column on_time integer;
comment on column order_day_sums.on_time is 'Number of these orders that were shipped by their due time. Null: not SHIPPED, or stored before this column existed.';
create table report_sums (
  client_id text not null,
  day date not null,
  measure text not null constraint report_sums_measure_check check (measure in ('DAY', 'SHIPPED', 'STEP', 'REJECT', 'ARTICLE', 'MONEY', 'MONEY_ARTICLE')),
  name text collate "C" not null,
  part text collate "C" not null,
  number bigint not null,
  total bigint not null,
  constraint report_sums_pkey primary key (day, client_id, measure, name, part)
);
comment on table report_sums is 'Sums of finished days for reports. A stored day has a row with an empty client_id and the measure DAY.';
comment on column report_sums.client_id is 'The client. Empty: the row DAY.';
comment on column report_sums.day is 'Day in the time zone of the center.';
comment on column report_sums.measure is 'SHIPPED: orders. STEP: time of orders in a step. REJECT: rejected pieces. ARTICLE: pieces. MONEY, MONEY_ARTICLE: charges.';
comment on column report_sums.name is 'STEP: the step. REJECT: the station that made the piece. ARTICLE, MONEY_ARTICLE: SKU or EAN-13. MONEY: the currency.';
comment on column report_sums.part is 'REJECT: the reason. ARTICLE: MADE or REJECTED. MONEY: the technology of the print, else the kind. MONEY_ARTICLE: the currency.';
comment on column report_sums.number is 'SHIPPED, STEP: orders. REJECT, ARTICLE: pieces. MONEY, MONEY_ARTICLE: amount in minor units.';
comment on column report_sums.total is 'SHIPPED: orders on time. STEP: seconds. MONEY: known cost in minor units. MONEY_ARTICLE: pieces. Else 0.';
