-- Where the queue of background work is; the queue makes what is in it, at its first start. Citus makes schemas and types on every node, and with both in one transaction it asks the
-- nodes for the role that owns them as that role itself, which may not make roles unless it is a superuser.
create schema if not exists pgboss;
