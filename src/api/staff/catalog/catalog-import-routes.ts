import type { FastifyError, FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { importInThread } from '../../../catalog/import/import-in-thread.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { isStorable } from '../../../platform/database/statement-parts.ts';
import { ApiError, clientNotFound } from '../../../platform/errors/errors.ts';
import { changeAnswers } from '../../../platform/http/api-document.ts';
import { sendError, toApiError } from '../../../platform/http/error-handler.ts';
import { refuseCharset, refuseContentEncoding } from '../../../platform/http/json-body.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import { requestValidator } from '../../../platform/http/violations.ts';
import { CSV_TYPES, registerCsvBody } from '../fields/csv-body.ts';
import { oneOf, stringField } from '../fields/operator-schemas.ts';
import type { StaffContext } from '../fields/staff-context.ts';
import { CatalogForm, CatalogRequest, CatalogTable, ImportCountsSchema } from './catalog-import-schemas.ts';

/** About 200,000 variants. A larger catalogue needs "platen catalog import". */
const CATALOG_BODY_BYTES_MAX = 32 * 1_024 * 1_024;

/**
 * Milliseconds for an import, which is rolled back after them. A larger catalogue needs "platen catalog
 * import".
 */
const IMPORT_ANSWER_MS_MAX = 120_000;

const JSON_TYPE = 'application/json';
const FORM = 'multipart/form-data';

const ImportQuery = Type.Object({
  clientId: Type.Optional(stringField("Assign the catalogue's products and carriers to this client.")),
  retireMissing: Type.Optional(
    oneOf(
      ['true', 'false'],
      'Retire the variants that the catalogue no longer names: of articles all; of products all or, with `clientId`, those of that client. A catalogue that names no variants of articles retires none of those, and so with products.',
    ),
  ),
  dryRun: Type.Optional(
    oneOf(['true', 'false'], 'Change nothing, and answer what would change; faults are told as without it.'),
  ),
});

interface ImportContext extends StaffContext {
  inTurn: InTurn;
}

const postImport = route({
  bodyLimit: CATALOG_BODY_BYTES_MAX,
  config: { judgesBody: true, answerMsMax: IMPORT_ANSWER_MS_MAX },
  validatorCompiler: (route) => (route.httpPart === 'body' ? () => true : requestValidator(route as never)),
  schema: {
    tags: ['Catalogue'],
    operationId: 'importCatalog',
    summary: 'Import a catalogue',
    description:
      'Inserts and updates what the body holds, all or nothing; what it does not hold stays, unless `retireMissing` is `true`. Try it first with `dryRun=true`. The body is JSON, one CSV file, or a form with the CSV files of a folder, as described at /docs/catalog-import. At most 32 MiB; "platen catalog import" takes more.',
    querystring: ImportQuery,
    body: {
      content: {
        [JSON_TYPE]: { schema: CatalogRequest },
        ...Object.fromEntries(CSV_TYPES.map((type) => [type, { schema: CatalogTable }])),
        [FORM]: { schema: CatalogForm },
      },
    },
    response: changeAnswers('What the catalogue holds.', ImportCountsSchema, 'client_not_found'),
  },
  errorHandler: (error: FastifyError, request, reply) => {
    const tooLarge = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
    const message = 'At most 32 MiB are read; split the catalogue, or use "platen catalog import".';
    return sendError(
      tooLarge ? new ApiError('body_too_large', message) : toApiError(error),
      error,
      request,
      reply,
    );
  },
  handler: async ({ pool, clock, inTurn }: ImportContext, request) => {
    const {
      query: { clientId, retireMissing, dryRun },
      answerBy,
      caller,
    } = request;
    const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
    const body = { bytes, mediaType: request.headers['content-type'] ?? JSON_TYPE };
    if (clientId !== undefined && !isStorable(clientId)) throw clientNotFound();
    const options = {
      now: clock(),
      by: actorOf(caller),
      retireMissing: retireMissing === 'true',
      dryRun: dryRun === 'true',
      ...(clientId !== undefined && { clientId }),
    };
    return inTurn(() => importInThread(pool, body, options, answerBy - performance.now())).catch((error) => {
      throw error instanceof ApiError && error.error === 'client_not_found' ? clientNotFound() : error;
    });
  },
});

type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Imports run one after the other, since each takes much memory and a processor. */
function oneAfterTheOther(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}

/** /operator/v1/catalog */
export async function catalogImportRoutes(app: FastifyInstance, options: StaffContext): Promise<void> {
  // The body is read where it is imported: reading 32 MiB would keep everybody else waiting.
  app.removeContentTypeParser(JSON_TYPE);
  app.addContentTypeParser([JSON_TYPE, FORM], { parseAs: 'buffer' }, (request, body, done) => {
    try {
      refuseCharset(request.headers['content-type'] ?? '');
      refuseContentEncoding(request.headers['content-encoding']);
      done(null, body);
    } catch (error) {
      done(error as Error);
    }
  });
  registerCsvBody(app);

  registerRoutes(app, { ...options, inTurn: oneAfterTheOther() }, [
    ['POST', '/operator/v1/catalog/import', postImport, { verb: 'catalog.change' }],
  ]);
}
