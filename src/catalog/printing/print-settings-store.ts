import { type Connection, queryCount, queryRow, queryRows } from '../../platform/database/transaction.ts';
import type { FittingRule } from './placement-rules.ts';
import type { ArticlePrintArea } from './print-area-rules.ts';
import type { PrintTechnology } from './print-technologies.ts';

export async function listPrintAreas(connection: Connection, manufacturerCode: string): Promise<ArticlePrintArea[]> {
  return queryRows<ArticlePrintArea>(connection, {
    name: 'list-print-areas',
    text: `select location, nullif(size, '') as size, area::json as area from print_areas
           where manufacturer_code = $1 order by location, size`,
    values: [manufacturerCode],
  });
}

/** Replaces the areas of these articles. */
export async function replacePrintAreas(
  connection: Connection,
  manufacturerCodes: readonly string[],
  areas: readonly (ArticlePrintArea & { manufacturerCode: string })[],
): Promise<number> {
  await connection.query('delete from print_areas where manufacturer_code = any($1)', [manufacturerCodes]);
  const rows = areas.map(({ size = '', area, ...rest }) => ({ ...rest, size, area: JSON.stringify(area) }));
  return queryCount(connection, {
    text: `insert into print_areas (manufacturer_code, location, size, area)
     select * from json_to_recordset($1::json) as given ("manufacturerCode" text, location text, size text, area text)`,
    values: [JSON.stringify(rows)],
  });
}

/** Finds locations of these variants without a print area, by article, with the number of variants. */
export async function findMissingAreas(
  connection: Connection,
  skus: readonly string[],
  limit: number,
): Promise<{ manufacturerCode: string; location: string; variants: number }[]> {
  return queryRows(connection, {
    text: `select manufacturer_code as "manufacturerCode", l ->> 'location' as location, count(*)::int as variants
     from article_variants v cross join lateral json_array_elements(allowed_locations::json) l
     where sku = any($1) and l -> 'printArea' is null
       and not exists (select 1 from print_areas a where a.manufacturer_code = v.manufacturer_code
                         and a.location = l ->> 'location' and a.size in ('', v.size))
     group by 1, 2 order by 1, 2 limit $2`,
    values: [skus, limit],
  });
}

/** A fitting rule. Absent fields: it applies to every client, or to every article. */
export interface StoredFitting extends FittingRule {
  clientId?: string | undefined;
  manufacturerCode?: string | undefined;
}

const FITTING = `nullif(client_id, '') as "clientId", nullif(manufacturer_code, '') as "manufacturerCode", fit, position`;

export async function listFittingRules(connection: Connection): Promise<StoredFitting[]> {
  return queryRows<StoredFitting>(connection, {
    name: 'list-fitting-rules',
    text: `select ${FITTING} from fitting_rules order by client_id, manufacturer_code`,
  });
}

export async function replaceFittingRules(connection: Connection, rules: readonly StoredFitting[]): Promise<void> {
  await connection.query('delete from fitting_rules');
  await connection.query({
    text: `insert into fitting_rules (client_id, manufacturer_code, fit, position)
     select coalesce("clientId", ''), coalesce("manufacturerCode", ''), fit, position from json_to_recordset($1::json)
       as given ("clientId" text, "manufacturerCode" text, fit text, position text)`,
    values: [JSON.stringify(rules)],
  });
}

export type StoredTechnology = PrintTechnology & { technology: string };
const TECHNOLOGY = `technology, mirrored as "isMirrored", picture_kind as "pictureKind", keeps_pdf as "keepsPdf", dpi, needs_alpha as "needsAlpha"`;

/** Lists the technologies whose settings staff changed. */
export async function listPrintTechnologies(connection: Connection): Promise<StoredTechnology[]> {
  return queryRows<StoredTechnology>(connection, {
    name: 'list-print-technologies',
    text: `select ${TECHNOLOGY} from print_technologies order by technology`,
  });
}

/** Lists the technologies that the catalogue has. */
export async function listCatalogTechnologies(connection: Connection): Promise<string[]> {
  const rows = await queryRows<{ technology: string }>(connection, {
    text: `select distinct technology from (select distinct allowed_locations from article_variants where retired is null) v
     cross join lateral json_array_elements(allowed_locations::json) l
     cross join lateral json_array_elements_text(l -> 'printTechnologies') as t (technology) order by 1 limit 200`,
  });
  return rows.map(({ technology }) => technology);
}

export async function upsertPrintTechnology(
  connection: Connection,
  { technology, isMirrored, pictureKind, keepsPdf, dpi, needsAlpha }: StoredTechnology,
): Promise<void> {
  await connection.query(
    `insert into print_technologies (technology, mirrored, picture_kind, keeps_pdf, dpi, needs_alpha) values ($1, $2, $3, $4, $5, $6)
     on conflict (technology) do update set mirrored = excluded.mirrored, picture_kind = excluded.picture_kind,
       keeps_pdf = excluded.keeps_pdf, dpi = excluded.dpi, needs_alpha = excluded.needs_alpha`,
    [technology, isMirrored, pictureKind, keepsPdf, dpi, needsAlpha],
  );
}

/** The rules that may apply to an order of the client, and the changed technologies. */
interface PrintRules {
  fittings: StoredFitting[];
  technologies: StoredTechnology[];
  refusesArtwork: boolean;
  /** The first picture of each article that has one. */
  pictures: Record<string, string> | null;
}

export async function findPrintRules(
  connection: Connection,
  clientId: string,
  manufacturerCodes: readonly string[],
): Promise<PrintRules> {
  const found = await queryRow<PrintRules>(connection, {
    name: 'find-print-rules',
    text: `select (select coalesce(json_agg(f), '[]') from (select ${FITTING} from fitting_rules
                     where client_id in ('', $1) and (manufacturer_code = '' or manufacturer_code = any($2))) f) as fittings,
                  (select coalesce(json_agg(t), '[]') from (select ${TECHNOLOGY} from print_technologies) t) as technologies,
                  exists (select 1 from clients where client_id = $1 and refuses_artwork) as "refusesArtwork",
                  (select json_object_agg(manufacturer_code, preview_image_urls[1]) from articles
                   where manufacturer_code = any($2) and preview_image_urls[1] is not null) as pictures`,
    values: [clientId, manufacturerCodes],
  });
  return found ?? { fittings: [], technologies: [], refusesArtwork: false, pictures: null };
}
