-- E-mails with purchase orders to suppliers.
create table purchase_mails (
  mail_id text collate "C" not null,
  purchase_id text not null,
  address text not null,
  created timestamp(3) with time zone not null,
  created_by_id text,
  created_by_name text,
  state text not null default 'WAITING' constraint purchase_mails_state_check check (state in ('WAITING', 'SENT', 'FAILED')),
  attempts integer not null default 0,
  due timestamp(3) with time zone not null,
  sent timestamp(3) with time zone,
  last_error text,
  constraint purchase_mails_pkey primary key (mail_id),
  constraint purchase_mails_purchase_id_fkey foreign key (purchase_id) references purchase_orders (purchase_id)
);
create unique index purchase_mails_waiting on purchase_mails (purchase_id) where state = 'WAITING';
create index purchase_mails_by_purchase on purchase_mails (purchase_id, mail_id);
comment on table purchase_mails is 'E-mails with purchase orders to suppliers. The row is written before the first attempt.';
comment on column purchase_mails.mail_id is 'UUIDv7. Each attempt has it as Message-ID.';
comment on column purchase_mails.purchase_id is 'The purchase order.';
comment on column purchase_mails.address is 'E-mail address of the supplier.';
comment on column purchase_mails.created is 'When a person requested it.';
comment on column purchase_mails.created_by_id is 'operator_id of the person, or client_id of the program, that requested it. Null: the command line.';
comment on column purchase_mails.created_by_name is 'Name of that actor at that time.';
comment on column purchase_mails.state is 'WAITING, SENT: the server of the center took it. FAILED: given up.';
comment on column purchase_mails.attempts is 'Number of attempts. Each is counted before it is made.';
comment on column purchase_mails.due is 'When the next attempt is due.';
comment on column purchase_mails.sent is 'When the server took it. Null: not sent.';
comment on column purchase_mails.last_error is 'Why the last attempt failed. Null: no attempt failed.';
