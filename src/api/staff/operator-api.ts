import { Readable } from 'node:stream';
import cookie from '@fastify/cookie';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { AccessTokens } from '../../clients/access-tokens.ts';
import { chargeChunkedBody } from '../../clients/body-quota.ts';
import type { ShopSettingsKeeper } from '../../operations/keep-shop-settings.ts';
import type { ChangeOrderContext } from '../../orders/change/change-order.ts';
import type { ValidationContext } from '../../orders/create/validate-order.ts';
import { PictureDrawer } from '../../orders/files/draw-pictures.ts';
import type { KeepContext } from '../../orders/intake/keep-files.ts';
import type { OrderBatches } from '../../orders/rows/order-batches.ts';
import { paperSettings } from '../../packing/draw-parcel-papers.ts';
import type { PaperPress } from '../../papers/paper-press.ts';
import { ERRORS, type ErrorName } from '../../platform/errors/errors.ts';
import type { BlobStore } from '../../platform/files/blobs.ts';
import type { TaskPool } from '../../platform/files/task-pool.ts';
import { sendDocument } from '../../platform/http/fixed-content.ts';
import type { HealthCheck } from '../../platform/http/health-check.ts';
import type { RateLimiter } from '../../platform/http/rate-limit.ts';
import { registerRequestForm } from '../../platform/http/request-form.ts';
import { safeAgent } from '../../platform/network/safe-agent.ts';
import type { FaultLog } from '../../platform/observability/fault-log.ts';
import type { Config } from '../../platform/settings/config.ts';
import { ScanNumbers } from '../../production/scan-numbers.ts';
import { OpenIdProvider } from '../../staff/openid-provider.ts';
import { SessionRegistry, StationRegistry } from '../../staff/session-registry.ts';
import { Attempts, SignInLimits } from '../../staff/sign-in-limits.ts';
import type { OnSignIn } from '../../staff/sign-in-outcomes.ts';
import { checkClient } from '../customers/require-client.ts';
import { registerDocument } from '../site/openapi.ts';
import { catalogImportRoutes } from './catalog/catalog-import-routes.ts';
import { customsRoutes } from './catalog/customs-routes.ts';
import { printSettingsRoutes } from './catalog/print-settings-routes.ts';
import { staffCatalogRoutes } from './catalog/staff-catalog-routes.ts';
import { clientSlipRoutes } from './clients/client-slip-routes.ts';
import { staffClientRoutes } from './clients/staff-client-routes.ts';
import { priceListRoutes } from './money/price-list-routes.ts';
import { statementRoutes } from './money/statement-routes.ts';
import { alertRoutes } from './operations/alert-routes.ts';
import { checklistRoutes } from './operations/checklist-routes.ts';
import { settingsRoutes } from './operations/settings-routes.ts';
import { shopSettingsRoutes } from './operations/shop-settings-routes.ts';
import { enteredOrderRoutes } from './orders/entered-order-routes.ts';
import { noteRoutes } from './orders/note-routes.ts';
import { bulkChangeRoutes, bulkShipRoutes } from './orders/order-bulk-routes.ts';
import { orderFileRoutes } from './orders/order-file-routes.ts';
import { orderJobRoutes } from './orders/order-job-routes.ts';
import { orderListRoutes } from './orders/order-list-routes.ts';
import { orderMarkRoutes } from './orders/order-mark-routes.ts';
import { orderPrintRoutes } from './orders/order-print-routes.ts';
import { orderTransitionRoutes } from './orders/order-transition-routes.ts';
import { orderViewRoutes } from './orders/order-view-routes.ts';
import { staffOrderRoutes } from './orders/staff-order-routes.ts';
import { handOverRoutes } from './packing/hand-over-routes.ts';
import { parcelRoutes } from './packing/parcel-routes.ts';
import { returnRoutes } from './packing/return-routes.ts';
import { scanRoutes } from './packing/scan-routes.ts';
import { machineJobRoutes } from './printing/machine-job-routes.ts';
import { machineRoutes } from './printing/machine-routes.ts';
import { printJobRoutes } from './printing/print-job-routes.ts';
import { printerRoutes } from './printing/printer-routes.ts';
import { batchRoutes } from './production/batch-routes.ts';
import { floorRoutes } from './production/floor-routes.ts';
import { paperRoutes } from './production/paper-routes.ts';
import { pickRoutes } from './production/pick-routes.ts';
import { pieceFileRoutes } from './production/piece-file-routes.ts';
import { pieceRoutes } from './production/piece-routes.ts';
import { sheetRoutes } from './production/sheet-routes.ts';
import { reportRoutes } from './reports/report-routes.ts';
import { wallBoardRoutes, wallFiguresRoutes } from './reports/wall-routes.ts';
import { labelProviderRoutes, parcelNewsRoutes } from './shipping/label-provider-routes.ts';
import { labelRoutes } from './shipping/label-routes.ts';
import { cartRateRoutes, shopRateRoutes } from './shops/shop-rate-routes.ts';
import { shopNewsRoutes, shopRoutes } from './shops/shop-routes.ts';
import { accountRoutes } from './staff/account-routes.ts';
import { auditRoutes } from './staff/audit-routes.ts';
import { meRoutes } from './staff/me-routes.ts';
import { keepOutOfCaches, requireStaff, SessionCookies } from './staff/require-staff.ts';
import { signInRoutes } from './staff/sign-in-routes.ts';
import { stationRoutes } from './staff/station-routes.ts';
import { openingRoutes, stationSessionRoutes } from './staff/station-session-routes.ts';
import { countRoutes } from './stock/count-routes.ts';
import { deliveryRoutes } from './stock/delivery-routes.ts';
import { placeRoutes } from './stock/place-routes.ts';
import { purchaseRoutes } from './stock/purchase-routes.ts';
import { stockListRoutes } from './stock/stock-list-routes.ts';
import { stockRoutes } from './stock/stock-routes.ts';
import { supplierRoutes } from './stock/supplier-routes.ts';
import { shopConnectionRoutes } from './webhooks/shop-connection-routes.ts';
import { staffWebhookRoutes } from './webhooks/staff-webhook-routes.ts';

