import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { createTar } from 'nanotar';
import { Type } from 'typebox';
import { GUIDE_POLICY, LONE_PAGE_POLICY, REFERENCE_POLICY } from '../../platform/http/common-headers.ts';
import { CACHING, FixedContent, sendFixed } from '../../platform/http/fixed-content.ts';
import { publicPathOf } from '../../platform/http/public-path.ts';
import { mayShowPage } from '../../platform/http/request-faults.ts';
import { registerRoutes, routeUnder } from '../../platform/http/route-table.ts';
import { type Config, VERSION } from '../../platform/settings/config.ts';
import { CHANGELOG, GUIDES, type Guide, REFERENCES } from './guide-list.ts';
import {
  assistantText,
  guidePage,
  notFoundPage,
  referencePage,
  renderFirstPage,
  renderGuide,
  replaceAddresses,
  rootPage,
  type Site,
} from './guide-page.ts';
import { listOperations, sectionsOf } from './search-index.ts';

const route = routeUnder<GuideSite>('Guides');
const ROOT = join(import.meta.dirname, '../../..');
const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
/** The server's address in the committed files of the clients. */
const DEFAULT_BASE_URL = 'http://localhost:8080';
const CLIENT_PACKAGE = `platen-client-${VERSION}.tgz`;
const CLIENT_FILES = [
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'dist/platen-client.js',
  'dist/platen-client.d.ts',
  'dist/platen-client.cjs',
  'dist/platen-client.d.cts',
];
const COLLECTION = 'platen.postman_collection.json';
/** Clients of one file each, and a script that uses the API from a shell. */
export const LANGUAGE_FILES = ['platen.py', 'platen.php', 'Platen.cs', 'FirstOrder.cs', 'platen.sh'] as const;
type GuideConfig = Pick<Config, 'BASE_URL' | 'AUTH_URL' | 'CENTER_NAME' | 'CENTER_LOGO'>;
type Make = () => Promise<FixedContent>;

/** The content under /docs, by the last part of its address. Each content is made at its first request. */
export interface GuideSite {
  /** Path of /docs/ as the public sees it. */
  path: string;
  root: Make;
  notFound: (message: string) => string;
  guides: ReadonlyMap<string, Make>;
  references: ReadonlyMap<string, Make>;
  downloads: ReadonlyMap<string, Make>;
  /** Markdown of the guides, the search index and llms.txt, by the end of their address. */
  texts: ReadonlyMap<string, Make>;
  /** Returns the asset of this name, which ends in the hash of its content. */
  asset: (name: string) => Promise<FixedContent | undefined>;
}

const name = Type.Object({ name: Type.Optional(Type.String()) });

const redirectTo = (target: string) =>
  route({
    hide: true,
    handler: (site, _request, reply) => reply.redirect(`${site.path}${target}`, 301),
  });

const getPage = route({
  hide: true,
  params: name,
  handler: async (site, request, reply) => {
    const slug = request.params.name ?? '';
    const text = await site.texts.get(slug)?.();
    if (text) return sendFixed(request, reply, text, CACHING.page);
    const guide = site.guides.get(slug);
    const content = await (guide ?? site.references.get(slug))?.();
    if (!content) return reply.callNotFound();
    reply.header('content-security-policy', guide ? GUIDE_POLICY : REFERENCE_POLICY);
    return sendFixed(request, reply, content, CACHING.page);
  },
});

/** Only browsers get a page at the root address. */
const getRoot = route({
  hide: true,
  handler: async (site, request, reply) => {
    if (!mayShowPage(request)) return reply.callNotFound();
    reply.header('content-security-policy', LONE_PAGE_POLICY);
    return sendFixed(request, reply, await site.root(), CACHING.page);
  },
});

const getAssistantText = route({
  hide: true,
  handler: async (site, request, reply) => {
    const content = await site.texts.get('llms.txt')?.();
    return content ? sendFixed(request, reply, content, CACHING.page) : reply.callNotFound();
  },
});

const getDownload = route({
  hide: true,
  params: name,
  handler: async (site, request, reply) => {
    const content = await site.downloads.get(request.params.name ?? '')?.();
    return content ? sendFixed(request, reply, content, CACHING.page) : reply.callNotFound();
  },
});

const getAsset = route({
  hide: true,
  params: name,
  handler: async (site, request, reply) => {
    const content = await site.asset(request.params.name ?? '');
    return content ? sendFixed(request, reply, content, CACHING.immutable) : reply.callNotFound();
  },
});

/** Serves guides, the references of both APIs, clients and the Postman collection, without a token. */
export async function guideRoutes(app: FastifyInstance, { site }: { site: GuideSite }): Promise<void> {
  registerRoutes(app, site, [
    ['GET', '/', getRoot],
    ['GET', '/llms.txt', getAssistantText],
    ['GET', '/docs', redirectTo('')],
    ['GET', '/docs/', getPage],
    ['GET', '/docs/:name', getPage],
    ['GET', '/docs/sdk', redirectTo(`sdk/${CLIENT_PACKAGE}`)],
    ['GET', '/docs/sdk/:name', getDownload],
    ['GET', '/docs/assets/:name', getAsset],
  ]);
}

