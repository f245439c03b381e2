import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { tryLabel } from '../../../packing/choose-label.ts';
import { trackSoon } from '../../../packing/label-tracking-store.ts';
import { readOrderAsParcel } from '../../../packing/read-parcel.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { isStorable } from '../../../platform/database/statement-parts.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { orderNotFound } from '../../../platform/errors/errors.ts';
import {
  changeAnswers,
  emptyAnswer,
  openErrorAnswers,
  readAnswers,
  WITH_BODY,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { sentence } from '../../../production/floor-sentences.ts';
import { cheapestRate } from '../../../shipping/labels/label-choice-rules.ts';
import { LabelError } from '../../../shipping/labels/label-provider.ts';
import {
  findProvider,
  listLabelRules,
  listPackages,
  listProviders,
  type Package,
  type StoredProvider,
} from '../../../shipping/labels/label-provider-store.ts';
import {
  addLabelProvider,
  callWithProvider,
  changeLabelProvider,
  isNewsSecret,
  labelProviderNotFound,
  newsSecretOf,
  packageCodeOf,
  removeLabelProvider,
  saveLabelRules,
  savePackages,
} from '../../../shipping/labels/manage-label-providers.ts';
import { mayDo } from '../../../staff/role-rules.ts';
import { createdAnswers, emptyAnswers, plainAnswers } from '../fields/operator-schemas.ts';
import { readById, refuseBadNames, type StaffContext, withoutNulls } from '../fields/staff-requests.ts';
import {
  LabelRulesRequest,
  LabelRulesSchema,
  NewProviderRequest,
  NewsParams,
  NewsRequest,
  PackagesRequest,
  PackagesSchema,
  ProviderChangeRequest,
  ProviderParams,
  ProviderSchema,
  ProviderTestSchema,
  TriedRulesSchema,
  TryRulesRequest,
} from './label-provider-schemas.ts';

const PROVIDERS = '/operator/v1/label-providers';
const RULES = '/operator/v1/label-rules';
const PACKAGES = '/operator/v1/packages';
const NEWS = '/operator/v1/parcel-news';
const NEWS_BYTES_MAX = 262_144;
const NEWS_TEXTS_MAX = 1_000;
const NEWS_DEPTH_MAX = 10;
/** The limit of a test or try, which a person waits for. */
const TRY_TIMEOUT_MS = 15_000;
/** Such a call ends by its limit, also if the browser has gone. */
const NEVER = new AbortController().signal;

interface LabelProviderOptions extends Pick<StaffContext, 'pool' | 'clock'> {
  config: Pick<Config, 'BASE_URL' | 'PACKAGING_GRAMS'>;
  encryptionKey: Uint8Array;
}

const route = routeUnder<LabelProviderOptions>('Postage');

const getProviders = route({
  operationId: 'listLabelProviders',
  summary: 'List the label providers',
  description: 'Returns all providers, sorted by name, without their credentials.',
  response: readAnswers('The providers.', Type.Array(ProviderSchema)),
  handler: async (context, request, reply) => {
    const providers = await withRetry(() => listProviders(context.pool));
    const rows = providers.map((one) => showProvider(context, request, one));
    return sendJson(request, reply, rows);
  },
});

const postProvider = route({
  config: refuseBadNames('name'),
  operationId: 'addLabelProvider',
  summary: 'Add a label provider',
  description:
    'Labels are bought from it when a rule names it. A private address is allowed, because only an admin sets it.',
  body: NewProviderRequest,
  response: createdAnswers(
    'The provider.',
    ProviderSchema,
    'Address of the provider.',
    'label_provider_name_taken',
    'too_many_label_providers',
  ),
  handler: async (context, request, reply) => {
    const { body, caller } = request;
    const fields = { ...body, address: body.address ?? null, isTest: body.isTest ?? false };
    const added = await addLabelProvider(context, fields, { by: actorOf(caller), now: context.clock() });
    reply.code(201).header('location', `${context.config.BASE_URL}${PROVIDERS}/${added.providerId}`);
    return showProvider(context, request, added);
  },
});

const patchProvider = route({
  config: refuseBadNames('name'),
  operationId: 'changeLabelProvider',
  summary: 'Change a label provider',
  description: 'Idempotent: repeating the request changes nothing.',
  params: ProviderParams,
  body: ProviderChangeRequest,
  response: changeAnswers(
    'The changed provider.',
    ProviderSchema,
    'label_provider_not_found',
    'label_provider_name_taken',
  ),
  handler: async (context, request) => {
    const { body, caller, params } = request;
    const doing = { by: actorOf(caller), now: context.clock() };
    return showProvider(context, request, await changeLabelProvider(context, params.providerId, body, doing));
  },
});

const deleteProvider = route({
  operationId: 'deleteLabelProvider',
  summary: 'Delete a label provider',
  description: 'Deletes its credentials and its rules too. Labels that are to be voided remain paid.',
  params: ProviderParams,
  response: emptyAnswers('The provider is deleted.', 'label_provider_not_found'),
  handler: async ({ pool, clock }, { params, caller }, reply) => {
    await removeLabelProvider(pool, params.providerId, { by: actorOf(caller), now: clock() });
    return reply.code(204).send();
  },
});

const postTest = route({
  operationId: 'testLabelProvider',
  summary: 'Test a label provider',
  description: 'Asks the provider with the stored credentials. Nothing is bought.',
  params: ProviderParams,
  response: plainAnswers('The result.', ProviderTestSchema, 'label_provider_not_found'),
  handler: async ({ pool, encryptionKey }, { params }) => {
    const provider = await readById(params.providerId, (id) => findProvider(pool, id), labelProviderNotFound);
    try {
      await callWithProvider(provider, { encryptionKey, signal: NEVER, timeoutMs: TRY_TIMEOUT_MS }, (opened) =>
        opened.test(),
      );
      return { works: true };
    } catch (error) {
      return { works: false, sentence: sentenceOf(error, provider.name) };
    }
  },
});

function sentenceOf(error: unknown, provider: string) {
  if (!(error instanceof LabelError)) throw error;
  return sentence(error.problem, { provider, message: error.words });
}

const getRules = route({
  operationId: 'listLabelRules',
  summary: 'List the label rules',
  description: 'Returns the rules in their order. The first rule that fits a parcel decides.',
  response: readAnswers('The rules.', LabelRulesSchema),
  handler: async ({ pool }, request, reply) =>
    sendJson(request, reply, { rules: await withRetry(() => listLabelRules(pool)) }),
});

const putRules = route({
  operationId: 'replaceLabelRules',
  summary: 'Replace the label rules',
  description:
    'A parcel that no rule fits gets an address label, and its tracking number is scanned. Idempotent: repeating the request changes nothing.',
  body: LabelRulesRequest,
  response: changeAnswers('The rules.', LabelRulesSchema),
  handler: async ({ pool, clock }, { body, caller }) => {
    await saveLabelRules(pool, body.rules, { by: actorOf(caller), now: clock() });
    return { rules: body.rules };
  },
});

const postTry = route({
  operationId: 'tryLabelRules',
  summary: 'Try the label rules on an order',
  description: 'Returns the rule, provider, service and price for the whole order as one parcel. Nothing is bought.',
  body: TryRulesRequest,
  response: changeAnswers('The choice.', TriedRulesSchema, 'order_not_found'),
  handler: async ({ pool, clock, config, encryptionKey }, { body }) => {
    const data = await readOrderAsParcel(pool, body, config.PACKAGING_GRAMS);
    if (!data) throw orderNotFound();
    const context = { pool, clock, encryptionKey, timeoutMs: TRY_TIMEOUT_MS };
    const tried = await tryLabel(context, data, NEVER);
    if ('problem' in tried) return { rates: [], sentences: tried.problem.details };
    const { choice, rates, error } = tried;
    const { place, provider, rule, shipment } = choice;
    const rate =
      choice.service === undefined
        ? cheapestRate(rates, rule.withinDays)
        : rates.find(({ service }) => service === choice.service);
    const service = choice.service ?? rate?.service;
    const missing = sentence('label_no_service', { provider: provider.name });
    return {
      ...(place !== undefined && { place }),
      ...{ providerId: provider.providerId, providerName: provider.name, weightGrams: shipment.weightGrams },
      ...(service !== undefined && { service }),
      ...(rate && { rate }),
      rates,
      sentences: error ? [sentenceOf(error, provider.name)] : service === undefined ? [missing] : [],
    };
  },
});

const getPackages = route({
  operationId: 'listPackages',
  summary: 'List the packages',
  description: 'Returns the boxes and bags of the center in their order.',
  response: readAnswers('The packages.', PackagesSchema),
  handler: async ({ pool }, request, reply) =>
    sendJson(request, reply, { packages: (await withRetry(() => listPackages(pool))).map(withCode) }),
});

const withCode = (one: Package) => ({ ...one, code: packageCodeOf(one) });

const putPackages = route({
  operationId: 'replacePackages',
  summary: 'Replace the packages',
  description: 'Packages that are not in the list are deleted.',
  body: PackagesRequest,
  response: changeAnswers('The packages.', PackagesSchema),
  handler: async ({ pool, clock }, { body, caller }) => ({
    packages: (await savePackages(pool, body.packages, { by: actorOf(caller), now: clock() })).map(withCode),
  }),
});

const postNews = route({
  bodyLimit: NEWS_BYTES_MAX,
  operationId: 'reportParcelNews',
  summary: 'Report that there are news of parcels',
  description:
    'For label providers, as a webhook: `newsUrl` of the provider. Platen asks the provider within a minute about each parcel whose key, label or tracking number is in the body. The rest of the body is ignored.',
  security: [],
  params: NewsParams,
  body: NewsRequest,
  response: { 204: emptyAnswer('Received.'), ...openErrorAnswers('label_provider_not_found', ...WITH_BODY) },
  handler: async ({ pool, clock, encryptionKey }, { params, body }, reply) => {
    const { providerId, secret } = params;
    if (!isNewsSecret(encryptionKey, providerId, secret)) throw labelProviderNotFound();
    const texts: string[] = [];
    collectTexts(body, texts, 0);
    await withRetry(() => trackSoon(pool, providerId, texts, clock()));
    return reply.code(204).send();
  },
});

function collectTexts(value: unknown, texts: string[], depth: number): void {
  if (texts.length >= NEWS_TEXTS_MAX || depth > NEWS_DEPTH_MAX) return;
  if (isStorable(value)) texts.push(value);
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) collectTexts(part, texts, depth + 1);
}

