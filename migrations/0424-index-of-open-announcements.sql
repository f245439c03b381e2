drop index concurrently if exists announced_returns_open;
create index concurrently announced_returns_open on announced_returns (announced, return_id) where booked_id is null;
