-- Settings of the shop that staff change in the console. A stored value takes precedence over the environment.
alter table center add column shop jsonb not null default '{}';
alter table center add column shop_changed timestamptz;
alter table center add column counted_zone text;
alter table center add column checklist_dismissed timestamptz;
comment on column center.shop is 'Settings that staff stored. Absent: the environment or the default.';
comment on column center.shop_changed is 'Time of the last change of a setting.';
comment on column center.counted_zone is 'Time zone in which the stored days were counted last. Null: unknown.';
comment on column center.checklist_dismissed is 'Time at which an admin dismissed the checklist of the opening.';
update center set counted_zone = time_zone;
