-- Where and how artwork is printed: areas of articles, fitting rules, settings of technologies.
create table print_areas (
  manufacturer_code text collate "C" not null,
  location text collate "C" not null,
  size text collate "C" not null,
  area text not null,
  primary key (manufacturer_code, location, size),
  foreign key (manufacturer_code) references articles (manufacturer_code)
);
comment on table print_areas is 'Print areas of articles. They replace the areas of the variants.';
comment on column print_areas.manufacturer_code is 'The article.';
comment on column print_areas.location is 'Location on the article.';
comment on column print_areas.size is 'Size of the variants to which the area applies. Empty: every size without an area of its own.';
comment on column print_areas.area is 'JSON: width, height, position and bleed in millimeters.';

create table fitting_rules (
  client_id text not null,
  manufacturer_code text collate "C" not null,
  fit text not null constraint fitting_rules_fit_check check (fit in ('CONTAIN', 'COVER', 'ACTUAL')),
  position text not null constraint fitting_rules_position_check check (position in ('TOP', 'CENTER')),
  primary key (client_id, manufacturer_code)
);
comment on table fitting_rules is 'How artwork is fitted into print areas.';
comment on column fitting_rules.client_id is 'The client. Empty: every client.';
comment on column fitting_rules.manufacturer_code is 'The article. Empty: every article.';
comment on column fitting_rules.fit is 'CONTAIN: whole artwork. COVER: fills the area. ACTUAL: its own size.';
comment on column fitting_rules.position is 'TOP or CENTER of the area.';

create table print_technologies (
  technology text collate "C" primary key,
  mirrored boolean not null,
  picture_kind text not null constraint print_technologies_picture_kind_check check (picture_kind in ('PNG', 'TIFF')),
  keeps_pdf boolean not null,
  dpi integer not null constraint print_technologies_dpi_check check (dpi between 72 and 2400),
  needs_alpha boolean not null
);
comment on table print_technologies is 'Settings of technologies that staff changed.';
comment on column print_technologies.technology is 'Name of the technology in the catalogue.';
comment on column print_technologies.mirrored is 'Whether print files are mirrored, as for films and papers that are turned over.';
comment on column print_technologies.picture_kind is 'Kind of print file for pictures: PNG or TIFF.';
comment on column print_technologies.keeps_pdf is 'Whether PDF artwork stays a PDF. False: it is drawn at dpi.';
comment on column print_technologies.dpi is 'Resolution at which PDF artwork is drawn, in pixels per inch.';
comment on column print_technologies.needs_alpha is 'Whether artwork without transparency gets a warning.';
