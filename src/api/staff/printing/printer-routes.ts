import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { type ApiError, invalidRequest } from '../../../platform/errors/errors.ts';
import { ifMatchAnswers, readAnswers } from '../../../platform/http/api-document.ts';
import { ifMatchHeader, mayReplaceText, sendJson } from '../../../platform/http/etag.ts';
import { registerRoutes, routeUnder } from '../../../platform/http/route-table.ts';
import { type OwnPort, ownPortsOf, resolveOwnPort } from '../../../printing/connect-printer.ts';
import { printerNotFound } from '../../../printing/manage-print-jobs.ts';
import { addPrinter, changePrinter, type PrinterChange, removePrinter } from '../../../printing/manage-printers.ts';
import { describeAddress, readPrinterAddress } from '../../../printing/printer-address.ts';
import { findPrinter, type ListedPrinter, listPrinters } from '../../../printing/printer-store.ts';
import { type PrinterKind, USUAL_MEDIA_TYPES } from '../../../printing/printing-rules.ts';
import { printTestPage } from '../../../printing/test-page.ts';
import { papersOf } from '../../../production/printer-rules.ts';
import { mayDo } from '../../../staff/role-rules.ts';
import { createdAnswers, emptyAnswers, plainAnswers } from '../fields/operator-schemas.ts';
import { readById, refuseBadNames, withoutNulls } from '../fields/staff-requests.ts';
import {
  NewPrinterRequest,
  PrinterChangeRequest,
  PrinterParams,
  PrinterSchema,
  type PrintingRouteOptions,
  PrintJobSchema,
  showPrintJob,
} from './printing-schemas.ts';

const route = routeUnder<PrinterContext>('Printing');

interface PrinterContext extends PrintingRouteOptions {
  ownPorts: readonly OwnPort[];
}

const PRINTERS = '/operator/v1/printers';

const getPrinters = route({
  operationId: 'listPrinters',
  summary: 'List the printers',
  description: 'Returns all printers, sorted by name.',
  response: readAnswers('The printers.', Type.Array(PrinterSchema)),
  handler: async ({ pool }, request, reply) => {
    const printers = await withRetry(() => listPrinters(pool));
    const rows = printers.map((printer) => showPrinter(request, printer));
    return sendJson(request, reply, rows);
  },
});

const getPrinter = route({
  operationId: 'getPrinter',
  summary: 'Read one printer',
  description: 'Returns the ETag that `changePrinter` takes as `If-Match`.',
  params: PrinterParams,
  response: readAnswers('The printer.', PrinterSchema, 'printer_not_found'),
  handler: async ({ pool }, request, reply) =>
    sendJson(request, reply, showPrinter(request, await read(pool, request.params.printerId))),
});

const postPrinter = route({
  config: refuseBadNames('name'),
  operationId: 'addPrinter',
  summary: 'Add a printer',
  description:
    'A private address is allowed here and nowhere else in the APIs, because printers are in the shop and only an admin adds them.',
  body: NewPrinterRequest,
  response: createdAnswers(
    'The printer.',
    PrinterSchema,
    'Address of the printer.',
    'printer_name_taken',
    'too_many_printers',
  ),
  handler: async ({ config, pool, clock, ownPorts }, request, reply) => {
    const { body, caller } = request;
    const { address, mediaTypes, ...rest } = body;
    assertAddress(body.kind, address ?? null);
    await assertNotOwn(ownPorts, { kind: body.kind, address: address ?? null });
    const fields = { ...rest, address: address ?? null, ...(mediaTypes && { mediaTypes }) };
    const printer = await addPrinter(pool, fields, { by: actorOf(caller), now: clock() });
    reply.code(201).header('location', `${config.BASE_URL}${PRINTERS}/${printer.printerId}`);
    return showPrinter(request, printer);
  },
});

const patchPrinter = route({
  config: refuseBadNames('name'),
  operationId: 'changePrinter',
  summary: 'Change a printer',
  description:
    'Absent fields keep their value. Waiting jobs are sent at once to the changed printer. With `If-Match`, changes only the version that was read. Idempotent: repeating the request changes nothing.',
  params: PrinterParams,
  headers: Type.Object(ifMatchHeader),
  body: PrinterChangeRequest,
  response: ifMatchAnswers('The changed printer.', PrinterSchema, 'printer_not_found', 'printer_name_taken'),
  handler: async ({ pool, clock, onPrint, ownPorts }, request, reply) => {
    const { body, caller, params } = request;
    const found = await read(pool, params.printerId);
    const { printerId } = found;
    await assertNotOwn(ownPorts, { ...found, ...changeOf(found, body) });
    const doing = { by: actorOf(caller), now: clock() };
    const decide = (stored: ListedPrinter) => changeOf(stored, body);
    const mayChange = (stored: ListedPrinter) => mayReplaceText(request, JSON.stringify(showPrinter(request, stored)));
    const printer = await changePrinter(pool, printerId, doing, decide, mayChange);
    onPrint(printerId);
    return sendJson(request, reply, showPrinter(request, printer));
  },
});