/** Returns the provider, without its address in the center's network for callers who cannot change it. */
function showProvider(
  { config, encryptionKey }: LabelProviderOptions,
  { caller }: FastifyRequest,
  { credentialsEncrypted, address, ...provider }: StoredProvider,
) {
  const seesAddress = mayDo(caller.role, 'labels.change');
  const { providerId } = provider;
  return withoutNulls({
    ...provider,
    address: seesAddress ? address : null,
    newsUrl: seesAddress ? `${config.BASE_URL}${NEWS}/${providerId}/${newsSecretOf(encryptionKey, providerId)}` : null,
    hasCredentials: credentialsEncrypted !== null,
  });
}

export const labelProviderRoutes = routeTable<LabelProviderOptions>([
  ['GET', PROVIDERS, getProviders, { verb: 'labels.read' }],
  ['POST', PROVIDERS, postProvider, { verb: 'labels.change' }],
  ['PATCH', `${PROVIDERS}/:providerId`, patchProvider, { verb: 'labels.change' }],
  ['DELETE', `${PROVIDERS}/:providerId`, deleteProvider, { verb: 'labels.change' }],
  ['POST', `${PROVIDERS}/:providerId/test`, postTest, { verb: 'labels.change' }],
  ['GET', RULES, getRules, { verb: 'labels.read' }],
  ['PUT', RULES, putRules, { verb: 'labels.change' }],
  ['POST', `${RULES}/try`, postTry, { verb: 'labels.read' }],
  ['GET', PACKAGES, getPackages, { verb: 'floor.read' }],
  ['PUT', PACKAGES, putPackages, { verb: 'labels.change' }],
]);

export const parcelNewsRoutes = routeTable<LabelProviderOptions>([['POST', `${NEWS}/:providerId/:secret`, postNews]]);
