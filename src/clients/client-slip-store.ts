import { type Connection, queryRow } from '../platform/database/transaction.ts';

/** A6 is for label printers. */
export const SLIP_FORMS = ['A4', 'A6'] as const;

/** How the packing slips of a client look. */
export interface ClientSlip {
  /** PNG. Null: the name of the client. */
  logo: Buffer | null;
  /** Such as #0b7285. */
  color: string | null;
  returnText: string | null;
  /** Address of the shop for tracking or returns. `{orderId}` stands for the order. */
  link: string | null;
  prices: boolean;
  form: (typeof SLIP_FORMS)[number];
  /** Numbers on customs forms. */
  eori: string | null;
  vatNumber: string | null;
  iossNumber: string | null;
}

const DEFAULT_SLIP: ClientSlip = {
  ...{ logo: null, color: null, returnText: null, link: null, prices: true, form: 'A4' },
  ...{ eori: null, vatNumber: null, iossNumber: null },
};

export async function findClientSlip(connection: Connection, clientId: string): Promise<ClientSlip> {
  const found = await queryRow<ClientSlip>(connection, {
    name: 'find-client-slip',
    text: `select logo, color, returns_text as "returnText", link, prices, form,
                  eori, vat_number as "vatNumber", ioss_number as "iossNumber" from client_slips where client_id = $1`,
    values: [clientId],
  });
  return found ?? DEFAULT_SLIP;
}

/** Replaces the look of the client's slips, except the logo. */
export async function saveClientSlip(
  connection: Connection,
  clientId: string,
  { color, returnText, link, prices, form, eori, vatNumber, iossNumber }: Omit<ClientSlip, 'logo'>,
): Promise<void> {
  await connection.query({
    name: 'save-client-slip',
    text: `insert into client_slips (client_id, color, returns_text, link, prices, form, eori, vat_number, ioss_number)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
           on conflict (client_id) do update set color = excluded.color, returns_text = excluded.returns_text, link = excluded.link,
             prices = excluded.prices, form = excluded.form, eori = excluded.eori, vat_number = excluded.vat_number,
             ioss_number = excluded.ioss_number`,
    values: [clientId, color, returnText, link, prices, form, eori, vatNumber, iossNumber],
  });
}

export async function saveLogo(connection: Connection, clientId: string, logo: Buffer | null): Promise<void> {
  await connection.query({
    name: 'save-client-logo',
    text: `insert into client_slips (client_id, logo) values ($1, $2)
           on conflict (client_id) do update set logo = excluded.logo`,
    values: [clientId, logo],
  });
}
