-- The clients that have a product, in the order of staff's list, so that a page looks at those it shows; the index of products alone is part of it.
drop index concurrently if exists client_products_of_product;
create index concurrently client_products_of_product on client_products (product_id, client_id collate "C");
drop index concurrently if exists client_products_by_product;
