-- On several nodes, stock and its queue are on the coordinator only. No split table may refer to them, nor they
-- to a split table.
alter table stock_waits drop constraint stock_waits_client_id_order_id_fkey;
alter table client_product_variants drop constraint client_product_variants_ean13_fkey;
