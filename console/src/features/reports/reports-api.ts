import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { readDay, readText, searchReader } from '../../shared/list/text-search.ts';

export type ProductionReport = Schemas['ProductionReport'];
export type ReportedDay = Schemas['ReportedDay'];
export type ReportTable =
  | 'days'
  | 'rejects'
  | 'stations'
  | 'people'
  | 'clients'
  | 'steps'
  | 'machines'
  | 'articles'
  | 'replacements';
export type MoneyTable = 'clients' | 'kinds' | 'articles';
type TableFormat = 'csv' | 'xlsx';

/** Reports change slowly. */
const REFRESH_MS = 60_000;

export const productionReportQuery = (search: ReportsSearch) =>
  queryOptions({
    queryKey: ['reports', 'production', search],
    queryFn: ({ signal }) =>
      api.GET('/operator/v1/reports/production', { params: { query: search as object }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

export const breakdownQuery = (search: ReportsSearch) =>
  queryOptions({
    queryKey: ['reports', 'breakdown', search],
    queryFn: ({ signal }) => api.GET('/operator/v1/reports/breakdown', { params: { query: search as object }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

export const moneyReportQuery = (search: ReportsSearch) =>
  queryOptions({
    queryKey: ['reports', 'money', search],
    queryFn: ({ signal }) => api.GET('/operator/v1/reports/money', { params: { query: search as object }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

export const replacementsQuery = (search: ReportsSearch) =>
  queryOptions({
    queryKey: ['reports', 'replacements', search],
    queryFn: ({ signal }) =>
      api.GET('/operator/v1/reports/replacements', { params: { query: search as object }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

export const readReportTable = (search: ReportsSearch, table: ReportTable, format: TableFormat) =>
  api.GET('/operator/v1/reports/table', { params: { query: { ...search, table, format } as object }, parseAs: 'blob' });

export const readMoneyTable = (search: ReportsSearch, table: MoneyTable, format: TableFormat) =>
  api.GET('/operator/v1/reports/money/table', {
    params: { query: { ...search, table, format } as object },
    parseAs: 'blob',
  });

type CostDays = { from: string; to: string };

export const labelCostsQuery = (days: CostDays) =>
  queryOptions({
    queryKey: ['reports', 'label-costs', days],
    queryFn: ({ signal }) => api.GET('/operator/v1/reports/label-costs', { params: { query: days }, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });

export const readLabelCostsCsv = (query: CostDays) =>
  api.GET('/operator/v1/reports/label-costs.csv', { params: { query }, parseAs: 'blob' });

/** Reads the days of the report. The default is the last 30 days. */
export const readReportsSearch = searchReader({ from: readDay, to: readDay, clientId: readText });
export type ReportsSearch = ReturnType<typeof readReportsSearch>;
