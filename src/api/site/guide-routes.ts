import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { createTar } from 'nanotar';
import { Type } from 'typebox';
import { CACHING, FixedContent, sendFixed } from '../../platform/http/fixed-content.ts';
import { publicPathOf } from '../../platform/http/public-path.ts';
import { type Route, registerRoutes, route } from '../../platform/http/route-table.ts';
import { GUIDE_POLICY, REFERENCE_POLICY } from '../../platform/http/security-headers.ts';
import type { Config } from '../../platform/settings/config.ts';
import { VERSION } from '../../platform/settings/version.ts';
import { GUIDES, REFERENCES } from './guide-list.ts';
import { firstPage, guidePage, referencePage, renderGuide, type Site } from './guide-page.ts';

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

const ROOT = join(import.meta.dirname, '../../..');
const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

type GuideConfig = Pick<Config, 'BASE_URL' | 'AUTH_URL' | 'CENTER_NAME' | 'CENTER_LOGO'>;

/** All that is served under /docs, by the last part of its address; what takes long is made when it is asked for first. */
interface GuideSite {
  /** Path of /docs as the public sees it. */
  path: string;
  guides: ReadonlyMap<string, () => Promise<FixedContent>>;
  references: ReadonlyMap<string, () => Promise<FixedContent>>;
  /** The asset of this name, which ends in the hash of its content. */
  asset: (name: string) => Promise<FixedContent | undefined>;
  clientPackage: () => Promise<FixedContent>;
  collection: () => Promise<FixedContent>;
  languages: ReadonlyMap<string, () => Promise<FixedContent>>;
}

/** A guide is refused that links to what is not served: a test asks for each of them. */
async function openGuideSite(config: GuideConfig): Promise<GuideSite> {
  const style = new FixedContent('text/css; charset=utf-8', await readOurs('src/api/site/guides.css'));
  const starter = new FixedContent(SCRIPT, await readOurs('src/api/site/start-reference.js'));
  const scalar = once(referenceScript);
  const site: Site = {
    centerName: config.CENTER_NAME,
    logo: config.CENTER_LOGO && `../images/${config.CENTER_LOGO}`,
    baseUrl: config.BASE_URL,
    authUrl: config.AUTH_URL,
    style: `assets/guides-${style.hash}.css`,
    clientPackage: `sdk/${CLIENT_PACKAGE}`,
  };
  const guides = GUIDES.map((guide) => {
    const make = async () => {
      const rendered = renderGuide(await readOurs(guide.file), guide.file, site);
      return new FixedContent(HTML, guidePage(site, guide, rendered));
    };
    return [guide.slug, once(make)] as const;
  });
  const first = once(async () => new FixedContent(HTML, firstPage(site)));
  const references = REFERENCES.map((reference) => {
    const make = async () => {
      const scripts = [`assets/scalar-${(await scalar()).hash}.js`, `assets/reference-${starter.hash}.js`];
      return new FixedContent(HTML, referencePage(site, reference, scripts));
    };
    return [reference.slug, once(make)] as const;
  });
  return {
    path: `${publicPathOf(config.BASE_URL)}/docs/`,
    guides: new Map([['', first], ...guides]),
    references: new Map(references),
    asset: async (name) => {
      const assets = name.startsWith('scalar-') ? [await scalar()] : [style, starter];
      return assets.find(({ hash }) => name.includes(`-${hash}.`));
    },
    clientPackage: once(packClient),
    collection: once(() => postmanCollection(config.BASE_URL)),
    languages: new Map(
      LANGUAGE_FILES.map((name) => [name, once(() => languageFile(name, config.BASE_URL))] as const),
    ),
  };
}

/** A file of this repository. */
function readOurs(file: string): Promise<string> {
  return readFile(join(ROOT, file), 'utf8');
}

/** Made when it is asked for first; after a failure, made anew. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** Loads the script of the API reference, 4 MB, from its plugin. Our pages start it by a file, not by an inline script. */
async function referenceScript(): Promise<FixedContent> {
  // Loaded here, since the plugin would be a tenth of what a start loads.
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const plugin = Fastify();
  await plugin.register(scalar, { routePrefix: '/reference', configuration: { url: '/openapi.json' } });
  const { statusCode, rawPayload } = await plugin.inject('/reference/js/scalar.js');
  await plugin.close();
  if (statusCode !== 200) throw new Error(`The script of the reference is not where it was: ${statusCode}.`);
  return new FixedContent('text/javascript; charset=utf-8', rawPayload);
}

const CLIENT = join(import.meta.dirname, '../../../client');
const FILES = [
  'README.md',
  'LICENSE',
  'dist/platen-client.js',
  'dist/platen-client.d.ts',
  'dist/platen-client.cjs',
  'dist/platen-client.d.cts',
];
/** Nothing in it tells when or where it was made, so that the same version has the same bytes on every server. */
const ENTRY = { mode: '644', uid: 0, gid: 0, mtime: 0 };

/** Name of the TypeScript client's package under /docs/sdk/. */
const CLIENT_PACKAGE = `platen-client-${VERSION}.tgz`;

/** Name of the collection for Postman under /docs/sdk/. */
const COLLECTION = 'platen.postman_collection.json';
/** Clients in one file each under /docs/sdk/, and how to use them from a shell. */
export const LANGUAGE_FILES = ['platen.py', 'platen.php', 'Platen.cs', 'FirstOrder.cs', 'platen.sh'] as const;
/** What the files that are committed have as the server's address. */
const DEFAULT_BASE_URL = 'http://localhost:8080';

/** The collection for Postman, with this server's address. */
function postmanCollection(baseUrl: string): Promise<FixedContent> {
  return withAddress('application/json', COLLECTION, baseUrl);
}

/** The client in one file of another language, with this server's address. */
function languageFile(name: string, baseUrl: string): Promise<FixedContent> {
  return withAddress('text/plain; charset=utf-8', join('languages', name), baseUrl);
}

async function withAddress(type: string, file: string, baseUrl: string): Promise<FixedContent> {
  const text = await readFile(join(CLIENT, file), 'utf8');
  return new FixedContent(
    type,
    text.replaceAll(DEFAULT_BASE_URL, () => baseUrl),
  );
}

/** The TypeScript client as npm packs it, for `npm install` by its address. */
export async function packClient(): Promise<FixedContent> {
  const { scripts: _ours, ...manifest } = JSON.parse(await readFile(join(CLIENT, 'package.json'), 'utf8'));
  const entries = await Promise.all(
    FILES.map(async (file) => ({
      name: `package/${file}`,
      data: await readFile(join(CLIENT, file)),
      attrs: ENTRY,
    })),
  );
  const tar = createTar([
    { name: 'package/package.json', data: `${JSON.stringify(manifest, null, 2)}\n`, attrs: ENTRY },
    ...entries,
  ]);
  return new FixedContent('application/gzip', await promisify(gzip)(tar, { level: 9 }));
}
