-- A parcel whose order ended without it.
alter table parcels drop constraint parcels_state_check;
alter table parcels add constraint parcels_state_check check (state in ('OPEN', 'PACKED', 'SHIPPED', 'DROPPED'));
comment on column parcels.state is 'OPEN: being packed. PACKED: closed, and waits for its label. SHIPPED: it is one of the shipments of its order. DROPPED: its order ended, or was changed, without it.';
