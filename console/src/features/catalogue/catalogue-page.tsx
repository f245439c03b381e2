import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy } from '../../shared/copy/copy.ts';
import { SearchField } from '../../shared/list/search-field.tsx';
import { CursorPager } from '../../shared/ui/cursor-pager.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { ArticlesTable } from './articles-table.tsx';
import { articlesQuery, productsQuery } from './catalogue-api.ts';
import { catalogueCopy } from './catalogue-copy.ts';
import { ARTICLE_TYPES, type ArticleType, type CatalogueSearch } from './catalogue-search.ts';
import { ProductsTable } from './products-table.tsx';

const route = getRouteApi('/office/catalogue');
const PRODUCTS = 'products';

/** What may be ordered? */
export function CataloguePage() {
  const copy = useCopy(catalogueCopy);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filter = (changes: CatalogueSearch) =>
    void navigate({ search: ({ cursor: _, ...before }) => ({ ...before, ...changes }) as CatalogueSearch });
  const clear = () => void navigate({ search: search.type ? { type: search.type } : {} });
  return (
    <Page title={copy.title}>
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
      {search.type ? (
        <Articles search={search} onClear={clear} />
      ) : (
        <Products search={search} onClear={clear} />
      )}
    </Page>
  );
}

interface PartProps {
  search: CatalogueSearch;
  onClear: () => void;
}

function Products({ search, onClear }: PartProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(productsQuery(search));
  return (
    <>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data && (
        <ProductsTable products={data.products} q={search.q} isOld={isPlaceholderData} onClear={onClear} />
      )}
      {data && <CursorPager to="/catalogue" search={search} next={data.next} />}
    </>
  );
}

function Articles({ search, onClear }: PartProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(articlesQuery(search));
  return (
    <>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data && (
        <ArticlesTable articles={data.articles} q={search.q} isOld={isPlaceholderData} onClear={onClear} />
      )}
      {data && <CursorPager to="/catalogue" search={search} next={data.next} />}
    </>
  );
}
