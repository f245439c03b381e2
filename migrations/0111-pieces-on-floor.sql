-- A piece that was found without its ticket, among those that are still on the floor.
create index pieces_on_floor on pieces (sku, code) where state in ('TO_MAKE', 'MADE', 'CHECKED');
