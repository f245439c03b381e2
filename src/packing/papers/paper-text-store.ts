import type { CustomsFormChoice } from '../../papers/customs-form-rules.ts';
import type { Connection } from '../../platform/database/transaction.ts';

/** What a carrier wants; NONE: it makes its own. */
export type CarrierForm = CustomsFormChoice | 'NONE';

/** What is known of a file that the client sent. */
export interface ClientFile {
  sha256: string;
  mediaType: string;
  /** Of the first page of a PDF. */
  widthMm: number | null;
}

/** How a variant is called. */
export interface VariantText {
  kind: 'ARTICLE' | 'PRODUCT';
  /** SKU or EAN-13. */
  code: string;
  title: string;
  color: string;
  size: string;
}

/** Title, colour and size of blanks by SKU and of products by EAN-13. */
export async function findVariantTexts(
  connection: Connection,
  skus: readonly string[],
  ean13s: readonly string[],
): Promise<VariantText[]> {
  const { rows } = await connection.query<VariantText>({
    name: 'find-variant-texts',
    text: `select 'ARTICLE' as kind, sku as code, title, coalesce(color, '') as color, coalesce(size, '') as size
           from article_variants join articles using (manufacturer_code) where sku = any($1)
           union all
           select 'PRODUCT', ean13, name, coalesce(color, ''), coalesce(size, '') from product_variants where ean13 = any($2)`,
    values: [skus, ean13s],
  });
  return rows;
}

/** What a paper names beside the order itself. */
export interface PaperNames {
  clientName: string;
  carrierName: string | null;
  customsForm: CarrierForm;
}

/** Of the client, and the carrier that the order names or is shipped with by default. */
export async function findPaperNames(
  connection: Connection,
  clientId: string,
  carrierId: string | null,
): Promise<PaperNames> {
  const { rows } = await connection.query<PaperNames>({
    name: 'find-paper-names',
    text: `select c.name as "clientName", k.name as "carrierName", coalesce(k.customs_form, 'BY_VALUE') as "customsForm"
           from clients c
           left join carriers k on k.carrier_id = coalesce($2, (select d.carrier_id from client_carriers d where d.client_id = $1 and d.is_default))
           where c.client_id = $1`,
    values: [clientId, carrierId],
  });
  return rows[0] ?? { clientName: '', carrierName: null, customsForm: 'BY_VALUE' };
}

/** The order of a parcel as it is now. */
export async function findOrderDocument(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<{ document: string; status: string; carrier: string | null } | undefined> {
  const { rows } = await connection.query<{ document: string; status: string; carrier: string | null }>({
    name: 'find-order-of-parcel',
    text: 'select document, status, carrier from orders where client_id = $1 and order_id = $2',
    values: [clientId, orderId],
  });
  return rows[0];
}

/** What is kept of the order's files at some places. */
export async function findClientFiles(
  connection: Connection,
  clientId: string,
  orderId: string,
  pointers: readonly string[],
): Promise<(ClientFile & { pointer: string })[]> {
  const { rows } = await connection.query<ClientFile & { pointer: string }>({
    name: 'find-client-files-of-parcel',
    text: `select pointer, sha256, media_type as "mediaType", width_mm as "widthMm" from order_files
           where client_id = $1 and order_id = $2 and pointer = any($3)`,
    values: [clientId, orderId, pointers],
  });
  return rows;
}
