import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { nextCursor } from '../../shared/api/next-cursor.ts';
import { contentOf, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { POLL_MS } from '../../shared/api/query-client.ts';
import type { PrintersSearch } from './printers-search.ts';

export type Printer = Schemas['Printer'];
export type PrinterKind = Printer['kind'];
export type PrintMediaType = Printer['mediaTypes'][number];
export type PrinterFields = Schemas['NewPrinterRequest'];

/** What is shown, and the tag that tells the server what was seen. */
export interface SeenPrinter {
  printer: Printer;
  etag: string;
}

/** Every printer and list, to have them read anew after a change. */
export const PRINTERS_KEY = ['printers'];
const ROWS_PER_PAGE = 50;
const PRINTER = '/operator/v1/printers/{printerId}';

/** GET /operator/v1/printers */
export const printersQuery = queryOptions({
  queryKey: [...PRINTERS_KEY, 'list'],
  queryFn: ({ signal }) => contentOf(operatorApi.GET('/operator/v1/printers', { signal })),
  refetchInterval: POLL_MS,
});

/** GET /operator/v1/print-jobs */
export const printJobsQuery = (search: PrintersSearch) =>
  queryOptions({
    queryKey: [...PRINTERS_KEY, 'jobs', search],
    queryFn: async ({ signal }) => {
      const { data = [], response } = await operatorApi.GET('/operator/v1/print-jobs', {
        params: { query: { ...search, limit: ROWS_PER_PAGE } as object },
        signal,
      });
      return { jobs: data, next: nextCursor(response.headers.get('link')) };
    },
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

/** GET /operator/v1/printers/{printerId}: as it is when somebody begins to change it. */
export async function readPrinter(printerId: string): Promise<SeenPrinter> {
  const { data, response } = await operatorApi.GET(PRINTER, { params: { path: { printerId } } });
  return { printer: data as Printer, etag: response.headers.get('etag') ?? '' };
}

/** POST /operator/v1/printers, or PATCH of one, only where it is as it was seen. */
export const savePrinter = (fields: PrinterFields, seen: SeenPrinter | undefined) =>
  seen
    ? contentOf(
        operatorApi.PATCH(PRINTER, {
          params: { path: { printerId: seen.printer.printerId }, header: { 'if-match': seen.etag } },
          body: changedFields(fields, seen),
        }),
      )
    : contentOf(operatorApi.POST('/operator/v1/printers', { body: fields }));

/** A name that is not changed is not sent: one from before today's rule for names would be refused. */
function changedFields({ name, ...fields }: PrinterFields, { printer }: SeenPrinter) {
  return { ...fields, ...(name !== printer.name && { name }) };
}

/** DELETE /operator/v1/printers/{printerId} */
export const deletePrinter = (printerId: string) =>
  contentOf(operatorApi.DELETE(PRINTER, { params: { path: { printerId } } }));

/** POST …/test */
export const testPrinter = (printerId: string) =>
  contentOf(operatorApi.POST(`${PRINTER}/test`, { params: { path: { printerId } } }));