interface OperatorApiOptions extends ChangeOrderContext, ValidationContext {
  batches: OrderBatches;
  config: Config;
  blobs: BlobStore;
  drawing: TaskPool;
  keep: KeepContext;
  tokens: AccessTokens;
  limiter: RateLimiter | undefined;
  /** Key from which the cookies of known browsers are derived. */
  encryptionKey: Uint8Array;
  environment: Readonly<Record<string, string | undefined>>;
  checkHealth: () => Promise<HealthCheck[]>;
  onPrint: (printerId: string) => void;
  onPapers: (parcel: string) => void;
  onLabel: (parcel: string) => void;
  onRun: (runId: string) => void;
  onMachine: (machineId: string) => void;
  onSend: (requestId: string) => void;
  press: PaperPress;
  shop: ShopSettingsKeeper;
  faults: FaultLog;
  onSignIn: OnSignIn;
}

/** Registers the API of staff and their programs: all of /operator, with its API document. */
export async function operatorApi(app: FastifyInstance, options: OperatorApiOptions): Promise<void> {
  const { config, pool, clock, tokens, limiter } = options;
  await registerOperatorDocument(app, config);
  // Only `SessionCookies` reads cookies. Parsing all of them would take seconds during a flood.
  await app.register(cookie, { hook: false });
  app.decorateRequest('session', undefined);
  app.decorateRequest('station', undefined);
  const cookies = new SessionCookies(config);
  const sessions = new SessionRegistry(pool, clock);
  const callback = `${config.BASE_URL}/operator/v1/session/openid/callback`;
  const provider = config.OPENID && new OpenIdProvider(config.OPENID, callback);
  const attempts = new Attempts(pool, clock);
  const limits = new SignInLimits(attempts, options.encryptionKey);
  const stations = new StationRegistry(pool, clock, config.STATION_LOCK_SECONDS * 1_000);
  const staff = {
    ...{ config, pool, clock, sessions, stations, cookies, attempts, limits, provider },
    onSignIn: options.onSignIn,
  };
  const agent = safeAgent({ allow: [...config.FILE_FETCH_ALLOW, ...config.WEBHOOK_ALLOW] });
  app.addHook('onClose', () => agent.destroy());
  const shops = { ...options, agent, platenUrl: config.BASE_URL };
  await registerOpenRoutes(app, staff, shops);
  await app.register(async (operator) => {
    const requireToken = checkClient({ tokens, limiter, trustedProxies: config.TRUSTED_PROXIES }, 'operator');
    const gate = { baseUrl: config.BASE_URL, cookies, sessions, stations, limiter, requireToken };
    operator.addHook('onRequest', requireStaff(gate));
    operator.addHook('onSend', keepOutOfCaches);
    operator.addHook('onRoute', describeStaffRoute);
    operator.addHook('onRoute', makeNoFileForHead);
    if (limiter) operator.addHook('preParsing', chargeChunkedBody(limiter));
    registerRequestForm(operator);
    await operator.register(orderListRoutes, options);
    await operator.register(orderViewRoutes, options);
    await operator.register(orderJobRoutes, options);
    await operator.register(staffOrderRoutes, options);
    const pictures = { ...options, drawer: new PictureDrawer(options) };
    await operator.register(orderFileRoutes, pictures);
    await operator.register(orderPrintRoutes, options);
    await operator.register(enteredOrderRoutes, options);
    await operator.register(orderTransitionRoutes, options);
    await operator.register(noteRoutes, options);
    await operator.register(orderMarkRoutes, options);
    await operator.register(bulkShipRoutes, options);
    await operator.register(bulkChangeRoutes, options);
    await operator.register(staffClientRoutes, options);
    await operator.register(clientSlipRoutes, options);
    await operator.register(catalogImportRoutes, options);
    await operator.register(staffCatalogRoutes, options);
    await operator.register(printSettingsRoutes, options);
    await operator.register(customsRoutes, options);
    await operator.register(stockListRoutes, options);
    await operator.register(stockRoutes, options);
    await operator.register(placeRoutes, options);
    await operator.register(deliveryRoutes, options);
    await operator.register(supplierRoutes, options);
    await operator.register(purchaseRoutes, options);
    await operator.register(countRoutes, options);
    await operator.register(printerRoutes, options);
    await operator.register(printJobRoutes, options);
    await operator.register(machineRoutes, options);
    await operator.register(machineJobRoutes, options);
    await operator.register(labelProviderRoutes, options);
    await operator.register(labelRoutes, options);
    const production = {
      pool,
      clock,
      numbers: new ScanNumbers(pool),
      stepOrder: config.PRODUCTION_STEPS,
      packRequires: config.PACK_REQUIRES,
      config,
      printFileName: config.PRINT_FILE_NAME,
    };
    await operator.register(batchRoutes, { config, production });
    await operator.register(floorRoutes, { config, production });
    await operator.register(pickRoutes, options);
    await operator.register(pieceRoutes, { production });
    await operator.register(pieceFileRoutes, { ...pictures, production });
    const papers = { ...options, ...paperSettings(config) };
    await operator.register(paperRoutes, papers);
    await operator.register(sheetRoutes, papers);
    const { onPapers, onLabel, onSend } = options;
    await operator.register(scanRoutes, { production, onPapers, onLabel, onSend });
    await operator.register(parcelRoutes, options);
    await operator.register(handOverRoutes, options);
    await operator.register(returnRoutes, options);
    await operator.register(priceListRoutes, options);
    await operator.register(statementRoutes, options);
    await operator.register(reportRoutes, options);
    await operator.register(wallBoardRoutes, options);
    await operator.register(staffWebhookRoutes, options);
    await operator.register(shopConnectionRoutes, options);
    await operator.register(shopRoutes, shops);
    await operator.register(shopRateRoutes, shops);
    await operator.register(accountRoutes, staff);
    await operator.register(meRoutes, staff);
    await operator.register(stationRoutes, staff);
    await operator.register(openingRoutes, staff);
    await operator.register(auditRoutes, options);
    await operator.register(settingsRoutes, options);
    await operator.register(shopSettingsRoutes, options);
    await operator.register(checklistRoutes, options);
    await operator.register(alertRoutes, options);
  });
}