export async function openGuideSite(config: GuideConfig): Promise<GuideSite> {
  const style = new FixedContent('text/css; charset=utf-8', await readOwn('src/api/site/guides.css'));
  const starter = new FixedContent(SCRIPT, await readOwn('src/api/site/start-reference.js'));
  const script = new FixedContent(SCRIPT, await readOwn('src/api/site/guide-script.js'));
  const scalar = makeOnce(loadReferenceScript);
  const site: Site = {
    get centerName() {
      return config.CENTER_NAME;
    },
    logo: config.CENTER_LOGO && `../images/${config.CENTER_LOGO}`,
    baseUrl: config.BASE_URL,
    authUrl: config.AUTH_URL,
    style: `assets/guides-${style.hash}.css`,
    script: `assets/guide-${script.hash}.js`,
    clientPackage: `sdk/${CLIENT_PACKAGE}`,
  };
  const makePage = (make: Make) => makeOnce(make, () => config.CENTER_NAME);
  const guides = [...GUIDES, CHANGELOG].map((guide) => {
    const make = async () => {
      const text = await readOwn(guide.file);
      // The changelog also names files that are not served.
      const own = guide === CHANGELOG ? text.replace(/\[([^\]]+)\]\(docs\/[^)]*\)/g, '$1') : text;
      const rendered = renderGuide(own, guide.file, site);
      return new FixedContent(HTML, guidePage(site, guide, rendered));
    };
    return [guide.slug, makePage(make)] as const;
  });
  const first = makePage(async () => new FixedContent(HTML, renderFirstPage(site)));
  const references = REFERENCES.map((reference) => {
    const make = async () => {
      const scripts = [`assets/scalar-${(await scalar()).hash}.js`, `assets/reference-${starter.hash}.js`];
      return new FixedContent(HTML, referencePage(site, reference, scripts));
    };
    return [reference.slug, makePage(make)] as const;
  });
  const collection = () => readWithAddress('application/json', COLLECTION, config.BASE_URL);
  const languages = LANGUAGE_FILES.map((name) => {
    const make = () => readWithAddress('text/plain; charset=utf-8', `languages/${name}`, config.BASE_URL);
    return [name, makeOnce(make)] as const;
  });
  const path = `${publicPathOf(config.BASE_URL)}/docs/`;
  return {
    path,
    root: makePage(async () => new FixedContent(HTML, rootPage(site, path))),
    notFound: (message) => notFoundPage(site, path, message),
    guides: new Map([['', first], ...guides]),
    references: new Map(references),
    downloads: new Map<string, Make>([
      [CLIENT_PACKAGE, makeOnce(packClient)],
      [COLLECTION, makeOnce(collection)],
      ...languages,
    ]),
    texts: new Map(listTexts(site)),
    asset: async (name) => {
      const assets = name.startsWith('scalar-') ? [await scalar()] : [style, starter, script];
      return assets.find(({ hash }) => name.includes(`-${hash}.`));
    },
  };
}

/** Makes the search index of the guides and of the customers' API. */
async function makeSearchIndex(site: Site): Promise<FixedContent> {
  const render = async (guide: Guide) => sectionsOf(guide, renderGuide(await readOwn(guide.file), guide.file, site));
  const guides = await Promise.all(GUIDES.map(render));
  const sections = [...guides.flat(), ...listOperations(JSON.parse(await readOwn('openapi.json')))];
  return new FixedContent('application/json; charset=utf-8', JSON.stringify(sections));
}

const MARKDOWN = 'text/markdown; charset=utf-8';

/** Returns the Markdown of each guide with the addresses of this server, the search index, and llms.txt. */
function listTexts(site: Site): [string, Make][] {
  const guides = GUIDES.map(({ slug, file }): [string, Make] => {
    return [
      `${slug}.md`,
      makeOnce(async () => new FixedContent(MARKDOWN, replaceAddresses(await readOwn(file), site))),
    ];
  });
  const overview = makeOnce(
    async () => new FixedContent('text/plain; charset=utf-8', assistantText(site)),
    () => site.centerName,
  );
  return [...guides, ['search.json', makeOnce(() => makeSearchIndex(site))], ['llms.txt', overview]];
}

function readOwn(file: string): Promise<string> {
  return readFile(join(ROOT, file), 'utf8');
}

/** Keeps the content that `make` returns first. A failure is not kept, nor content for another `name`. */
function makeOnce(make: Make, name = () => ''): Make {
  let made: { name: string; content: Promise<FixedContent> } | undefined;
  return () => {
    if (made?.name === name()) return made.content;
    const content = make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    made = { name: name(), content };
    return content;
  };
}

/** Loads the script of the API reference (4 MB) from its plugin. Our pages start it by a file, not inline. */
async function loadReferenceScript(): Promise<FixedContent> {
  // Imported on first use: at start it would be a tenth of all loaded code.
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const plugin = Fastify();
  await plugin.register(scalar, { routePrefix: '/reference', configuration: { url: '/openapi.json' } });
  const { statusCode, rawPayload } = await plugin.inject('/reference/js/scalar.js');
  await plugin.close();
  if (statusCode !== 200) throw new Error(`The plugin answered ${statusCode} for the script of the reference.`);
  return new FixedContent(SCRIPT, rawPayload);
}

/** Reads a file of client/ and replaces the default address by the address of this server. */
async function readWithAddress(type: string, file: string, baseUrl: string): Promise<FixedContent> {
  const text = await readOwn(join('client', file));
  return new FixedContent(
    type,
    text.replaceAll(DEFAULT_BASE_URL, () => baseUrl),
  );
}

/** Packs the TypeScript client as npm does. The same version has the same bytes on every server. */
export async function packClient(): Promise<FixedContent> {
  const { scripts: _ours, ...manifest } = JSON.parse(await readOwn('client/package.json'));
  const attrs = { mode: '644', uid: 0, gid: 0, mtime: 0 };
  const entries = await Promise.all(
    CLIENT_FILES.map(async (file) => ({
      name: `package/${file}`,
      data: await readFile(join(ROOT, 'client', file)),
      attrs,
    })),
  );
  const tar = createTar([
    { name: 'package/package.json', data: `${JSON.stringify(manifest, null, 2)}\n`, attrs },
    ...entries,
  ]);
  return new FixedContent('application/gzip', await promisify(gzip)(tar, { level: 9 }));
}
