-- A minimum of the stock, and alerts with each person's choice and the messages that carry them.
alter table article_variants add column if not exists minimum integer constraint article_variants_minimum_check check (minimum > 0);
alter table product_variants add column if not exists minimum integer constraint product_variants_minimum_check check (minimum > 0);
create index article_variants_with_minimum on article_variants (sku) where minimum is not null;
create index product_variants_with_minimum on product_variants (ean13) where minimum is not null;
comment on column article_variants.minimum is 'Staff are alerted when fewer pieces are available. Null: no minimum.';
comment on column product_variants.minimum is 'Staff are alerted when fewer pieces are available. Null: no minimum.';

create table alerts (
  alert_id text collate "C" primary key,
  kind text not null,
  cause text collate "C" not null,
  operator_id text,
  facts jsonb not null,
  begun timestamp(3) with time zone not null,
  ended timestamp(3) with time zone
);
create unique index alerts_open on alerts (kind, cause) where ended is null;
create index alerts_open_by_begun on alerts (begun) where ended is null;
create index alerts_ended on alerts (ended) where ended is not null;
comment on table alerts is 'Causes that a person should look into. A cause has one open alert.';
comment on column alerts.alert_id is 'UUIDv7.';
comment on column alerts.kind is 'Kind of the cause, see src/operations/alerts/alert-kinds.ts.';
comment on column alerts.cause is 'Key of the cause within the kind, such as client_id/order_id.';
comment on column alerts.operator_id is 'The person whom it concerns. Null: everybody who chose the kind.';
comment on column alerts.facts is 'JSON: names and keys of the cause. Never data of recipients.';
comment on column alerts.begun is 'When Platen found the cause.';
comment on column alerts.ended is 'When the cause was gone. Null: it is present.';

create table alert_choices (
  recipient text collate "C" primary key,
  bell text[] not null,
  mail text[] not null,
  address text,
  times text not null,
  seen timestamp(3) with time zone not null,
  composed timestamp(3) with time zone not null,
  constraint alert_choices_times_check check (times in ('AT_ONCE', 'DAILY'))
);
comment on table alert_choices is 'What each person, and the webhook of the center, is told of alerts.';
comment on column alert_choices.recipient is 'operator_id of a person, or webhook.';
comment on column alert_choices.bell is 'Kinds in the bell of the console.';
comment on column alert_choices.mail is 'Kinds that are sent.';
comment on column alert_choices.address is 'E-mail address of the person. Null: no e-mail.';
comment on column alert_choices.times is 'AT_ONCE, or DAILY in the morning of working days.';
comment on column alert_choices.seen is 'Alerts that began later are unread.';
comment on column alert_choices.composed is 'When the last message was written. The next one has the alerts that began later.';

create table alert_messages (
  message_id text collate "C" primary key,
  recipient text collate "C" not null,
  subject text not null,
  text text not null,
  created timestamp(3) with time zone not null,
  state text not null default 'waiting',
  attempts integer not null default 0,
  due timestamp(3) with time zone not null,
  sent timestamp(3) with time zone,
  last_error text,
  constraint alert_messages_state_check check (state in ('waiting', 'sent', 'failed'))
);
create index alert_messages_waiting on alert_messages (recipient, due) where state = 'waiting';
create index alert_messages_by_created on alert_messages (created);
create index alert_messages_of_recipient on alert_messages (recipient, created);
comment on table alert_messages is 'Messages about alerts, by e-mail and to the webhook. A row exists before its first attempt.';
comment on column alert_messages.message_id is 'UUIDv7. Each attempt by e-mail has it as Message-ID.';
comment on column alert_messages.recipient is 'As in alert_choices.recipient.';
comment on column alert_messages.subject is 'Subject of the e-mail.';
comment on column alert_messages.text is 'The whole text, so that each attempt sends the same.';
comment on column alert_messages.created is 'When it was written.';
comment on column alert_messages.state is 'waiting, sent or failed.';
comment on column alert_messages.attempts is 'Number of attempts. Each is counted before it is made.';
comment on column alert_messages.due is 'When the next attempt is due.';
comment on column alert_messages.sent is 'When the server accepted it. Null: not sent.';
comment on column alert_messages.last_error is 'Why the last attempt failed. Null: no attempt failed.';
