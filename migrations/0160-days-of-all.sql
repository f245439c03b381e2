-- The overview and the reports sum the last days of all clients: what that takes must not grow with the years.
drop index concurrently if exists order_days_by_day;
create index concurrently order_days_by_day on order_days (day);
drop index concurrently if exists order_day_durations_by_day;
create index concurrently order_day_durations_by_day on order_day_durations (day);
