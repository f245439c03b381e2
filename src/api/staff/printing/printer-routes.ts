import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import { isStorable } from '../../../platform/database/statement-parts.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { invalidRequest, type Violation } from '../../../platform/errors/errors.ts';
import {
  answer,
  emptyAnswer,
  errorAnswers,
  etagHeader,
  rateLimitHeaders,
  readAnswers,
  WITH_BODY,
} from '../../../platform/http/api-document.ts';
import { ifMatchHeader, mayReplaceText, sendJson } from '../../../platform/http/etag.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import { findOwnPortOf, type OwnPort, ownPortsOf } from '../../../printing/connect-printer.ts';
import { printerNotFound } from '../../../printing/enqueue-print-job.ts';
import {
  addPrinter,
  changePrinter,
  type PrinterChange,
  removePrinter,
} from '../../../printing/manage-printers.ts';
import { addressFault, readPrinterAddress } from '../../../printing/printer-address.ts';
import { findPrinter, type ListedPrinter, listPrinters } from '../../../printing/printer-store.ts';
import { type PrinterKind, USUAL_MEDIA_TYPES } from '../../../printing/printing-rules.ts';
import { printTestPage } from '../../../printing/test-page.ts';
import { mayDo } from '../../../staff/role-rules.ts';
import { nameFaults, withoutNulls } from '../fields/field-faults.ts';
import {
  NewPrinterRequest,
  PrinterChangeRequest,
  PrinterParams,
  PrinterSchema,
  type PrintingRouteOptions,
  PrintJobSchema,
  shownJob,
} from './printing-schemas.ts';

interface PrinterContext extends PrintingRouteOptions {
  ownPorts: readonly OwnPort[];
}

const PRINTERS = '/operator/v1/printers';

const changedAnswer = {
  200: answer('The printer as it is now.', PrinterSchema, { ...etagHeader, ...rateLimitHeaders }),
};

const getPrinters = route({
  schema: {
    tags: ['Printing'],
    operationId: 'listPrinters',
    summary: 'List the printers',
    description: 'All of them, by name.',
    response: readAnswers('The printers.', Type.Array(PrinterSchema)),
  },
  handler: async ({ pool }: PrintingRouteOptions, request, reply) => {
    const printers = await withRetry(() => listPrinters(pool));
    return sendJson(request, reply, JSON.stringify(printers.map((printer) => shown(request, printer))));
  },
});

const getPrinter = route({
  schema: {
    tags: ['Printing'],
    operationId: 'getPrinter',
    summary: 'Read one printer',
    description: 'With the ETag that changing it may name.',
    params: PrinterParams,
    response: readAnswers('The printer.', PrinterSchema, 'printer_not_found'),
  },
  handler: async ({ pool }: PrintingRouteOptions, request, reply) =>
    sendJson(request, reply, JSON.stringify(shown(request, await read(pool, request.params.printerId)))),
});

const postPrinter = route({
  config: { moreFaults: ({ body }) => nameFaults({ '/name': Object(body).name }) },
  schema: {
    tags: ['Printing'],
    operationId: 'addPrinter',
    summary: 'Name a printer',
    description:
      'A private address is fine here, and nowhere else in either API: printers stand in the shop, and only an admin names them.',
    body: NewPrinterRequest,
    response: {
      201: answer('The printer.', PrinterSchema, {
        ...rateLimitHeaders,
        Location: { schema: Type.String(), description: 'Address of the printer.' },
      }),
      ...errorAnswers('printer_name_taken', 'too_many_printers', ...WITH_BODY),
    },
  },
  handler: async ({ config, pool, clock, ownPorts }: PrinterContext, request, reply) => {
    const { body, caller } = request;
    const { address, mediaTypes, ...rest } = body;
    assertAddress(body.kind, address ?? null);
    await assertNotOwn(ownPorts, { kind: body.kind, address: address ?? null });
    const fields = { ...rest, address: address ?? null, ...(mediaTypes && { mediaTypes }) };
    const printer = await addPrinter(pool, fields, { by: actorOf(caller), now: clock() });
    reply.code(201).header('location', `${config.BASE_URL}${PRINTERS}/${printer.printerId}`);
    return shown(request, printer);
  },
});

const patchPrinter = route({
  config: { moreFaults: ({ body }) => nameFaults({ '/name': Object(body).name }) },
  schema: {
    tags: ['Printing'],
    operationId: 'changePrinter',
    summary: 'Change a printer',
    description:
      'What is absent stays. What waits is sent to it as it is now, at once. Idempotent: sending it again changes nothing. With `If-Match` only when nobody changed it since.',
    params: PrinterParams,
    headers: Type.Object(ifMatchHeader),
    body: PrinterChangeRequest,
    response: {
      ...changedAnswer,
      ...errorAnswers('printer_not_found', 'printer_name_taken', 'precondition_failed', ...WITH_BODY),
    },
  },
  handler: async ({ pool, clock, onPrint, ownPorts }: PrinterContext, request, reply) => {
    const { body, caller, params } = request;
    const found = await read(pool, params.printerId);
    const { printerId } = found;
    await assertNotOwn(ownPorts, { ...found, ...changeOf(found, body) });
    const decide = (stored: ListedPrinter) => changeOf(stored, body);
    const mayChange = (stored: ListedPrinter) =>
      mayReplaceText(request, JSON.stringify(shown(request, stored)));
    const printer = await changePrinter(
      pool,
      printerId,
      { by: actorOf(caller), now: clock() },
      decide,
      mayChange,
    );
    onPrint(printerId);
    return sendJson(request, reply, JSON.stringify(shown(request, printer)));
  },
});

