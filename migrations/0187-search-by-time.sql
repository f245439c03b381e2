-- A page of a search looks at the newest orders that have a word: in which pages of the table those are is told by a small index.
drop index concurrently if exists order_search_by_time;
create index concurrently order_search_by_time on order_search using brin (created) with (pages_per_range = 32, autosummarize = on);
