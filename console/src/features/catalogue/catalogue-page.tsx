import { Button, Group, Table, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, type LinkProps } from '@tanstack/react-router';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { SearchField } from '../../shared/list/search-field.tsx';
import { useRefusal } from '../../shared/session/use-permission.ts';
import { ButtonLink, CodeLink } from '../../shared/ui/links.tsx';
import { HeadedTable, ListResult, Page } from '../../shared/ui/page.tsx';
import tableText from '../../shared/ui/table-text.module.css';
import { type CatalogueRow, catalogueQuery } from './catalogue-api.ts';
import { catalogueCopy } from './catalogue-copy.ts';
import { ARTICLE_TYPES, type ArticleType, type CatalogueSearch } from './catalogue-rules.ts';
import { ProductPicture } from './product-picture.tsx';

const route = getRouteApi('/office/catalogue');
const PRODUCTS = 'products';

export function CataloguePage() {
  const copy = useCopy(catalogueCopy);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filter = (changes: CatalogueSearch) =>
    void navigate({ search: ({ cursor: _, ...before }) => ({ ...before, ...changes }) as CatalogueSearch });
  const clear = () => void navigate({ search: search.type ? { type: search.type } : {} });
  return (
    <Page
      title={copy.title}
      actions={
        <ButtonLink to="/catalogue/printing" variant="default" size="compact-sm">
          {copy.printing.title}
        </ButtonLink>
      }
    >
      <SearchField
        label={search.type ? copy.searchArticles : copy.searchProducts}
        value={search.q}
        onChange={(q) => filter({ q })}
      />
      <Tabs
        value={search.type ?? PRODUCTS}
        onChange={(tab) => filter({ type: tab === PRODUCTS ? undefined : (tab as ArticleType) })}
      >
        <Tabs.List aria-label={copy.tabs}>
          <Tabs.Tab value={PRODUCTS}>{copy.products}</Tabs.Tab>
          {ARTICLE_TYPES.map((type) => (
            <Tabs.Tab key={type} value={type}>
              {copy.types[type]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      {/* Rows of the one kind never stand under the heads of the other. */}
      <Listed key={search.type ? 'articles' : 'products'} search={search} onClear={clear} />
    </Page>
  );
}

type ListedProps = { search: CatalogueSearch; onClear: () => void };

function Listed({ search, onClear }: ListedProps) {
  const list = useQuery(catalogueQuery(search));
  const none = <NothingFound q={search.q} onClear={onClear} />;
  return (
    <ListResult query={list} to="/catalogue" search={search} none={none}>
      {(rows, isOld) => <CatalogueTable rows={rows} isOfProducts={!search.type} isOld={isOld} />}
    </ListResult>
  );
}

type CatalogueTableProps = { rows: CatalogueRow[]; isOfProducts: boolean; isOld: boolean };

function CatalogueTable({ rows, isOfProducts, isOld }: CatalogueTableProps) {
  const { columns } = useCopy(catalogueCopy);
  const { count } = useFormats();
  const addressOf = (code: string): LinkProps =>
    isOfProducts
      ? { to: '/catalogue/products/$productId', params: { productId: code } }
      : { to: '/catalogue/articles/$manufacturerCode', params: { manufacturerCode: code } };
  return (
    <HeadedTable
      isOld={isOld}
      heads={[
        ...(isOfProducts ? [{ label: columns.picture, w: 64 }] : []),
        isOfProducts ? columns.product : columns.article,
        { label: isOfProducts ? columns.name : columns.title, w: '60%' },
        { label: columns.variants, ta: 'right' },
      ]}
    >
      {rows.map(({ code, name, variants, picture }) => (
        <Table.Tr key={code} {...{ [isOfProducts ? 'data-product' : 'data-article']: code }}>
          {isOfProducts && (
            <Table.Td>
              <ProductPicture url={picture} name={name} size="small" />
            </Table.Td>
          )}
          <Table.Td>
            <CodeLink {...addressOf(code)}>{code}</CodeLink>
          </Table.Td>
          <Table.Td>
            <span className={tableText.name} title={name}>
              {name}
            </span>
          </Table.Td>
          <Table.Td ta="right">{count(variants)}</Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}

/** `q` is undefined if the list is empty without a search. */
function NothingFound({ q, onClear }: { q: string | undefined; onClear: () => void }) {
  const copy = useCopy(catalogueCopy);
  const mayImport = useRefusal('catalog.change') === undefined;
  if (q === undefined) {
    return (
      <Group gap="sm">
        <Text>{copy.noneYet}</Text>
        {mayImport && (
          <ButtonLink to="/import" size="xs">
            {copy.toImport}
          </ButtonLink>
        )}
      </Group>
    );
  }
  return (
    <Text>
      {copy.none(q)}{' '}
      <Button variant="subtle" size="compact-sm" onClick={onClear}>
        {copy.clear}
      </Button>
    </Text>
  );
}
