/**
 * SQL of the locations of a row of article_variants, as JSON text. The areas of its article replace the areas
 * of the variant. An area of the same size comes first.
 */
export const LOCATIONS = `case when exists (select 1 from print_areas a where a.manufacturer_code = article_variants.manufacturer_code) then (
                    select json_agg(case when n.area is null then l.value else (l.value::jsonb || jsonb_build_object('printArea', n.area::jsonb))::json end order by l.nr)::text
                    from json_array_elements(allowed_locations::json) with ordinality as l (value, nr)
                    left join lateral (
                      select a.area from print_areas a where a.manufacturer_code = article_variants.manufacturer_code
                        and a.location = l.value ->> 'location' and a.size in ('', article_variants.size) order by a.size desc limit 1
                    ) n on true) else allowed_locations end`;