/** Registers what nobody signs in for: signing in itself, stations, wall boards, and news from outside. */
async function registerOpenRoutes(
  app: FastifyInstance,
  staff: Parameters<typeof signInRoutes>[1] & Parameters<typeof stationSessionRoutes>[1],
  options: OperatorApiOptions & Parameters<typeof shopNewsRoutes>[1] & Parameters<typeof cartRateRoutes>[1],
): Promise<void> {
  await app.register(async (open) => {
    registerRequestForm(open);
    await open.register(signInRoutes, staff);
    await open.register(stationSessionRoutes, staff);
    await open.register(wallFiguresRoutes, options);
    await open.register(parcelNewsRoutes, options);
    await open.register(shopNewsRoutes, options);
    await open.register(cartRateRoutes, options);
  });
}

const introduction = (
  config: Config,
) => `The API for the systems of the fulfillment center. It processes the orders of all clients, and manages stock, clients, carriers and the catalogue.

**Getting started.** \`platen client create --name "Warehouse" --scope operator\` creates a client with the scope \`operator\`. Exchange its id and secret for an access token at \`${config.AUTH_URL}/oauth/token\`. People sign in to the console instead. Programs and people have a role, and each operation states the permission that it needs.

**Guides** are at [${config.BASE_URL}/docs/operator-api](${config.BASE_URL}/docs/operator-api).

**Conventions and errors** match the customer API. A path names an order by its clientId and orderId, both percent-encoded.`;

