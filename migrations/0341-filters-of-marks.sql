-- The filters of assignee and tag read the newest orders from an index.
alter table order_marks add column created timestamp(3) with time zone;
update order_marks m set created = o.created from orders o where o.client_id = m.client_id and o.order_id = m.order_id;
delete from order_marks where created is null;
alter table order_marks alter column created set not null;
drop index order_marks_by_assignee;
drop index order_marks_tagged;
create index order_marks_of_assignee on order_marks (assignee_id, created) where assignee_id is not null;
create index order_marks_tagged on order_marks (created) where tags <> '{}';
create index order_marks_by_tag on order_marks using gin (tags);
comment on column order_marks.created is 'When the order was created.';
