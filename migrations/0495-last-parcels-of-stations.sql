drop index concurrently if exists parcels_of_station;
create index concurrently parcels_of_station on parcels (coalesce(station_id, station), closed) where closed is not null;
