-- The client that owns the pieces of a variant.
alter table article_variants add column owner_id text;
comment on column article_variants.owner_id is 'The client that owns the pieces. Only its orders may have them. Null: the center.';
alter table product_variants add column owner_id text;
comment on column product_variants.owner_id is 'The client that owns the pieces. Only its orders may have them. Null: the center.';
