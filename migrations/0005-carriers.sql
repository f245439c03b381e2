create table carriers (
  carrier_id text collate "C" primary key,
  name text not null
);

create table client_carriers (
  client_id text not null references clients,
  carrier_id text collate "C" not null references carriers,
  is_default boolean not null default false,
  primary key (client_id, carrier_id)
);
create unique index client_carriers_one_default on client_carriers (client_id) where is_default;
