-- Reads the deliveries while others write to them.
alter table webhook_deliveries validate constraint webhook_deliveries_state_check;
create index webhook_deliveries_skipped on webhook_deliveries (client_id, endpoint_id, position) where state = 'skipped';
