import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Pool } from 'pg';
import { Registry } from 'prom-client';
import { announcedReturnRoutes } from './api/customers/announced-return-routes.ts';
import { catalogRoutes, imageRoutes } from './api/customers/catalog-routes.ts';
import { credentialRoutes } from './api/customers/credential-routes.ts';
import { eventFeedRoutes } from './api/customers/event-feed-routes.ts';
import { fileRoutes } from './api/customers/file-routes.ts';
import { orderBatchRoutes } from './api/customers/order-batch-routes.ts';
import { orderRoutes } from './api/customers/order-routes.ts';
import { orderVerbRoutes } from './api/customers/order-verb-routes.ts';
import { ownStockRoutes } from './api/customers/own-stock-routes.ts';
import { quoteRoutes } from './api/customers/quote-routes.ts';
import { describeScope, requireClient } from './api/customers/require-client.ts';
import { tokenRoutes } from './api/customers/token-routes.ts';
import { webhookRoutes } from './api/customers/webhook-routes.ts';
import { guideRoutes, openGuideSite } from './api/site/guide-routes.ts';
import { healthRoutes } from './api/site/health-routes.ts';
import { registerOpenApi } from './api/site/openapi.ts';
import { serveConsole } from './api/site/serve-console.ts';
import { operatorApi } from './api/staff/operator-api.ts';
import { CatalogCache } from './catalog/catalog-cache.ts';
import { AccessTokens } from './clients/access-tokens.ts';
import { chargeChunkedBody } from './clients/body-quota.ts';
import { ClientAuthenticator } from './clients/client-authenticator.ts';
import { ClientRegistry } from './clients/client-registry.ts';
import { SecretUses } from './clients/secret-uses.ts';
import type { SigningKeys } from './clients/signing-keys.ts';
import { keepContextOf } from './jobs/open-jobs.ts';
import { ShopSettingsKeeper } from './operations/keep-shop-settings.ts';
import { countSignIns, measureAdmission, measureBatches } from './operations/metrics/platen-metrics.ts';
import type { CreateOrderContext } from './orders/create/create-order.ts';
import { ORDER_EVENT_SCHEMAS } from './orders/document/order-life-schemas.ts';
import { PictureFolders } from './orders/files/draw-pictures.ts';
import { openOrderBatches } from './orders/rows/order-batches.ts';
import { PaperPress } from './papers/paper-press.ts';
import { currentAsker } from './platform/database/asker.ts';
import type { BlobStore } from './platform/files/blobs.ts';
import type { DiskWatch } from './platform/files/disk-watch.ts';
import { openBlobs, watchBlobs } from './platform/files/open-blobs.ts';
import { FileJudge, TaskPool } from './platform/files/task-pool.ts';
import { registerAnswerInTime } from './platform/http/answer-in-time.ts';
import { ByteShares } from './platform/http/byte-shares.ts';
import { registerCommonHeaders, requestId, setCommonHeaders } from './platform/http/common-headers.ts';
import { Connections } from './platform/http/connections.ts';
import { type Deprecation, registerDeprecations } from './platform/http/deprecations.ts';
import { registerErrorHandler, sendError, toApiError } from './platform/http/error-handler.ts';
import type { HealthCheck } from './platform/http/health-check.ts';
import { BODY_BYTES_MAX, registerJsonBody } from './platform/http/json-body.ts';
import { registerObservation } from './platform/http/observe-requests.ts';
import { targetReader } from './platform/http/public-path.ts';
import { RateLimiter } from './platform/http/rate-limit.ts';
import { readQuery, registerNotFound, registerRequestFaults } from './platform/http/request-faults.ts';
import { registerRequestForm } from './platform/http/request-form.ts';
import { RequestGate } from './platform/http/request-gate.ts';
import { registerStorableText } from './platform/http/storable-text.ts';
import { requestValidator } from './platform/http/violations.ts';
import { safeAgent } from './platform/network/safe-agent.ts';
import { FaultLog } from './platform/observability/fault-log.ts';
import type { Config } from './platform/settings/config.ts';
import { OTHER_EVENT_SCHEMAS, webhookDocument } from './webhooks/event-schemas.ts';

/** orderId: 128 characters of up to four bytes, each percent-encoded. */
const PATH_PARAMETER_LENGTH_MAX = 128 * 4 * 3;

declare module 'fastify' {
  interface FastifyInstance {
    connections: Connections;
  }
}

