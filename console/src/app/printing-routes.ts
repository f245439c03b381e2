import { createRoute } from '@tanstack/react-router';
import {
  machineQuery,
  rulesQuery as machineRulesQuery,
  machinesQuery,
  queueQuery,
  readQueueSearch,
  sheetQuery,
} from '../features/machines/machines-api.ts';
import { machinesCopy } from '../features/machines/machines-copy.ts';
import { papersCopy } from '../features/papers/papers-copy.ts';
import { printersQuery, printJobsQuery, readPrintersSearch } from '../features/printers/printers-api.ts';
import { printersCopy } from '../features/printers/printers-copy.ts';
import { lazyPage } from '../shared/api/load-part.ts';
import { office, read, searchOf, start } from './route-parts.ts';

/** The pages of machines, printers and papers. */
export const printingRoutes = [
  createRoute({
    ...office('/machines', 'production.read'),
    loader: ({ context }) => start(context, [machinesQuery, machineRulesQuery], machinesCopy, ({ title }) => title),
    component: lazyPage(() => import('../features/machines/machines-page.tsx'), 'MachinesPage'),
  }),
  createRoute({
    ...office('/machines/$machineId', 'production.read'),
    ...searchOf(readQueueSearch),
    loader: ({ context, params: { machineId }, deps }) => {
      void context.queryClient.prefetchQuery(queueQuery(machineId, deps));
      return read(context, machineQuery(machineId), machinesCopy, ({ title }, { name }) => [
        { label: title, to: '/machines' },
        { label: name },
      ]);
    },
    component: lazyPage(() => import('../features/machines/queue-page.tsx'), 'QueuePage'),
  }),
  createRoute({
    ...office('/machines/sheets/$sheet', 'production.read'),
    loader: ({ context, params: { sheet } }) =>
      read(context, sheetQuery(sheet), machinesCopy, ({ title, sheets }, found) => [
        { label: title, to: '/machines' },
        { label: sheets.one(found.sheet) },
      ]),
    component: lazyPage(() => import('../features/machines/sheet-page.tsx'), 'SheetPage'),
  }),
  createRoute({
    ...office('/printers', 'prints.read'),
    ...searchOf(readPrintersSearch),
    loader: ({ context, deps }) =>
      start(context, [printersQuery, printJobsQuery(deps)], printersCopy, ({ title }) => title),
    component: lazyPage(() => import('../features/printers/printers-page.tsx'), 'PrintersPage'),
  }),
  createRoute({
    ...office('/papers', 'prints.read'),
    loader: ({ context }) => start(context, [], papersCopy, ({ title }) => title),
    component: lazyPage(() => import('../features/papers/papers-page.tsx'), 'PapersPage'),
  }),
] as const;
