-- Clients may withdraw announced returns that have not arrived.
alter table announced_returns add column withdrawn timestamp(3) with time zone;
comment on column announced_returns.withdrawn is 'When the client withdrew it. Null: it did not.';
