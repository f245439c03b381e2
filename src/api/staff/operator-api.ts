import cookie from '@fastify/cookie';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { AccessTokens } from '../../clients/access-tokens.ts';
import { chargeChunkedBody } from '../../clients/body-quota.ts';
import type { OperateContext } from '../../orders/change/change-by-staff.ts';
import { PictureDrawer } from '../../orders/files/draw-pictures.ts';
import { paperSettings } from '../../packing/papers/decide-papers.ts';
import type { PaperPress } from '../../papers/paper-press.ts';
import { ERRORS, type ErrorName } from '../../platform/errors/errors.ts';
import type { BlobStore } from '../../platform/files/blobs.ts';
import type { TaskPool } from '../../platform/files/task-pool.ts';
import { sendDocument } from '../../platform/http/fixed-content.ts';
import type { HealthCheck } from '../../platform/http/health-check.ts';
import type { RateLimiter } from '../../platform/http/rate-limit.ts';
import { registerRequestForm } from '../../platform/http/request-form.ts';
import type { Config } from '../../platform/settings/config.ts';
import { ScanNumbers } from '../../production/scan-numbers.ts';
import { Attempts } from '../../staff/attempts.ts';
import { OpenIdProvider } from '../../staff/openid-provider.ts';
import { SessionRegistry } from '../../staff/session-registry.ts';
import { SignInLimits } from '../../staff/sign-in-limits.ts';
import type { OnSignIn } from '../../staff/sign-in-outcomes.ts';
import { StationRegistry } from '../../staff/stations/station-registry.ts';
import { checkClient } from '../customers/require-client.ts';
import { registerDocument } from '../site/openapi.ts';
import { catalogImportRoutes } from './catalog/catalog-import-routes.ts';
import { articleListRoutes, operatorCarrierRoutes, productListRoutes } from './catalog/catalog-routes.ts';
import { customsRoutes } from './catalog/customs-routes.ts';
import { contractRoutes } from './clients/contract-routes.ts';
import { operatorClientRoutes } from './clients/operator-client-routes.ts';
import { bulkRoutes, bulkVerbRoutes } from './orders/bulk-routes.ts';
import { fileZipRoutes } from './orders/file-zip-routes.ts';
import { articleNoteRoutes, orderNoteRoutes } from './orders/note-routes.ts';
import { operatorFileRoutes } from './orders/operator-file-routes.ts';
import { operatorOrderRoutes } from './orders/operator-order-routes.ts';
import { eraseRoutes, operatorTransitionRoutes } from './orders/operator-transition-routes.ts';
import { orderListRoutes } from './orders/order-list-routes.ts';
import { handOverPaperRoutes } from './packing/hand-over-paper-routes.ts';
import { handOverRoutes, waitingParcelRoutes } from './packing/hand-over-routes.ts';
import { parcelRoutes } from './packing/parcel-routes.ts';
import { returnRoutes } from './packing/return-routes.ts';
import { scanRoutes, shortRoutes } from './packing/scan-routes.ts';
import { printJobRoutes } from './printing/print-job-routes.ts';
import { printerRoutes } from './printing/printer-routes.ts';
import { batchProgressRoutes, batchRoutes, releaseRoutes } from './production/batch-routes.ts';
import { binContentsRoutes, floorCountRoutes, problemRoutes } from './production/floor-routes.ts';
import { paperRoutes } from './production/paper-routes.ts';
import { pieceFileRoutes } from './production/piece-file-routes.ts';
import { pieceEventRoutes, pieceRoutes } from './production/piece-routes.ts';
import { sheetRoutes } from './production/sheet-routes.ts';
import { overviewRoutes, productionReportRoutes } from './reports/report-routes.ts';
import { settingsRoutes } from './reports/settings-routes.ts';
import { accountRoutes } from './staff/account-routes.ts';
import { auditRoutes } from './staff/audit-routes.ts';
import { badgeRoutes } from './staff/badge-routes.ts';
import { meRoutes } from './staff/me-routes.ts';
import { openIdRoutes } from './staff/openid-routes.ts';
import { keepOutOfCaches, requireStaff } from './staff/require-staff.ts';
import { SessionCookies } from './staff/session-cookie.ts';
import { signInRoutes } from './staff/sign-in-routes.ts';
import { stationRoutes } from './staff/station-routes.ts';
import { openingRoutes, stationSessionRoutes } from './staff/station-session-routes.ts';
import { operatorStockRoutes } from './stock/stock-routes.ts';
import { staffWebhookRoutes } from './webhooks/staff-webhook-routes.ts';

