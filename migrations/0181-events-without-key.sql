-- The index of this key was the largest of all: the client and the order stood in it once for each event. Nothing is found by it that is not found by the order, event ids are
-- UUIDs that the application makes, and events are written with the order locked. Whoever copies the table by its changes tells its rows apart by all that they have.
alter table order_events drop constraint if exists order_events_pkey;
alter table order_events replica identity full;
