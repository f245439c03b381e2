-- Which orders of all clients changed since a moment is told by a small index of the pages they are in. It is of the moment without its zone, so that no statement mistakes another index for it.
drop index concurrently if exists orders_of_all_by_updated;
create index concurrently orders_of_all_by_updated on orders using brin ((updated at time zone 'UTC')) with (pages_per_range = 64, autosummarize = on);
