-- Orders and clients are never deleted while anything names them, and what is written for an order is written in the transaction that
-- makes or locks it. Looking the order up again for each row of these three was a twentieth of what the database did for a new one.
alter table orders drop constraint if exists orders_client_id_fkey;
alter table order_events drop constraint if exists order_events_client_id_order_id_fkey;
alter table stock_reservations drop constraint if exists stock_reservations_client_id_order_id_fkey;
