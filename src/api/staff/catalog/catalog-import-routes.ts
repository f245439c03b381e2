import type { FastifyError, FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { importInThread } from '../../../catalog/import-in-thread.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { ApiError, clientNotFound } from '../../../platform/errors/errors.ts';
import { NAMED_ENCODINGS } from '../../../platform/formats/text-encoding.ts';
import { changeAnswers, oneOf, stringField } from '../../../platform/http/api-document.ts';
import { sendError, toApiError } from '../../../platform/http/error-handler.ts';
import { refuseCharset } from '../../../platform/http/json-body.ts';
import { registerRoutes, routeUnder } from '../../../platform/http/route-table.ts';
import { requestValidator } from '../../../platform/http/violations.ts';
import { CSV_TYPES, registerCsvBody, type StaffContext } from '../fields/staff-requests.ts';
import { CatalogForm, CatalogRequest, CatalogTable, ImportCountsSchema } from './catalog-import-schemas.ts';

const route = routeUnder<ImportContext>('Catalogue');

/** About 200,000 variants. A larger catalogue needs "platen catalog import". */
const CATALOG_BODY_BYTES_MAX = 32 * 1_024 * 1_024;

/** Milliseconds after which an import is rolled back. A larger catalogue needs "platen catalog import". */
const IMPORT_ANSWER_MS_MAX = 120_000;

const JSON_TYPE = 'application/json';
const FORM = 'multipart/form-data';

const ImportQuery = Type.Object({
  clientId: Type.Optional(stringField("Assign the catalogue's products and carriers to this client.")),
  retireMissing: Type.Optional(
    oneOf(
      ['true', 'false'],
      'true: retires the article variants and product variants that the catalogue does not name. With `clientId`, only product variants of that client. A catalogue without article variants retires no article variants, and one without product variants no product variants.',
    ),
  ),
  encoding: Type.Optional(
    oneOf(
      NAMED_ENCODINGS,
      'Encoding of CSV files that are in neither UTF-8 nor UTF-16. Without it, a file is refused if its letters differ between code pages.',
    ),
  ),
  dryRun: Type.Optional(
    oneOf(['true', 'false'], 'true: changes nothing, and returns the changes and faults of the import.'),
  ),
});

interface ImportContext extends StaffContext {
  inTurn: InTurn;
}

const postImport = route({
  bodyLimit: CATALOG_BODY_BYTES_MAX,
  config: { judgesBody: true, answerMsMax: IMPORT_ANSWER_MS_MAX },
  validatorCompiler: (route) => (route.httpPart === 'body' ? () => true : requestValidator(route as never)),
  operationId: 'importCatalog',
  summary: 'Import a catalogue',
  description:
    'Inserts and updates the records in the body, all or none of them. Other records stay, unless `retireMissing` is `true`. Try it first with `dryRun=true`. The body is JSON, one CSV file, or a form with several CSV files, as described at /docs/catalog-import. At most 32 MiB; "platen catalog import" accepts more.',
  querystring: ImportQuery,
  body: {
    content: {
      [JSON_TYPE]: { schema: CatalogRequest },
      ...Object.fromEntries(CSV_TYPES.map((type) => [type, { schema: CatalogTable }])),
      [FORM]: { schema: CatalogForm },
    },
  },
  response: changeAnswers('The numbers of imported records.', ImportCountsSchema, 'client_not_found'),
  errorHandler: (error: FastifyError, request, reply) => {
    const tooLarge = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
    const message = 'A catalogue has at most 32 MiB. Split it, or use "platen catalog import".';
    return sendError(tooLarge ? new ApiError('body_too_large', message) : toApiError(error), error, request, reply);
  },
  handler: async ({ pool, clock, inTurn }, request) => {
    const {
      query: { clientId, retireMissing, dryRun, encoding },
      answerBy,
      caller,
    } = request;
    const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
    const body = { bytes, mediaType: request.headers['content-type'] ?? JSON_TYPE, encoding };
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

/** Makes a queue that runs one import at a time, since each needs much memory and a whole processor. */
function makeQueue(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}

export async function catalogImportRoutes(app: FastifyInstance, options: StaffContext): Promise<void> {
  // The body is parsed in the import's thread, since parsing 32 MiB here would block all other requests.
  app.removeContentTypeParser(JSON_TYPE);
  app.addContentTypeParser([JSON_TYPE, FORM], { parseAs: 'buffer' }, (request, body, done) => {
    try {
      refuseCharset(request.headers['content-type'] ?? '');
      done(null, body);
    } catch (error) {
      done(error as Error);
    }
  });
  registerCsvBody(app);

  registerRoutes(app, { ...options, inTurn: makeQueue() }, [
    ['POST', '/operator/v1/catalog/import', postImport, { verb: 'catalog.change' }],
  ]);
}
