import { createRoute } from '@tanstack/react-router';
import { auditQuery } from '../features/audit/audit-api.ts';
import { auditCopy } from '../features/audit/audit-copy.ts';
import { readAuditSearch } from '../features/audit/audit-search.ts';
import {
  batchesQuery,
  batchQuery,
  readBatchesSearch,
  readBatchSearch,
  readReleaseSearch,
  releaseGroupsQuery,
} from '../features/batches/batches-api.ts';
import { batchesCopy } from '../features/batches/batches-copy.ts';
import { binsQuery, readBinsSearch } from '../features/bins/bins-api.ts';
import { binsCopy } from '../features/bins/bins-copy.ts';
import { jobQuery, jobsQuery, readJobSearch } from '../features/bulk-changes/bulk-changes-api.ts';
import { bulkChangesCopy } from '../features/bulk-changes/bulk-changes-copy.ts';
import { carrierQuery, carriersQuery } from '../features/catalogue/carriers-api.ts';
import { articleQuery, catalogueQuery, fittingQuery, productQuery } from '../features/catalogue/catalogue-api.ts';
import { catalogueCopy } from '../features/catalogue/catalogue-copy.ts';
import { readCatalogueSearch } from '../features/catalogue/catalogue-rules.ts';
import { clientQuery, clientsQuery, readClientSearch } from '../features/clients/clients-api.ts';
import { clientsCopy } from '../features/clients/clients-copy.ts';
import {
  carriersWaitingQuery,
  handOverQuery,
  handOversQuery,
  readHandOversSearch,
} from '../features/hand-overs/hand-overs-api.ts';
import { handOversCopy } from '../features/hand-overs/hand-overs-copy.ts';
import { importCopy } from '../features/import/import-copy.ts';
import { entryCopy } from '../features/orders/entry/entry-copy.ts';
import { orderQuery } from '../features/orders/order/order-api.ts';
import { orderCopy } from '../features/orders/order/order-copy.ts';
import { readOrderSearch } from '../features/orders/order-search.ts';
import { ordersQuery } from '../features/orders/orders-api.ts';
import { ordersCopy } from '../features/orders/orders-copy.ts';
import { packagesQuery, providersQuery, rulesQuery } from '../features/postage/postage-api.ts';
import { postageCopy } from '../features/postage/postage-copy.ts';
import { problemsQuery } from '../features/problems/problems-api.ts';
import { problemsCopy } from '../features/problems/problems-copy.ts';
import { readProblemsSearch } from '../features/problems/problems-search.ts';
import { productionReportQuery, readReportsSearch } from '../features/reports/reports-api.ts';
import { reportsCopy } from '../features/reports/reports-copy.ts';
import { readReturnsSearch, returnsQuery } from '../features/returns/returns-api.ts';
import { returnsCopy } from '../features/returns/returns-copy.ts';
import { settingsQuery } from '../features/settings/settings-api.ts';
import { settingsCopy } from '../features/settings/settings-copy.ts';
import { accountQuery, accountsQuery, ownSessionsQuery } from '../features/staff/staff-api.ts';
import { staffCopy } from '../features/staff/staff-copy.ts';
import { stationQuery, stationsQuery } from '../features/stations/stations-api.ts';
import { stationsCopy } from '../features/stations/stations-copy.ts';
import { overviewQuery } from '../features/today/today-api.ts';
import { todayCopy } from '../features/today/today-copy.ts';
import {
  deliveriesQuery,
  endpointQuery,
  endpointsQuery,
  readDeliverySearch,
  readEndpointSearch,
} from '../features/webhooks/webhooks-api.ts';
import { webhooksCopy } from '../features/webhooks/webhooks-copy.ts';
import { lazyPage } from '../shared/api/load-part.ts';
import { currentLanguage } from '../shared/copy/copy.ts';
import { floorSentencesCopy } from '../shared/floor-sentences/floor-sentences-copy.ts';
import { OPEN_STATUSES } from '../shared/list/open-statuses.ts';
import { oneOf, readCursor, readText, readWith, searchReader } from '../shared/list/text-search.ts';
import { monthQuery, priceListQuery, readMonthSearch, statementQuery } from '../shared/money/money-api.ts';
import { moneyCopy } from '../shared/money/money-copy.ts';
import { ORDER_STEPS } from '../shared/ui/order-step.tsx';
import { officeRoute } from '../shell/office-route.tsx';
import { loadCrumbs } from '../shell/root-route.tsx';
import { printingRoutes } from './printing-routes.ts';
import { office, read, searchOf, start } from './route-parts.ts';
import { shopRoutes } from './shop-routes.ts';
import { stockRoutes } from './stock-routes.ts';

