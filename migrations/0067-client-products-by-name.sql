-- Customers list those that are not retired, staff all of them: one index serves both.
drop index client_products_by_name;
create index client_products_by_name on client_products (client_id, name, product_id) include (is_retired);
