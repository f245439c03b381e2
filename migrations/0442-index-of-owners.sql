drop index concurrently if exists article_variants_of_owner;
create index concurrently article_variants_of_owner on article_variants (owner_id, sku) where owner_id is not null;
drop index concurrently if exists product_variants_of_owner;
create index concurrently product_variants_of_owner on product_variants (owner_id, ean13) where owner_id is not null;
