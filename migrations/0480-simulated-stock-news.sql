-- News about stock that a sandbox client simulated are in its own feed only.
alter table stock_news add column client_id text;
comment on column stock_news.client_id is 'The sandbox client that simulated the news. Null: news for all clients that have the product.';
