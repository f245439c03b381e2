import { escapeHtml } from './escape-html.ts';
import {
  CENTER_GUIDES,
  CENTER_REFERENCE,
  type Guide,
  type Reference,
  SHOP_GUIDES,
  SHOP_REFERENCE,
} from './guide-list.ts';
import type { RenderedGuide } from './render-guide.ts';

/** What every page shows of the fulfillment center and this server. Addresses of files are relative to /docs/. */
export interface Site {
  centerName: string;
  logo: string | undefined;
  baseUrl: string;
  authUrl: string;
  style: string;
  clientPackage: string;
}

const CENTER_HEADING = 'For the fulfillment center';

/** The first page: where everything is. */
export function firstPage(site: Site): string {
  const { baseUrl, authUrl } = site;
  const content = `<h1>${escapeHtml(site.centerName)} API</h1>
<p class="lead">Send orders, follow them, and read what you may order. All you need is this address, and the client id and secret
that the fulfillment center gave you.</p>
<dl class="facts">
<dt>API</dt><dd><code>${escapeHtml(baseUrl)}/v1</code></dd>
<dt>Tokens</dt><dd><code>${escapeHtml(authUrl)}/oauth/token</code></dd>
<dt>OpenAPI document</dt><dd><a href="${SHOP_REFERENCE.document}">${escapeHtml(baseUrl)}/openapi.json</a></dd>
<dt>TypeScript client</dt><dd><a href="${site.clientPackage}">${escapeHtml(baseUrl)}/docs/${site.clientPackage}</a></dd>
</dl>
${cards([...SHOP_GUIDES, SHOP_REFERENCE])}
<h2>${CENTER_HEADING}</h2>
${cards([...CENTER_GUIDES, CENTER_REFERENCE])}`;
  return page(site, { title: 'Overview', slug: './', content });
}

/** A guide with its menu and, where it has several, its headings. */
export function guidePage(site: Site, { slug, title }: Guide, { html, headings }: RenderedGuide): string {
  const sections = headings.filter(({ depth }) => depth === 2);
  const links = sections.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`).join('\n');
  const contents =
    sections.length > 2
      ? `<aside class="sections" aria-label="On this page"><p>On this page</p><ul>\n${links}\n</ul></aside>\n`
      : '';
  return page(site, { title, slug, content: html, beside: contents });
}

/** The reference, which the scripts fill. Addresses are relative to /docs/. */
export function referencePage(site: Site, { slug, title, document }: Reference, scripts: string[]): string {
  const tags = scripts.map((script) => `<script src="${script}" defer></script>`).join('\n');
  return `${head(site, title)}
${tags}
</head>
<body class="with-reference">
${banner(site, slug)}
<main id="reference" data-document="${document}" data-title="${escapeHtml(`${site.centerName}: ${title}`)}"></main>
<noscript><p class="notice">The reference needs JavaScript. The <a href="${document}">OpenAPI document</a> has all of it.</p></noscript>
</body>
</html>
`;
}

interface PageParts {
  title: string;
  slug: string;
  content: string;
  beside?: string;
}

function page(site: Site, { title, slug, content, beside = '' }: PageParts): string {
  return `${head(site, title)}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
${banner(site, slug)}
<div class="columns">
<nav class="pages" aria-label="Pages">${menu(slug)}</nav>
<main id="content">
${content}
</main>
${beside}</div>
</body>
</html>
`;
}

function head(site: Site, title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(`${title} · ${site.centerName} API`)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${site.style}">`;
}

/** On a narrow screen the menu is folded away under the name. */
function banner(site: Site, slug: string): string {
  const logo = site.logo === undefined ? '' : `<img src="${escapeHtml(site.logo)}" alt="">`;
  return `<header class="banner">
<a class="brand" href="./">${logo}<span>${escapeHtml(site.centerName)}</span> <small>API</small></a>
<details class="menu"><summary>Pages</summary><nav aria-label="Pages">${menu(slug)}</nav></details>
</header>`;
}

function menu(slug: string): string {
  const link = (target: { slug: string; title: string }) =>
    `<li><a href="${target.slug}"${target.slug === slug ? ' aria-current="page"' : ''}>${escapeHtml(target.title)}</a></li>`;
  const group = (targets: readonly { slug: string; title: string }[]) =>
    `<ul>\n${targets.map(link).join('\n')}\n</ul>`;
  const first = { slug: './', title: 'Overview' };
  return `${group([first, ...SHOP_GUIDES, SHOP_REFERENCE])}
<p>${CENTER_HEADING}</p>
${group([...CENTER_GUIDES, CENTER_REFERENCE])}`;
}

function cards(targets: readonly (Guide | Reference)[]): string {
  const card = ({ slug, title, summary }: Guide | Reference) =>
    `<li><a href="${slug}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(summary)}</span></a></li>`;
  return `<ul class="cards">\n${targets.map(card).join('\n')}\n</ul>`;
}
