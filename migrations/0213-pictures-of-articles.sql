-- Pictures of articles, as products have them.
alter table articles add column preview_image_urls text[];
comment on column articles.preview_image_urls is 'Addresses of pictures, relative to the image base URL, or absolute. Null: none.';
