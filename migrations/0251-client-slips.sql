-- The papers of a client have its logo, colour, texts and customs numbers.
create table client_slips (
  client_id text not null,
  logo bytea,
  color text,
  returns_text text,
  link text,
  prices boolean not null default true,
  form text not null default 'A4',
  eori text,
  vat_number text,
  ioss_number text,
  constraint client_slips_pkey primary key (client_id),
  constraint client_slips_form_check check (form in ('A4', 'A6'))
);
comment on table client_slips is 'How the papers of a client look. A client without a row has the default.';
comment on column client_slips.client_id is 'The client.';
comment on column client_slips.logo is 'Its logo as PNG. Null: the name of the client.';
comment on column client_slips.color is 'Colour of lines and heads, such as #0b7285. Null: black.';
comment on column client_slips.returns_text is 'Text about returns. Null: none.';
comment on column client_slips.link is 'Address of the shop for tracking or returns, with {orderId}. Null: no QR code.';
comment on column client_slips.prices is 'Whether the slips have prices. A gift never has.';
comment on column client_slips.eori is 'EORI number on customs forms. Null: none.';
comment on column client_slips.vat_number is 'VAT number on customs forms. Null: none.';
comment on column client_slips.ioss_number is 'IOSS number on customs forms. Null: none.';
comment on column client_slips.form is 'A4, or A6 for label printers.';
