-- A shop keeps its prefix after it was deleted, so its orders are recognized when it is connected again.
create table shop_prefixes (
  client_id text not null,
  shop_key text not null,
  connection text not null,
  primary key (client_id, shop_key)
);
comment on table shop_prefixes is 'The prefix of each shop of a client, also of deleted shops.';
comment on column shop_prefixes.client_id is 'The client of the shop.';
comment on column shop_prefixes.shop_key is 'The shop: its system, and its host and path or its store id.';
comment on column shop_prefixes.connection is 'The prefix of its orderIds.';
insert into shop_prefixes (client_id, shop_key, connection)
select client_id, shop || ' ' || regexp_replace(regexp_replace(lower(shop_url), '^https?://(www[.])?', ''), '/+$', ''), connection
from shop_connections where shop_url is not null and shop <> 'orderdesk'
on conflict do nothing;