export interface AppDependencies {
  config: Config;
  pool: Pool;
  keys: SigningKeys;
  encryptionKey: Uint8Array;
  log: FastifyBaseLogger;
  /** The environment variables of the settings. Default: the variables of the process. */
  environment?: Readonly<Record<string, string | undefined>>;
  clock?: () => Date;
  registry?: Registry;
  faults?: FaultLog;
  /** Returns the checks of /health/ready?verbose, without the database. */
  checkHealth?: () => Promise<HealthCheck[]>;
  /** Milliseconds that a request may take. Tests shorten it. */
  answerMsMax?: number | undefined;
  /** Stores the files of orders. Default: the store in the settings. */
  blobs?: BlobStore;
  /** Keeps the shop's part of `config` equal to the stored settings. */
  shop?: ShopSettingsKeeper;
  disk?: Pick<DiskWatch, 'mayFetch' | 'claim'>;
  /** The processes that inspect files. Default: one process. */
  fileJudge?: FileJudge;
  /** The processes that draw pictures of files. Default: one process. */
  drawing?: TaskPool;
  /** Folder of the built console. Default: the folder of `npm ci`. */
  console?: string | undefined;
  // Each of these notifies the background of new work; without them, the background finds it later.
  onWork?: CreateOrderContext['onWork'];
  onPrint?: (printerId: string) => void;
  onPapers?: (parcel: string) => void;
  onLabel?: (parcel: string) => void;
  onRun?: (runId: string) => void;
  onMachine?: (machineId: string) => void;
  onSend?: (requestId: string) => void;
  press?: PaperPress;
  /** Deprecated parts of the customers' API. Default: the deprecations of this version. */
  deprecations?: readonly Deprecation[];
}

const ignore = () => {};
const ROOMY = { mayFetch: () => true, claim: () => true };

/** Builds the HTTP server, which does not listen yet. Closing the server also ends its background work. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { config, pool, keys, encryptionKey, log, clock = () => new Date() } = dependencies;
  const { registry = new Registry(), onWork = ignore, faults = new FaultLog(log) } = dependencies;
  const { blobs = watchBlobs(openBlobs(config), faults) } = dependencies;
  const { checkHealth = async () => [], drawing = new TaskPool({ processes: 1 }) } = dependencies;
  const { shop = new ShopSettingsKeeper(pool, config) } = dependencies;
  const { disk = ROOMY, fileJudge = new FileJudge({ processes: 1 }) } = dependencies;

  const { clients, uses, tokens } = openTokens({ config, pool, keys, log, clock }, faults);
  const catalog = new CatalogCache(pool);
  const validation = { catalog, filesPerOrderMax: config.FILES_PER_ORDER_MAX };
  const batches = openOrderBatches(pool, measureBatches(registry));
  const { apiLimiter, tokenLimiter } = openLimiters(config, pool, log, faults);

  const connections = new Connections({
    onClosed: countedWarning(log, 'closed', 'too many connections: some were closed'),
    trusted: config.TRUSTED_PROXIES,
  });
  const gate = new RequestGate({
    readTarget: targetReader(config),
    callerOf: (request) => tokens.callerOf(request),
    trustedProxies: config.TRUSTED_PROXIES,
    limiter: apiLimiter,
    connections,
    onRefused: countedWarning(log, 'refused', 'requests are refused: too many at once, or above a quota'),
  });
  measureAdmission(registry, gate);
  const shares = new ByteShares();
  const app = Fastify({
    loggerInstance: log,
    // http/observe logs each answer in one line.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestId,
    bodyLimit: BODY_BYTES_MAX,
    routerOptions: { maxParamLength: PATH_PARAMETER_LENGTH_MAX, querystringParser: readQuery },
    // Our own parser and schemas refuse duplicate and hostile property names.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    // Requests that arrive while the server stops are still answered.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) =>
      sendError(toApiError(error), error, request, setCommonHeaders(request, reply, config.BASE_URL)),
    serverFactory: (handler) => connections.createServer(gate.guard(handler)),
    // http/connections answers such requests.
    clientErrorHandler: () => {},
  });
  app.decorate('connections', connections);
  app.decorate('baseUrl', config.BASE_URL);
  app.decorateRequest('caller');
  app.setValidatorCompiler(requestValidator);
  // Response schemas only document the API; they do not serialize.
  app.setSerializerCompiler(() => JSON.stringify);
  registerObservation(app, registry);
  registerCommonHeaders(app, config.BASE_URL);
  shares.register(app);
  registerAnswerInTime(app, shares, dependencies.answerMsMax);
  registerRequestFaults(app);
  registerErrorHandler(app, faults);
  registerJsonBody(app, shares);
  registerStorableText(app);
  const site = await openGuideSite(config);
  registerNotFound(app, site.notFound);
  const events = [...ORDER_EVENT_SCHEMAS, ...OTHER_EVENT_SCHEMAS];
  await registerOpenApi(app, config, webhookDocument(events, { retrySeconds: config.WEBHOOK_RETRY_SECONDS }));

  await app.register(healthRoutes, { pool, checkHealth });
  const authenticator = new ClientAuthenticator(pool, clients);
  await app.register(tokenRoutes, { config, authenticator, keys, tokens, limiter: tokenLimiter });
  const { environment = process.env, press = new PaperPress() } = dependencies;
  const { onPrint = ignore, onPapers = ignore, onLabel = ignore, onRun = ignore } = dependencies;
  const keep = openKeeping(config, { pool, clock, blobs, disk, fileJudge });
  await app.register(async (customer) => {
    const gate = { tokens, limiter: apiLimiter, trustedProxies: config.TRUSTED_PROXIES };
    customer.addHook('onRequest', requireClient(gate, 'fulfillment'));
    customer.addHook('onRoute', describeScope);
    if (apiLimiter) customer.addHook('preParsing', chargeChunkedBody(apiLimiter));
    registerRequestForm(customer);
    registerDeprecations(customer, config.BASE_URL, dependencies.deprecations);
    const orders = { config, pool, batches, ...validation, clock, onWork };
    await customer.register(orderRoutes, orders);
    await customer.register(orderVerbRoutes, orders);
    await customer.register(orderBatchRoutes, { batches, ...validation, clock, onWork, limiter: apiLimiter });
    await customer.register(fileRoutes, { config, pool, batches, ...validation, blobs, clock, disk, keep });
    await customer.register(quoteRoutes, { config, pool, ...validation, clock, encryptionKey });
    await customer.register(catalogRoutes, { config, pool, catalog });
    await customer.register(ownStockRoutes, { pool });
    await customer.register(eventFeedRoutes, { pool, clock });
    await customer.register(announcedReturnRoutes, { config, pool, clock, press, onLabel });
    await customer.register(credentialRoutes, { config, pool, tokens, uses, limiter: apiLimiter, clock });
    await customer.register(webhookRoutes, { config, pool, encryptionKey, clock });
  });
  const onSignIn = countSignIns(registry);
  const { onMachine = ignore, onSend = ignore } = dependencies;
  const notices = { onWork, onPrint, onPapers, onLabel, onRun, onMachine, onSend };
  const staff = { config, pool, blobs, drawing, tokens, limiter: apiLimiter, clock, encryptionKey, keep, press, shop };
  const watch = { environment, checkHealth, onSignIn, faults };
  await app.register(operatorApi, { ...staff, batches, ...validation, ...notices, ...watch });
  await app.register(imageRoutes, { dataDir: config.DATA_DIR });
  await app.register(guideRoutes, { site });
  await app.register(serveConsole, { config, built: dependencies.console });

  startAccess(app, [clients, uses]);
  closeOwn(app, dependencies, { press, drawing, fileJudge });
  return app;
}

type KeepingParts = Omit<Parameters<typeof keepContextOf>[1], 'agent' | 'folder'>;

/** Opens the fetching and storing of files for requests, with a folder for each fetch. */
function openKeeping(config: Config, parts: KeepingParts): ReturnType<typeof keepContextOf> {
  const folders = new PictureFolders();
  const agent = safeAgent({ allow: config.FILE_FETCH_ALLOW, party: () => currentAsker()?.party });
  return keepContextOf(config, { ...parts, agent, folder: () => folders.make(parts.clock()) });
}