async function registerOperatorDocument(app: FastifyInstance, config: Config): Promise<void> {
  await registerDocument(app, config, {
    decorator: 'operatorDocument',
    title: 'Platen operator API',
    introduction: introduction(config),
    tags: [
      { name: 'Orders', description: 'Finding and reading the orders of all clients.' },
      { name: 'Work', description: 'Changing the status of orders.' },
      { name: 'Clients', description: 'Customers, their secrets, products and carriers.' },
      { name: 'Catalogue', description: 'Articles, products and carriers.' },
      { name: 'People', description: 'Sign-in, accounts, and the audit log.' },
      { name: 'Stations', description: 'Shared devices, badges, PINs, and signing on.' },
      { name: 'Alerts', description: 'Causes that a person should look into.' },
      { name: 'Money', description: 'Price lists, charges and statements of clients.' },
      { name: 'Reports', description: 'Open problems, and figures of the last days.' },
      { name: 'Webhooks', description: 'The webhook endpoints of all clients, and their deliveries.' },
      { name: 'Shops', description: 'Shops that are connected in the console, and the mapping of their products.' },
      { name: 'Stock', description: 'Stock levels and movements.' },
      { name: 'Production', description: 'Pieces, batches, parcels, and scans at stations.' },
      { name: 'Printing', description: 'Printers and print jobs.' },
      { name: 'Machines', description: 'Machines that take print files, their queues and rules.' },
      { name: 'Postage', description: 'Label providers, label rules, packages, and labels that are bought.' },
      { name: 'Service', description: 'Health and settings of the service.' },
    ],
    scopes: { operator: 'The systems of the fulfillment center.' },
    isHidden: () => false,
  });
  const document = (app as FastifyInstance & { operatorDocument: () => object }).operatorDocument;
  app.get('/operator/openapi.json', { schema: { hide: true } }, sendDocument(document.bind(app)));
}

const WITH_SESSION: readonly ErrorName[] = ['not_signed_in', 'station_locked', 'not_permitted', 'foreign_origin'];
type Described = { description?: string };

/** Adds the permission and the session errors to the document. Throws for a route without a `verb`. */
function describeStaffRoute(route: RouteOptions): void {
  const verb = route.config?.verb;
  if (!verb) throw new Error(`${route.method} ${route.url} has no verb (src/staff/role-rules.ts)`);
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

/** Answers HEAD of a file that GET would make with the type alone: no work and no audit record. */
function makeNoFileForHead(route: RouteOptions): void {
  const { 200: made, 304: isStored } = (route.schema?.response ?? {}) as Record<number, { content?: object }>;
  const type = Object.keys(made?.content ?? {}).find((name) => name !== 'application/json');
  if (route.method !== 'HEAD' || !type || isStored) return;
  route.handler = (_request, reply) => reply.type(type).send(Readable.from([]));
}
