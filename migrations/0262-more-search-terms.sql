-- Older orders get the further search terms in the background.
insert into order_fills (client_id) select client_id from clients where scope = 'fulfillment' on conflict do nothing;
comment on column order_search.terms is 'Search terms that the application extracts: order id, recipient, e-mail address, phone, place, tracking numbers, and of the items EAN-13s, SKUs, names and file names.';
