-- New words wait in a list that every search reads whole; 4 MB of it, the default, cost each search some milliseconds.
alter index order_search_terms set (gin_pending_list_limit = 512);
