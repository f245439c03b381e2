import { type Seen, seenOf } from '../../shared/api/answers.ts';
import { api, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery, polledQuery } from '../../shared/api/query-client.ts';
import { oneOf, readText, searchReader } from '../../shared/list/text-search.ts';

export type Printer = Schemas['Printer'];
export type PrinterKind = Printer['kind'];
export type PrintMediaType = Printer['mediaTypes'][number];
export type PrinterFields = Schemas['NewPrinterRequest'];

export type SeenPrinter = Seen<Printer>;

export const PRINTERS_KEY = ['printers'];
const PRINTER = '/operator/v1/printers/{printerId}';

export const printersQuery = polledQuery([...PRINTERS_KEY, 'list'], '/operator/v1/printers');

export const printJobsQuery = (search: PrintersSearch) =>
  listQuery([...PRINTERS_KEY, 'jobs', search], '/operator/v1/print-jobs', { query: search });

/** Reads a printer with its ETag. */
export const readPrinter = (printerId: string): Promise<SeenPrinter> =>
  seenOf(operatorApi.GET(PRINTER, { params: { path: { printerId } } }));

/** Creates a printer, or changes the version that was seen. */
export const savePrinter = (fields: PrinterFields, seen: SeenPrinter | undefined) =>
  seen
    ? api.PATCH(PRINTER, {
        params: { path: { printerId: seen.content.printerId }, header: { 'if-match': seen.etag } },
        body: changedFields(fields, seen),
      })
    : api.POST('/operator/v1/printers', { body: fields });

/** Leaves out an unchanged name, because an old name may break the present rule for names. */
function changedFields({ name, ...fields }: PrinterFields, { content: printer }: SeenPrinter) {
  return { ...fields, ...(name !== printer.name && { name }) };
}

export const deletePrinter = (printerId: string) => api.DELETE(PRINTER, { params: { path: { printerId } } });

export const testPrinter = (printerId: string) => api.POST(`${PRINTER}/test`, { params: { path: { printerId } } });

export const PRINT_STATES = ['unknown', 'failed', 'queued', 'sending', 'printed', 'cancelled'] as const;
export type PrintState = (typeof PRINT_STATES)[number];

export const readPrintersSearch = searchReader({ printer: readText, state: oneOf(PRINT_STATES), cursor: readText });
export type PrintersSearch = ReturnType<typeof readPrintersSearch>;
