-- Parcels with our address label and no carrier have a hand-over list of their own. Older parcels no longer wait.
update parcels p set carrier_id = '@address' from orders o
where o.client_id = p.client_id and o.order_id = p.order_id and p.carrier_id = '' and p.hand_over_id is null
  and p.state in ('OPEN', 'PACKED', 'SHIPPED') and p.opened >= now() - interval '15 days'
  and o.document::json -> 'shipping' ->> 'shippingLabelUrl' is null;
comment on column parcels.carrier_id is 'The carrier of its order. Empty: only the label of the client names it. @address: none, with our address label.';
comment on column hand_overs.carrier_id is 'The carrier whose driver comes. Empty: of parcels with labels of clients. @address: of parcels with our address label.';