export const officeRoutes = [
  createRoute({
    ...office('/today', 'reports.read'),
    loader: ({ context }) => start(context, [overviewQuery], todayCopy, ({ title }) => title),
    component: lazyPage(() => import('../features/today/today-page.tsx'), 'TodayPage'),
  }),
  createRoute({
    ...office('/orders', 'orders.read'),
    ...searchOf(readWith(readOrderSearch)),
    loader: ({ context, deps }) => start(context, [ordersQuery(deps)], ordersCopy, ({ title }) => title),
    component: lazyPage(() => import('../features/orders/orders-page.tsx'), 'OrdersPage'),
  }),
  createRoute({
    ...office('/orders/new', 'orders.create'),
    validateSearch: readWith(searchReader({ clientId: readText })),
    loader: async () => {
      await Promise.all([orderCopy.load(currentLanguage()), ordersCopy.load(currentLanguage())]);
      return loadCrumbs(entryCopy, ({ orders, title }) => [
        { label: orders, to: '/orders', search: { status: OPEN_STATUSES } },
        { label: title },
      ]);
    },
    component: lazyPage(() => import('../features/orders/entry/entry-page.tsx'), 'EntryPage'),
  }),
  createRoute({
    ...office('/orders/$clientId/$orderId', 'orders.read'),
    validateSearch: readWith(searchReader({ do: oneOf(ORDER_STEPS) })),
    loader: async ({ context, params }) => {
      const [crumbs] = await Promise.all([
        read(context, orderQuery(params), orderCopy, ({ orders }) => [
          { label: orders, to: '/orders', search: { status: OPEN_STATUSES } },
          { label: params.orderId },
        ]),
        ordersCopy.load(currentLanguage()),
        entryCopy.load(currentLanguage()),
      ]);
      return crumbs;
    },
    component: lazyPage(() => import('../features/orders/order/order-page.tsx'), 'OrderPage'),
  }),
  createRoute({
    ...office('/bulk-changes', 'orders.read'),
    loader: ({ context }) => start(context, [jobsQuery], bulkChangesCopy, ({ title }) => title),
    component: lazyPage(() => import('../features/bulk-changes/bulk-changes-page.tsx'), 'BulkChangesPage'),
  }),
  createRoute({
    ...office('/bulk-changes/$jobId', 'orders.read'),
    validateSearch: readWith(readJobSearch),
    loader: ({ context, params: { jobId } }) =>
      read(context, jobQuery(jobId), bulkChangesCopy, ({ title, actions }, { action }) => [
        { label: title, to: '/bulk-changes' },
        { label: actions[action] },
      ]),
    component: lazyPage(() => import('../features/bulk-changes/bulk-change-page.tsx'), 'BulkChangePage'),
  }),
  createRoute({
    ...office('/release', 'production.read'),
    ...searchOf(readWith(readReleaseSearch)),
    loader: ({ context, deps }) =>
      start(context, [releaseGroupsQuery(deps)], batchesCopy, ({ releaseTitle }) => releaseTitle),
    component: lazyPage(() => import('../features/batches/release-page.tsx'), 'ReleasePage'),
  }),
  createRoute({
    ...office('/batches', 'production.read'),
    ...searchOf(readWith(readBatchesSearch)),
    loader: ({ context, deps }) =>
      start(context, [batchesQuery(deps)], batchesCopy, ({ batchesTitle }) => batchesTitle),
    component: lazyPage(() => import('../features/batches/batches-page.tsx'), 'BatchesPage'),
  }),
  createRoute({
    ...office('/batches/$batchId', 'production.read'),
    validateSearch: readWith(readBatchSearch),
    loader: ({ context, params: { batchId } }) =>
      read(context, batchQuery(batchId), batchesCopy, ({ batchesTitle }) => [
        { label: batchesTitle, to: '/batches' },
        { label: batchId },
      ]),
    component: lazyPage(() => import('../features/batches/batch-page.tsx'), 'BatchPage'),
  }),
  createRoute({
    ...office('/bins', 'production.read'),
    validateSearch: readWith(readBinsSearch),
    loader: ({ context }) => start(context, [binsQuery], binsCopy, ({ title }) => title),
    component: lazyPage(() => import('../features/bins/bins-page.tsx'), 'BinsPage'),
  }),
  createRoute({
    ...office('/problems', 'production.read'),
    ...searchOf(readWith(readProblemsSearch)),
    loader: async ({ context, deps }) => {
      const crumbs = start(context, [problemsQuery(deps)], problemsCopy, ({ title }) => title);
      await floorSentencesCopy.load(currentLanguage());
      return crumbs;
    },
    component: lazyPage(() => import('../features/problems/problems-page.tsx'), 'ProblemsPage'),
  }),
  createRoute({
    ...office('/hand-overs', 'production.read'),
    ...searchOf(readWith(readHandOversSearch)),
    loader: ({ context, deps }) =>
      start(context, [carriersWaitingQuery, handOversQuery(deps)], handOversCopy, ({ title }) => title),
    component: lazyPage(() => import('../features/hand-overs/hand-overs-page.tsx'), 'HandOversPage'),
  }),
  createRoute({
    ...office('/hand-overs/$handOverId', 'production.read'),
    validateSearch: readCursor,
    loader: ({ context, params: { handOverId } }) =>
      read(context, handOverQuery(handOverId), handOversCopy, ({ title, list }) => [
        { label: title, to: '/hand-overs' },
        { label: list(handOverId) },
      ]),
    component: lazyPage(() => import('../features/hand-overs/hand-over-list-page.tsx'), 'HandOverListPage'),
  }),
  createRoute({
    ...office('/returns', 'orders.read'),
    ...searchOf(readWith(readReturnsSearch)),
    loader: ({ context, deps }) => start(context, [returnsQuery(deps)], returnsCopy, ({ title }) => title),
    component: lazyPage(() => import('../features/returns/returns-page.tsx'), 'ReturnsPage'),
  }),
  createRoute({
    ...office('/reports', 'reports.read'),
    ...searchOf(readWith(readReportsSearch)),
    loader: ({ context, deps }) => start(context, [productionReportQuery(deps)], reportsCopy, ({ title }) => title),
    component: lazyPage(() => import('../features/reports/reports-page.tsx'), 'ReportsPage'),
  }),
  createRoute({
    ...office('/catalogue', 'catalog.read'),
    ...searchOf(readWith(readCatalogueSearch)),
    loader: ({ context, deps }) => start(context, [catalogueQuery(deps)], catalogueCopy, ({ title }) => title),
    component: lazyPage(() => import('../features/catalogue/catalogue-page.tsx'), 'CataloguePage'),
  }),
  createRoute({
    ...office('/catalogue/printing', 'catalog.read'),
    loader: ({ context }) =>
      read(context, fittingQuery, catalogueCopy, ({ title, printing }) => [
        { label: title, to: '/catalogue' },
        { label: printing.title },
      ]),
    component: lazyPage(() => import('../features/catalogue/printing-page.tsx'), 'PrintingPage'),
  }),
  createRoute({
    ...office('/catalogue/products/$productId', 'catalog.read'),
    validateSearch: readCursor,
    loader: ({ context, params: { productId } }) =>
      read(context, productQuery(productId), catalogueCopy, ({ title }) => [
        { label: title, to: '/catalogue' },
        { label: productId },
      ]),
    component: lazyPage(() => import('../features/catalogue/product-page.tsx'), 'ProductPage'),
  }),
  createRoute({
    ...office('/catalogue/articles/$manufacturerCode', 'catalog.read'),
    loader: ({ context, params: { manufacturerCode } }) =>
      read(context, articleQuery(manufacturerCode), catalogueCopy, ({ title }) => [
        { label: title, to: '/catalogue' },
        { label: manufacturerCode },
      ]),
    component: lazyPage(() => import('../features/catalogue/article-page.tsx'), 'ArticlePage'),
  }),
  ...stockRoutes,
  createRoute({
    ...office('/import', 'catalog.change'),
    loader: ({ context }) => start(context, [], importCopy, ({ title }) => title),
    component: lazyPage(() => import('../features/import/import-page.tsx'), 'ImportPage'),
  }),
  createRoute({
    ...office('/carriers', 'carriers.read'),
    ...searchOf(readWith(readCursor)),
    loader: ({ context, deps }) =>
      start(context, [carriersQuery(deps.cursor)], catalogueCopy, ({ carriers }) => carriers.title),
    component: lazyPage(() => import('../features/catalogue/carriers-page.tsx'), 'CarriersPage'),
  }),
  createRoute({
    ...office('/carriers/$carrierId', 'carriers.read'),
    validateSearch: readWith(readCursor),
    loader: ({ context, params: { carrierId } }) =>
      read(context, carrierQuery(carrierId), catalogueCopy, ({ carriers }) => [
        { label: carriers.title, to: '/carriers' },
        { label: carrierId },
      ]),
    component: lazyPage(() => import('../features/catalogue/carriers-page.tsx'), 'CarrierPage'),
  }),
  createRoute({
    ...office('/postage', 'labels.read'),
    loader: async ({ context }) => {
      const queries = [providersQuery, rulesQuery, packagesQuery];
      const crumbs = start(context, queries, postageCopy, ({ title }) => title);
      await floorSentencesCopy.load(currentLanguage());
      return crumbs;
    },
    component: lazyPage(() => import('../features/postage/postage-page.tsx'), 'PostagePage'),
  }),
  ...printingRoutes,
  createRoute({
    ...office('/clients', 'clients.read'),
    ...searchOf(readWith(readClientSearch)),
    loader: ({ context, deps }) => start(context, [clientsQuery(deps)], clientsCopy, ({ title }) => title),
    component: lazyPage(() => import('../features/clients/clients-page.tsx'), 'ClientsPage'),
  }),
  createRoute({
    ...office('/clients/$clientId', 'clients.read'),
    loader: ({ context, params }) =>
      read(context, clientQuery(params.clientId), clientsCopy, ({ title }, { content }) => [
        { label: title, to: '/clients' },
        { label: content.name },
      ]),
    component: lazyPage(() => import('../features/clients/client-page.tsx'), 'ClientPage'),
  }),
  createRoute({
    ...office('/clients/$clientId/prices/$priceListId', 'money.read'),
    loader: ({ context, params }) =>
      read(context, priceListQuery(params), moneyCopy, ({ prices }, { content }) => [
        { label: prices, to: `/clients/${params.clientId}` },
        { label: content.name },
      ]),
    component: lazyPage(() => import('../features/money/price-list-page.tsx'), 'PriceListPage'),
  }),
  createRoute({
    ...office('/statements', 'money.read'),
    ...searchOf(readWith(readMonthSearch)),
    loader: ({ context, deps }) => start(context, [monthQuery(deps.month)], moneyCopy, ({ title }) => title),
    component: lazyPage(() => import('../features/money/statements-page.tsx'), 'StatementsPage'),
  }),
  createRoute({
    ...office('/statements/$clientId/$month', 'money.read'),
    loader: ({ context, params }) =>
      read(context, statementQuery(params), moneyCopy, ({ title }, { clientName, month }) => [
        { label: title, to: '/statements' },
        { label: `${clientName}, ${month}` },
      ]),
    component: lazyPage(() => import('../features/money/statement-page.tsx'), 'StatementPage'),
  }),
  ...shopRoutes,
  createRoute({
    ...office('/webhooks', 'webhooks.read'),
    ...searchOf(readWith(readEndpointSearch)),
    loader: ({ context, deps }) => start(context, [endpointsQuery(deps)], webhooksCopy, ({ title }) => title),
    component: lazyPage(() => import('../features/webhooks/endpoints-page.tsx'), 'EndpointsPage'),
  }),
  createRoute({
    ...office('/webhooks/$clientId/$endpointId', 'webhooks.read'),
    ...searchOf(readWith(readDeliverySearch)),
    loader: ({ context, params, deps }) => {
      void context.queryClient.prefetchQuery(deliveriesQuery(params, deps));
      return read(context, endpointQuery(params), webhooksCopy, (copy, { clientName, host }) => [
        { label: copy.title, to: '/webhooks' },
        { label: copy.endpointOf(clientName, host) },
      ]);
    },
    component: lazyPage(() => import('../features/webhooks/endpoint-page.tsx'), 'EndpointPage'),
  }),
  createRoute({
    ...office('/staff', 'operators.read'),
    ...searchOf(readCursor),
    loader: ({ context, deps }) => start(context, [accountsQuery(deps.cursor)], staffCopy, ({ title }) => title),
    component: lazyPage(() => import('../features/staff/staff-page.tsx'), 'StaffPage'),
  }),
  createRoute({
    ...office('/staff/$operatorId', 'operators.read'),
    loader: ({ context, params }) =>
      read(context, accountQuery(params.operatorId), staffCopy, ({ title }, { name }) => [
        { label: title, to: '/staff' },
        { label: name },
      ]),
    component: lazyPage(() => import('../features/staff/staff-account-page.tsx'), 'StaffAccountPage'),
  }),
  createRoute({
    ...office('/stations', 'stations.read'),
    ...searchOf(readCursor),
    loader: ({ context, deps }) => start(context, [stationsQuery(deps.cursor)], stationsCopy, ({ title }) => title),
    component: lazyPage(() => import('../features/stations/stations-page.tsx'), 'StationsPage'),
  }),
  createRoute({
    ...office('/stations/$stationId', 'stations.read'),
    loader: ({ context, params }) =>
      read(context, stationQuery(params.stationId), stationsCopy, ({ title }, { name }) => [
        { label: title, to: '/stations' },
        { label: name },
      ]),
    component: lazyPage(() => import('../features/stations/stations-page.tsx'), 'OneStationPage'),
  }),
  createRoute({
    ...office('/audit', 'audit.read'),
    ...searchOf(readWith(readAuditSearch)),
    loader: ({ context, deps }) => start(context, [auditQuery(deps)], auditCopy, ({ title }) => title),
    component: lazyPage(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
  }),
  createRoute({
    ...office('/settings', 'settings.read'),
    validateSearch: searchReader({ q: readText, only: oneOf(['set']) }),
    loader: ({ context }) => start(context, [settingsQuery], settingsCopy, ({ title }) => title),
    component: lazyPage(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => officeRoute,
    path: '/account',
    loader: ({ context }) => start(context, [ownSessionsQuery], staffCopy, ({ own }) => own.title),
    component: lazyPage(() => import('../features/staff/account-page.tsx'), 'AccountPage'),
  }),
] as const;
