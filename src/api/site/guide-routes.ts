import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { GUIDE_POLICY, REFERENCE_POLICY } from '../../platform/http/common-headers.ts';
import { CACHING, sendFixed } from '../../platform/http/fixed-content.ts';
import { type Route, registerRoutes, route } from '../../platform/http/route-table.ts';
import { CLIENT_PACKAGE, COLLECTION } from './client-package.ts';
import { type GuideConfig, type GuideSite, openGuideSite } from './guide-site.ts';

const name = Type.Object({ name: Type.Optional(Type.String()) });

/** Leads from /docs and /docs/sdk to what they stand for. */
const redirect = (target: string): Route<GuideSite> => ({
  schema: { hide: true },
  handler: (site, _request, reply) => reply.redirect(`${site.path}${target}`, 301),
});

const getPage = route({
  schema: { hide: true, params: name },
  handler: async (site: GuideSite, request, reply) => {
    const slug = request.params.name ?? '';
    const guide = site.guides.get(slug);
    const content = await (guide ?? site.references.get(slug))?.();
    if (!content) return reply.callNotFound();
    reply.header('content-security-policy', guide ? GUIDE_POLICY : REFERENCE_POLICY);
    return sendFixed(request, reply, content, CACHING.page);
  },
});

const getClientPackage: Route<GuideSite> = {
  schema: { hide: true },
  handler: async (site, request, reply) =>
    sendFixed(request, reply, await site.clientPackage(), CACHING.page),
};

const getCollection: Route<GuideSite> = {
  schema: { hide: true },
  handler: async (site, request, reply) => sendFixed(request, reply, await site.collection(), CACHING.page),
};

const getLanguageFile = route({
  schema: { hide: true, params: name },
  handler: async (site: GuideSite, request, reply) => {
    const content = await site.languages.get(request.params.name ?? '')?.();
    return content ? sendFixed(request, reply, content, CACHING.page) : reply.callNotFound();
  },
});

const getAsset = route({
  schema: { hide: true, params: name },
  handler: async (site: GuideSite, request, reply) => {
    const content = await site.asset(request.params.name ?? '');
    return content ? sendFixed(request, reply, content, CACHING.immutable) : reply.callNotFound();
  },
});

/** Everything under /docs: the guides, the references of both APIs, the clients and the collection for Postman. Open to everybody. */
export async function guideRoutes(app: FastifyInstance, { config }: { config: GuideConfig }): Promise<void> {
  const site = await openGuideSite(config);
  registerRoutes(app, site, [
    ['GET', '/docs', redirect('')],
    ['GET', '/docs/', getPage],
    ['GET', '/docs/:name', getPage],
    ['GET', '/docs/sdk', redirect(`sdk/${CLIENT_PACKAGE}`)],
    ['GET', `/docs/sdk/${CLIENT_PACKAGE}`, getClientPackage],
    ['GET', `/docs/sdk/${COLLECTION}`, getCollection],
    ['GET', '/docs/sdk/:name', getLanguageFile],
    ['GET', '/docs/assets/:name', getAsset],
  ]);
}
