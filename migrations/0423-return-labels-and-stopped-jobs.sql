-- Labels of announced returns by contract, and why bulk changes were stopped.
alter table clients add column buys_return_labels boolean not null default false;
comment on column clients.buys_return_labels is 'Whether the client may ask for labels of announced returns, which the center buys.';
alter table order_jobs add column stop_reason text;
comment on column order_jobs.stop_reason is 'STARTER_DISABLED: whoever started it may not sign in any more. Null: a person stopped it, or it was not stopped.';
