import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import { FixedContent } from '../../platform/http/fixed-content.ts';
import { publicPathOf } from '../../platform/http/public-path.ts';
import type { Config } from '../../platform/settings/config.ts';
import {
  CLIENT_PACKAGE,
  LANGUAGE_FILES,
  languageFile,
  packClient,
  postmanCollection,
} from './client-package.ts';
import { GUIDES, REFERENCES } from './guide-list.ts';
import { firstPage, guidePage, referencePage, type Site } from './guide-page.ts';
import { renderGuide } from './render-guide.ts';

const ROOT = join(import.meta.dirname, '../../..');
const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

export type GuideConfig = Pick<Config, 'BASE_URL' | 'AUTH_URL' | 'CENTER_NAME' | 'CENTER_LOGO'>;

/** All that is served under /docs, by the last part of its address; what takes long is made when it is asked for first. */
export interface GuideSite {
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
export async function openGuideSite(config: GuideConfig): Promise<GuideSite> {
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
