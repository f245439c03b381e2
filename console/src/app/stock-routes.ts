import { createRoute } from '@tanstack/react-router';
import { countsQuery, placesQuery, proposalsQuery, purchasesQuery } from '../features/stock/buying-api.ts';
import { type Kind, readStockSearch, stockListQuery, stockQuery } from '../features/stock/stock-api.ts';
import { stockCopy } from '../features/stock/stock-copy.ts';
import { lazyPage } from '../shared/api/load-part.ts';
import { readCursor, readText, readWith, searchReader } from '../shared/list/text-search.ts';
import { office, read, searchOf, start } from './route-parts.ts';

/** The pages of stock: levels, buying, counts and places. */
export const stockRoutes = [
  createRoute({
    ...office('/stock', 'stock.read'),
    ...searchOf(readWith(readStockSearch)),
    loader: ({ context, deps }) => start(context, [stockListQuery(deps)], stockCopy, ({ title }) => title),
    component: lazyPage(() => import('../features/stock/stock-page.tsx'), 'StockPage'),
  }),
  createRoute({
    ...office('/stock/$kind/$code', 'stock.read'),
    validateSearch: readCursor,
    loader: ({ context, params: { kind, code } }) =>
      read(context, stockQuery({ kind: kind as Kind, code }), stockCopy, ({ title }) => [
        { label: title, to: '/stock' },
        { label: code },
      ]),
    component: lazyPage(() => import('../features/stock/stock-item-page.tsx'), 'StockItemPage'),
  }),
  createRoute({
    ...office('/buying', 'stock.read'),
    ...searchOf(readCursor),
    loader: ({ context, deps }) =>
      start(context, [proposalsQuery, purchasesQuery(deps.cursor)], stockCopy, ({ buying }) => buying.title),
    component: lazyPage(() => import('../features/stock/buying-page.tsx'), 'BuyingPage'),
  }),
  createRoute({
    ...office('/counts', 'stock.work'),
    ...searchOf(searchReader({ id: readText, cursor: readText })),
    loader: ({ context, deps }) => start(context, [countsQuery(deps.cursor)], stockCopy, ({ counts }) => counts.title),
    component: lazyPage(() => import('../features/stock/counts-page.tsx'), 'CountsPage'),
  }),
  createRoute({
    ...office('/places', 'stock.work'),
    ...searchOf(readCursor),
    loader: ({ context, deps }) => start(context, [placesQuery(deps.cursor)], stockCopy, ({ places }) => places.title),
    component: lazyPage(() => import('../features/stock/places-page.tsx'), 'PlacesPage'),
  }),
] as const;