const deletePrinter = route({
  operationId: 'deletePrinter',
  summary: 'Delete a printer',
  description: 'Refused while print jobs wait for the printer. Its printed jobs remain in the list.',
  params: PrinterParams,
  response: emptyAnswers('The printer is deleted.', 'printer_not_found', 'printer_in_use'),
  handler: async ({ pool, clock }, { params, caller }, reply) => {
    const { printerId } = await read(pool, params.printerId);
    await removePrinter(pool, printerId, { by: actorOf(caller), now: clock() });
    return reply.code(204).send();
  },
});

const postTest = route({
  operationId: 'testPrinter',
  summary: 'Print a test page',
  description: 'The page has a frame at the edges of the paper, and the name and resolution of the printer.',
  params: PrinterParams,
  response: plainAnswers('The print job.', PrintJobSchema, 'printer_not_found', 'document_not_printable'),
  handler: async ({ pool, clock, onPrint }, { params, caller }) => {
    const { printerId } = await read(pool, params.printerId);
    const job = await printTestPage(pool, printerId, { by: actorOf(caller), now: clock() });
    onPrint(printerId);
    return showPrintJob(job);
  },
});

/** Returns the complete change. A new kind clears the address, and sets the kind's media types. */
function changeOf(
  stored: ListedPrinter,
  { kind = stored.kind, ...given }: PrinterChange & { address?: string | null },
): PrinterChange {
  const isOther = kind !== stored.kind;
  const address = kind === 'browser' ? (given.address ?? null) : (given.address ?? (isOther ? null : stored.address));
  assertAddress(kind, address);
  const mediaTypes = given.mediaTypes ?? (isOther ? [...USUAL_MEDIA_TYPES[kind]] : stored.mediaTypes);
  return { ...given, kind, address, mediaTypes };
}

function assertAddress(kind: PrinterKind, address: string | null): void {
  const isGood = kind === 'browser' ? address === null : address !== null && readPrinterAddress(kind, address);
  if (isGood) return;
  if (address === null) throw addressRefused('required', `"address" is required. ${describeAddress(kind)}`);
  throw addressRefused('invalid_printer_address', describeAddress(kind));
}

/** Throws `invalid_printer_address` for an address of Platen. Printing checks it again: DNS can change. */
async function assertNotOwn(
  ownPorts: readonly OwnPort[],
  { kind, address }: Pick<ListedPrinter, 'kind' | 'address'>,
): Promise<void> {
  const endpoint = readPrinterAddress(kind, address ?? '');
  const own = endpoint && (await resolveOwnPort(ownPorts, endpoint));
  if (!own) return;
  const message = `The address leads to Platen itself: port ${own.port} belongs to ${own.name}. Give the address of the printer. A print server on this machine has another port, such as 631.`;
  throw addressRefused('invalid_printer_address', message);
}

function addressRefused(code: string, message: string): ApiError {
  return invalidRequest([{ pointer: '/address', code, message }]);
}

function read(pool: Pool, printerId: string): Promise<ListedPrinter> {
  return readById(printerId, (id) => findPrinter(pool, id), printerNotFound);
}

/** Returns the printer, without its address in the center's network for callers who cannot change it. */
function showPrinter({ caller }: FastifyRequest, { failures: _, address, ...printer }: ListedPrinter) {
  const seesAddress = mayDo(caller.role, 'printers.change');
  return withoutNulls({ ...printer, papers: papersOf(printer), address: seesAddress ? address : null });
}

export async function printerRoutes(app: FastifyInstance, options: PrintingRouteOptions): Promise<void> {
  const context: PrinterContext = { ...options, ownPorts: ownPortsOf(options.config, options.pool) };
  registerRoutes(app, context, [
    ['GET', PRINTERS, getPrinters, { verb: 'printers.read' }],
    ['POST', PRINTERS, postPrinter, { verb: 'printers.change' }],
    ['GET', `${PRINTERS}/:printerId`, getPrinter, { verb: 'printers.read' }],
    ['PATCH', `${PRINTERS}/:printerId`, patchPrinter, { verb: 'printers.change' }],
    ['DELETE', `${PRINTERS}/:printerId`, deletePrinter, { verb: 'printers.change' }],
    ['POST', `${PRINTERS}/:printerId/test`, postTest, { verb: 'printers.change' }],
  ]);
}