export interface OperatorApiOptions extends OperateContext {
  config: Config;
  blobs: BlobStore;
  /** The processes that draw pictures of files. */
  drawing: TaskPool;
  tokens: AccessTokens;
  limiter: RateLimiter | undefined;
  /** The cookies that tell browsers apart are derived from it. */
  encryptionKey: Uint8Array;
  /** The environment that the settings were read from. */
  environment: Readonly<Record<string, string | undefined>>;
  checkHealth: () => Promise<HealthCheck[]>;
  /** Asks for what waits for a printer to be sent soon. */
  onPrint: (printerId: string) => void;
  /** Asks for the papers of a parcel to be drawn soon. */
  onPapers: (parcel: string) => void;
  /** Asks for papers of a batch or a piece to be drawn soon. */
  onRun: (runId: string) => void;
  /** Draws what is read as PDF. */
  press: PaperPress;
  onSignIn: OnSignIn;
}

/** The API of the center's people and their systems: everything under /operator, with an API document of its own. */
export async function operatorApi(app: FastifyInstance, options: OperatorApiOptions): Promise<void> {
  const { config, pool, clock, tokens, limiter } = options;
  await registerOperatorDocument(app, config);
  await app.register(cookie);
  app.decorateRequest('session', undefined);
  app.decorateRequest('station', undefined);
  const cookies = new SessionCookies(config);
  const sessions = new SessionRegistry(pool, clock);
  const callback = `${config.BASE_URL}/operator/v1/session/openid/callback`;
  const provider = config.OPENID && new OpenIdProvider(config.OPENID, callback);
  const attempts = new Attempts(pool, clock);
  const limits = new SignInLimits(attempts, options.encryptionKey);
  const stations = new StationRegistry(pool, clock, config.STATION_LOCK_SECONDS * 1_000);
  const { onSignIn } = options;
  const { CENTER_NAME: centerName } = config;
  const people = { config, pool, clock, sessions, cookies, limits, provider, onSignIn, centerName };
  const floor = { config, pool, clock, sessions, stations, cookies, attempts, onSignIn };
  await app.register(async (open) => {
    registerRequestForm(open);
    await open.register(signInRoutes, people);
    await open.register(openIdRoutes, people);
    await open.register(stationSessionRoutes, floor);
  });
  await app.register(async (operator) => {
    const requireToken = checkClient(tokens, limiter, 'operator');
    const gate = { baseUrl: config.BASE_URL, cookies, sessions, stations, limiter, requireToken };
    operator.addHook('onRequest', requireStaff(gate));
    operator.addHook('onSend', keepOutOfCaches);
    operator.addHook('onRoute', describeStaffRoute);
    if (options.limiter) operator.addHook('preParsing', chargeChunkedBody(options.limiter));
    registerRequestForm(operator);
    await operator.register(orderListRoutes, options);
    await operator.register(operatorOrderRoutes, options);
    const pictures = { ...options, drawer: new PictureDrawer(options) };
    await operator.register(operatorFileRoutes, pictures);
    await operator.register(fileZipRoutes, options);
    await operator.register(operatorTransitionRoutes, options);
    await operator.register(orderNoteRoutes, options);
    await operator.register(eraseRoutes, options);
    await operator.register(bulkRoutes, options);
    await operator.register(bulkVerbRoutes, options);
    await operator.register(operatorClientRoutes, options);
    await operator.register(operatorCarrierRoutes, options);
    await operator.register(contractRoutes, options);
    await operator.register(catalogImportRoutes, options);
    await operator.register(articleListRoutes, options);
    await operator.register(articleNoteRoutes, options);
    await operator.register(productListRoutes, options);
    await operator.register(customsRoutes, options);
    await operator.register(operatorStockRoutes, options);
    await operator.register(printerRoutes, options);
    await operator.register(printJobRoutes, options);
    const production = {
      pool,
      clock,
      numbers: new ScanNumbers(pool),
      stepOrder: config.PRODUCTION_STEPS,
      dueHours: config.PRODUCTION_HOURS,
      printFileName: config.PRINT_FILE_NAME,
    };
    await operator.register(releaseRoutes, { config, production });
    await operator.register(floorCountRoutes, { config, production });
    await operator.register(batchProgressRoutes, { config, production });
    await operator.register(binContentsRoutes, { production });
    await operator.register(pieceEventRoutes, { production });
    await operator.register(batchRoutes, { config, production });
    await operator.register(shortRoutes, { production });
    await operator.register(pieceRoutes, { config, production });
    await operator.register(scanRoutes, { production, onPapers: options.onPapers });
    await operator.register(handOverRoutes, options);
    await operator.register(handOverPaperRoutes, options);
    await operator.register(waitingParcelRoutes, options);
    await operator.register(pieceFileRoutes, { ...pictures, production });
    await operator.register(parcelRoutes, { pool, clock, onPapers: options.onPapers });
    await operator.register(problemRoutes, options);
    const papers = { ...options, ...paperSettings(config), dueHours: config.PRODUCTION_HOURS };
    await operator.register(paperRoutes, papers);
    await operator.register(sheetRoutes, papers);
    await operator.register(returnRoutes, options);
    await operator.register(overviewRoutes, options);
    await operator.register(productionReportRoutes, options);
    await operator.register(staffWebhookRoutes, options);
    await operator.register(accountRoutes, people);
    await operator.register(meRoutes, people);
    await operator.register(badgeRoutes, floor);
    await operator.register(stationRoutes, floor);
    await operator.register(openingRoutes, floor);
    await operator.register(auditRoutes, options);
    await operator.register(settingsRoutes, options);
  });
}