/** Starts background work that ends with the server. */
function startAccess(app: FastifyInstance, parts: readonly { start: () => void; stop: () => void }[]): void {
  for (const one of parts) {
    one.start();
    app.addHook('onClose', async () => one.stop());
  }
}

/** Closes the parts that the caller of `buildApp` did not give. */
function closeOwn(
  app: FastifyInstance,
  given: AppDependencies,
  used: { press: PaperPress; drawing: TaskPool; fileJudge: FileJudge },
): void {
  for (const name of ['press', 'drawing', 'fileJudge'] as const)
    if (!given[name]) app.addHook('onClose', () => used[name].close());
}

function openLimiters(config: Config, pool: Pool, log: FastifyBaseLogger, faults: FaultLog) {
  const { RATE_LIMIT: api, TOKEN_RATE_LIMIT: token } = config;
  const onError = (error: unknown) => {
    if (!faults.caught(error)) log.warn({ err: error }, 'a quota could not be read: this process counts alone');
  };
  return {
    apiLimiter: api && new RateLimiter('api', api, { pool, onError }),
    tokenLimiter: token && new RateLimiter('token', token, { pool, onError }),
  };
}

type TokenDependencies = Required<Pick<AppDependencies, 'config' | 'pool' | 'keys' | 'log' | 'clock'>>;

function openTokens({ config, pool, keys, log, clock }: TokenDependencies, faults: FaultLog) {
  const clients = openClients(pool, log, faults);
  const uses = new SecretUses(pool, clock, (error) => {
    if (!faults.caught(error)) log.warn({ err: error }, 'the last use of secrets could not be saved');
  });
  const tokens = new AccessTokens(keys, clients, {
    uses,
    issuer: config.AUTH_URL,
    audience: config.BASE_URL,
    lifetimeSeconds: config.TOKEN_TTL_SECONDS,
    clock,
  });
  return { clients, uses, tokens };
}

function openClients(pool: Pool, log: FastifyBaseLogger, faults: FaultLog): ClientRegistry {
  return new ClientRegistry(pool, (error) => {
    if (!faults.caught(error))
      log.error({ err: error }, 'the clients could not be read again; their last state is used');
  });
}

const WARNING_INTERVAL_MS = 10_000;

/** Returns a function that counts, and logs the count since its last line at most every 10 s. */
function countedWarning(log: FastifyBaseLogger, name: string, message: string): () => void {
  let count = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return () => {
    count++;
    const now = performance.now();
    if (now - loggedAt < WARNING_INTERVAL_MS) return;
    log.warn({ [name]: count }, message);
    count = 0;
    loggedAt = now;
  };
}
