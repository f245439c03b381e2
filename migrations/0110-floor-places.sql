-- Where a piece stands in its batch, and at which station something happened.
alter table pieces add column batch_place integer;
comment on column pieces.batch_place is 'Its place in the batch, from 1, in the order in which blanks are picked; its successor has the same. Null: in no batch.';
alter table batches add column places integer;
comment on column batches.places is 'Pieces that have a place in it. Null: released before places were given.';
alter table piece_events add column station_id text;
comment on column piece_events.station_id is 'The station, where it is one that staff have made; station has the name it had then.';
alter table parcels add column station_id text;
comment on column parcels.station_id is 'The station, where it is one that staff have made; station has the name it had then.';