const deleteRoute = route({
  schema: {
    tags: ['Printing'],
    operationId: 'deletePrinter',
    summary: 'Delete a printer',
    description: 'Not while print jobs wait for it. What was printed on it stays in the list.',
    params: PrinterParams,
    response: {
      204: emptyAnswer('It is gone.', rateLimitHeaders),
      ...errorAnswers('printer_not_found', 'printer_in_use'),
    },
  },
  handler: async ({ pool, clock }: PrintingRouteOptions, { params, caller }, reply) => {
    const { printerId } = await read(pool, params.printerId);
    await removePrinter(pool, printerId, { by: actorOf(caller), now: clock() });
    return reply.code(204).send();
  },
});

const postTest = route({
  schema: {
    tags: ['Printing'],
    operationId: 'testPrinter',
    summary: 'Print a test page',
    description: 'A frame at the edges of its paper, its name and its resolution.',
    params: PrinterParams,
    response: {
      200: answer('The print job.', PrintJobSchema, rateLimitHeaders),
      ...errorAnswers('printer_not_found', 'document_not_printable'),
    },
  },
  handler: async ({ pool, clock, onPrint }: PrintingRouteOptions, { params, caller }) => {
    const { printerId } = await read(pool, params.printerId);
    const job = await printTestPage(pool, printerId, { by: actorOf(caller), now: clock() });
    onPrint(printerId);
    return shownJob(job);
  },
});

/**
 * Completes a change. A printer of another kind loses its address, and takes the usual media types of that
 * kind.
 */
function changeOf(
  stored: ListedPrinter,
  { kind = stored.kind, ...given }: PrinterChange & { address?: string | null },
): PrinterChange {
  const isOther = kind !== stored.kind;
  const address =
    kind === 'browser' ? (given.address ?? null) : (given.address ?? (isOther ? null : stored.address));
  assertAddress(kind, address);
  const mediaTypes = given.mediaTypes ?? (isOther ? [...USUAL_MEDIA_TYPES[kind]] : stored.mediaTypes);
  return { ...given, kind, address, mediaTypes };
}

function assertAddress(kind: PrinterKind, address: string | null): void {
  const violation = (code: string, message: string): Violation => ({ pointer: '/address', code, message });
  if (kind === 'browser') {
    if (address !== null) throw invalidRequest([violation('invalid_printer_address', addressFault(kind))]);
  } else if (address === null)
    throw invalidRequest([violation('required', `"address" is required. ${addressFault(kind)}`)]);
  else if (!readPrinterAddress(kind, address))
    throw invalidRequest([violation('invalid_printer_address', addressFault(kind))]);
}

/**
 * Throws `invalid_request` when the address leads to Platen itself. Printing checks again, since a host name
 * may change.
 */
async function assertNotOwn(
  ownPorts: readonly OwnPort[],
  { kind, address }: Pick<ListedPrinter, 'kind' | 'address'>,
): Promise<void> {
  const endpoint = readPrinterAddress(kind, address ?? '');
  const own = endpoint && (await findOwnPortOf(ownPorts, endpoint));
  if (!own) return;
  const message = `The address leads to Platen itself: port ${own.port} is that of ${own.name}. Give the address of the printer; a print server on the same machine has another port, such as 631.`;
  throw invalidRequest([{ pointer: '/address', code: 'invalid_printer_address', message }]);
}

async function read(pool: Pool, printerId: string): Promise<ListedPrinter> {
  const printer = isStorable(printerId) ? await withRetry(() => findPrinter(pool, printerId)) : undefined;
  if (!printer) throw printerNotFound();
  return printer;
}

/**
 * Leaves out the address for callers who may not change printers, since it is inside the center's network.
 */
function shown({ caller }: FastifyRequest, { failures: _, address, ...printer }: ListedPrinter) {
  const { printerId, name, kind, ...rest } = printer;
  const isTold = mayDo(caller.role, 'printers.change');
  return withoutNulls({ printerId, name, kind, address: isTold ? address : null, ...rest });
}

/** /operator/v1/printers */
export async function printerRoutes(app: FastifyInstance, options: PrintingRouteOptions): Promise<void> {
  const context: PrinterContext = { ...options, ownPorts: ownPortsOf(options.config, options.pool) };
  registerRoutes(app, context, [
    ['GET', PRINTERS, getPrinters, { verb: 'printers.read' }],
    ['POST', PRINTERS, postPrinter, { verb: 'printers.change' }],
    ['GET', `${PRINTERS}/:printerId`, getPrinter, { verb: 'printers.read' }],
    ['PATCH', `${PRINTERS}/:printerId`, patchPrinter, { verb: 'printers.change' }],
    ['DELETE', `${PRINTERS}/:printerId`, deleteRoute, { verb: 'printers.change' }],
    ['POST', `${PRINTERS}/:printerId/test`, postTest, { verb: 'printers.change' }],
  ]);
}
