import { Badge, Group, Table, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { usePlaceName } from '../../shared/copy/parts-copy.ts';
import { NotesSection } from '../../shared/notes/notes-section.tsx';
import { HeadedTable, Page, Section } from '../../shared/ui/page.tsx';
import { type Article, articleQuery, notesOfArticle } from './catalogue-api.ts';
import { catalogueCopy } from './catalogue-copy.ts';
import { groupLocations, type Locations } from './catalogue-rules.ts';
import { CustomsSection } from './customs-section.tsx';
import { PrintAreasSection } from './print-areas-section.tsx';
import { VariantsTable } from './variants-table.tsx';

const route = getRouteApi('/office/catalogue/articles/$manufacturerCode');

export function ArticlePage() {
  const copy = useCopy(catalogueCopy);
  const { manufacturerCode } = route.useParams();
  const { data: article } = useSuspenseQuery(articleQuery(manufacturerCode));
  return (
    <Page title={article.title}>
      <Section title={manufacturerCode}>
        <Text size="sm">{copy.typeOf[article.type]}</Text>
      </Section>
      <NotesSection notebook={notesOfArticle(manufacturerCode)} verb="catalog.note" empty={copy.noNotes} />
      {article.type !== 'UNPRODUCIBLE' && <Decoration article={article} />}
      {article.type === 'BLANK' && <PrintAreasSection article={article} />}
      <CustomsSection
        owner={{ kind: 'article', code: manufacturerCode }}
        customs={article}
        variants={article.variants.map((one) => ({ ...one, owner: { kind: 'articleVariant', code: one.sku } }))}
      />
      <Section title={copy.variants}>
        <VariantsTable
          code={copy.columns.sku}
          kind="ARTICLE"
          extra={copy.columns.underbase}
          variants={article.variants.map(({ sku, dtgType, ...rest }) => ({
            code: sku,
            ...rest,
            ...(dtgType && { extra: copy.dtg[dtgType] }),
          }))}
        />
      </Section>
    </Page>
  );
}

function Decoration({ article: { type, variants } }: { article: Article }) {
  const copy = useCopy(catalogueCopy);
  const isBlank = type === 'BLANK';
  const groups = groupLocations(variants, isBlank ? 'allowedLocations' : 'isAllowedOnLocations');
  return (
    <Section title={isBlank ? copy.allowed : copy.allowedOn}>
      {groups.map(({ locations, skus }) => (
        <div key={skus[0]}>
          {groups.length > 1 && (
            <Text size="sm" fw={600} mt="xs" style={{ overflowWrap: 'anywhere' }}>
              {copy.ofVariants(skus.join(', '))}
            </Text>
          )}
          <LocationsTable locations={locations} />
        </div>
      ))}
    </Section>
  );
}

function LocationsTable({ locations }: { locations: Locations }) {
  const copy = useCopy(catalogueCopy);
  const nameOfPlace = usePlaceName();
  const { count } = useFormats();
  if (locations.length === 0) return <Text size="sm">{copy.noLocations}</Text>;
  const hasAreas = locations.some(({ printArea }) => printArea !== undefined);
  return (
    <HeadedTable
      heads={[copy.location, copy.technologies, ...(hasAreas ? [{ label: copy.area, ta: 'right' as const }] : [])]}
    >
      {locations.map(({ location, printTechnologies, printArea }) => (
        <Table.Tr key={location}>
          <Table.Td>{nameOfPlace(location)}</Table.Td>
          <Table.Td>
            <Group gap={6}>
              {printTechnologies.map((technology) => (
                <Badge key={technology}>{nameOfPlace(technology)}</Badge>
              ))}
            </Group>
          </Table.Td>
          {hasAreas && (
            <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
              {printArea && copy.areaOf(count(printArea.widthMm), count(printArea.heightMm))}
            </Table.Td>
          )}
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}
