-- What a customs declaration says of a piece: of a variant its own, else what its article or product has.
alter table articles
  add column hs_code text,
  add column country_of_origin text,
  add column weight_grams integer,
  add column customs_description text;
comment on column articles.hs_code is 'Tariff number of its variants that have none of their own: 6 to 10 digits.';
comment on column articles.country_of_origin is 'ISO 3166-1 alpha-2, likewise.';
comment on column articles.weight_grams is 'Grams of a piece, likewise.';
comment on column articles.customs_description is 'What it is, in the words of a customs declaration, likewise.';

alter table article_variants
  add column hs_code text,
  add column country_of_origin text,
  add column weight_grams integer,
  add column customs_description text;
comment on column article_variants.hs_code is 'Tariff number, 6 to 10 digits. Null: that of its article.';
comment on column article_variants.country_of_origin is 'ISO 3166-1 alpha-2. Null: that of its article.';
comment on column article_variants.weight_grams is 'Grams of a piece. Null: those of its article.';
comment on column article_variants.customs_description is 'What it is, in the words of a customs declaration. Null: those of its article.';

alter table products
  add column hs_code text,
  add column country_of_origin text,
  add column weight_grams integer,
  add column customs_description text;
comment on column products.hs_code is 'Tariff number of its variants that have none of their own: 6 to 10 digits.';
comment on column products.country_of_origin is 'ISO 3166-1 alpha-2, likewise.';
comment on column products.weight_grams is 'Grams of a piece, likewise.';
comment on column products.customs_description is 'What it is, in the words of a customs declaration, likewise.';

alter table product_variants
  add column hs_code text,
  add column country_of_origin text,
  add column weight_grams integer,
  add column customs_description text;
comment on column product_variants.hs_code is 'Tariff number, 6 to 10 digits. Null: that of its product.';
comment on column product_variants.country_of_origin is 'ISO 3166-1 alpha-2. Null: that of its product.';
comment on column product_variants.weight_grams is 'Grams of a piece. Null: those of its product.';
comment on column product_variants.customs_description is 'What it is, in the words of a customs declaration. Null: those of its product.';
