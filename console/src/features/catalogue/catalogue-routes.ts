import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { currentLanguage } from '../../shared/copy/language.ts';
import { readText, readWith } from '../../shared/list/text-search.ts';
import { notesCopy } from '../../shared/notes/notes-copy.ts';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { officeRoute, pageNeeds } from '../../shell/office-route.tsx';
import { articleQuery, articlesQuery, productQuery, productsQuery } from './catalogue-api.ts';
import { catalogueCopy } from './catalogue-copy.ts';
import { readCatalogueSearch } from './catalogue-search.ts';

const catalogueRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/catalogue',
  beforeLoad: pageNeeds('catalog.read'),
  validateSearch: readWith(readCatalogueSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    if (deps.type) void queryClient.prefetchQuery(articlesQuery(deps));
    else void queryClient.prefetchQuery(productsQuery(deps));
    return loadCrumbs(catalogueCopy, (copy) => [{ label: copy.title }]);
  },
  component: lazyRouteComponent(() => import('./catalogue-page.tsx'), 'CataloguePage'),
});

const productRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/catalogue/products/$productId',
  beforeLoad: pageNeeds('catalog.read'),
  validateSearch: (search: Record<string, unknown>): { cursor?: string | undefined } => {
    const cursor = readText(search.cursor);
    return cursor === undefined ? {} : { cursor };
  },
  loader: async ({ context: { queryClient }, params: { productId } }) => {
    const crumbs = loadCrumbs(catalogueCopy, (copy) => [
      { label: copy.title, to: '/catalogue' },
      { label: productId },
    ]);
    await Promise.all([crumbs, queryClient.ensureQueryData(productQuery(productId))]);
    return crumbs;
  },
  component: lazyRouteComponent(() => import('./product-page.tsx'), 'ProductPage'),
});

const articleRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/catalogue/articles/$manufacturerCode',
  beforeLoad: pageNeeds('catalog.read'),
  loader: async ({ context: { queryClient }, params: { manufacturerCode } }) => {
    const crumbs = loadCrumbs(catalogueCopy, (copy) => [
      { label: copy.title, to: '/catalogue' },
      { label: manufacturerCode },
    ]);
    await Promise.all([
      crumbs,
      queryClient.ensureQueryData(articleQuery(manufacturerCode)),
      notesCopy.load(currentLanguage()),
    ]);
    return crumbs;
  },
  component: lazyRouteComponent(() => import('./article-page.tsx'), 'ArticlePage'),
});

export const catalogueRoutes = [catalogueRoute, productRoute, articleRoute] as const;