const introduction = (
  config: Config,
) => `For the fulfillment center's own systems: work the orders of all clients, keep the stock, and manage clients, carriers and the catalogue.

**Getting started.** \`platen client create --name "Warehouse" --scope operator\` makes a client with the scope \`operator\`; exchange its id and secret for an access token at \`${config.AUTH_URL}/oauth/token\`. People sign in to the console instead. Programs and people have a role, and each operation says what it needs.

**Guides** are at [${config.BASE_URL}/docs/operator-api](${config.BASE_URL}/docs/operator-api).

**Conventions and errors** are those of the customers' API. An order is named by its client and its orderId, both percent-encoded in a path.`;

/** GET /operator/openapi.json: the document of the routes registered after this, in this scope alone. */
async function registerOperatorDocument(app: FastifyInstance, config: Config): Promise<void> {
  await registerDocument(app, config, {
    decorator: 'operatorDocument',
    title: 'Platen operator API',
    introduction: introduction(config),
    tags: [
      { name: 'Orders', description: 'Find and read the orders of all clients.' },
      { name: 'Work', description: 'Take orders from one status to the next.' },
      { name: 'Clients', description: 'Customers, their secrets, products and carriers.' },
      { name: 'Catalogue', description: 'Articles, products and carriers.' },
      { name: 'People', description: "The center's people: signing in, accounts, and who did what." },
      { name: 'Stations', description: 'Shared devices of the shop, badges and PINs, and who is signed on.' },
      { name: 'Reports', description: 'What needs a person, and how the last days were.' },
      { name: 'Webhooks', description: 'The webhook endpoints of all clients, and what was sent to them.' },
      { name: 'Stock', description: 'Stock on hand, and every movement of it.' },
      { name: 'Production', description: 'Pieces, batches, and what is scanned at stations.' },
      { name: 'Printing', description: 'Printers, and what is printed on them.' },
      { name: 'Service', description: 'The state of the service, and its settings.' },
    ],
    scope: { name: 'operator', description: "The center's own systems." },
    isHidden: () => false,
  });
  const document = (app as FastifyInstance & { operatorDocument: () => object }).operatorDocument;
  app.get('/operator/openapi.json', { schema: { hide: true } }, sendDocument(document.bind(app)));
}

/** Errors that a route answers to sessions only. */
const WITH_SESSION: readonly ErrorName[] = [
  'not_signed_in',
  'station_locked',
  'not_permitted',
  'foreign_origin',
];

interface Described {
  description?: string;
}

/** Adds the verb and the errors of sessions to the description of a route. Throws for a route without a verb. */
function describeStaffRoute(route: RouteOptions): void {
  const verb = route.config?.verb;
  if (!verb) throw new Error(`${route.method} ${route.url} names no verb (src/staff/role-rules.ts)`);
  const { schema } = route;
  if (!schema) return;
  const response = { ...(schema.response as Record<string, Described>) };
  for (const name of WITH_SESSION) {
    const [status, meaning] = ERRORS[name];
    const described = response[status];
    if (!described) continue;
    response[status] = { ...described, description: `${described.description}\n\n\`${name}\`: ${meaning}` };
  }
  const description = `${schema.description ?? ''} Needs \`${verb}\`.`.trim();
  route.schema = { ...schema, description, response };
}
