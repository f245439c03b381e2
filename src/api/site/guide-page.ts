import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from './escape-html.ts';
import {
  CENTER_GUIDES,
  CENTER_REFERENCE,
  CHANGELOG,
  GUIDES,
  type Guide,
  LINKED_FILES,
  type Reference,
  SHOP_GUIDES,
  SHOP_REFERENCE,
} from './guide-list.ts';
import { frameSamples } from './guide-samples.ts';
import { highlightCode } from './highlight-code.ts';

/** Texts and addresses that every page uses. Addresses of files are relative to /docs/. */
export interface Site {
  centerName: string;
  logo: string | undefined;
  baseUrl: string;
  authUrl: string;
  style: string;
  script: string;
  clientPackage: string;
}

const CENTER_HEADING = 'For the fulfillment center';

export function renderFirstPage(site: Site): string {
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
${cards([...SHOP_GUIDES, SHOP_REFERENCE, CHANGELOG])}
<h2>${CENTER_HEADING}</h2>
${cards([...CENTER_GUIDES, CENTER_REFERENCE])}`;
  return page(site, { title: 'Overview', slug: './', content });
}

/** Returns the page of the server's root address. Links are relative to `base`: the path of /docs/. */
export function rootPage(site: Site, base: string): string {
  const center = escapeHtml(site.centerName);
  const content = `<h1>${center}</h1>
<ul class="cards">
<li><a href="./"><strong>API</strong><span>For shops and their engineers: guides and references.</span></a></li>
<li><a href="../console/"><strong>Console</strong><span>For the people who work at ${center}.</span></a></li>
</ul>`;
  return page(site, { title: 'Start', slug: '', content, base });
}

/** Returns the page for an unknown address. Links are relative to `base`: the path of /docs/. */
export function notFoundPage(site: Site, base: string, message: string): string {
  const content = `<h1>Not found</h1>\n<p>${escapeHtml(message)}</p>`;
  return page(site, { title: 'Not found', slug: '', content, base });
}

export function guidePage(site: Site, { slug, title }: Guide, { html, headings }: RenderedGuide): string {
  const parts = headings.filter(({ depth }) => depth === 2);
  // A changelog with few versions has its sections below them.
  const sections = parts.length > 2 ? parts : headings.filter(({ depth }) => depth === 2 || depth === 3);
  const links = sections.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`).join('\n');
  const contents =
    sections.length > 2
      ? `<aside class="sections" aria-label="On this page"><p>On this page</p><ul>\n${links}\n</ul></aside>\n`
      : '';
  return page(site, { title, slug, content: html, beside: contents });
}

/** Returns a page that the scripts fill with the API reference. Addresses are relative to /docs/. */
export function referencePage(site: Site, { slug, title, document, canTry }: Reference, scripts: string[]): string {
  const tags = scripts.map((script) => `<script src="${script}" defer></script>`).join('\n');
  return `${head(site, title)}
${tags}
</head>
<body class="with-reference">
${banner(site, slug)}
<main id="reference" data-document="${document}" data-title="${escapeHtml(`${site.centerName}: ${title}`)}"${canTry ? ' data-try' : ''}></main>
<noscript><p class="notice">The reference needs JavaScript. The <a href="${document}">OpenAPI document</a> has all of it.</p></noscript>
</body>
</html>
`;
}

type PageParts = { title: string; slug: string; content: string; beside?: string; base?: string };

function page(site: Site, { title, slug, content, beside = '', base }: PageParts): string {
  // With a base, the address of this link would be another page.
  const skip = base === undefined ? '<a class="skip" href="#content">Skip to content</a>\n' : '';
  return `${head(site, title, base)}
</head>
<body>
${skip}${banner(site, slug)}
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

function head(site: Site, title: string, base?: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">${base === undefined ? '' : `\n<base href="${escapeHtml(base)}">`}
<title>${escapeHtml(`${title} · ${site.centerName} API`)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${site.style}">
<script src="${site.script}" defer></script>`;
}

/** The script shows it. */
const SEARCH = `<form class="search" role="search" hidden><input type="search" aria-label="Search" placeholder="Search (/)"><ul hidden></ul></form>`;

function banner(site: Site, slug: string): string {
  const logo = site.logo === undefined ? '' : `<img src="${escapeHtml(site.logo)}" alt="">`;
  return `<header class="banner">
<a class="brand" href="./">${logo}<span>${escapeHtml(site.centerName)}</span> <small>API</small></a>
<details class="menu"><summary>Pages</summary><nav aria-label="Pages">${menu(slug)}</nav></details>
${SEARCH}
</header>`;
}

function menu(slug: string): string {
  const link = (target: { slug: string; title: string }) =>
    `<li><a href="${target.slug}"${target.slug === slug ? ' aria-current="page"' : ''}>${escapeHtml(target.title)}</a></li>`;
  const group = (targets: readonly { slug: string; title: string }[]) => `<ul>\n${targets.map(link).join('\n')}\n</ul>`;
  const first = { slug: './', title: 'Overview' };
  return `${group([first, ...SHOP_GUIDES, SHOP_REFERENCE, CHANGELOG])}
<p>${CENTER_HEADING}</p>
${group([...CENTER_GUIDES, CENTER_REFERENCE])}`;
}

function cards(targets: readonly (Guide | Reference)[]): string {
  const card = ({ slug, title, summary }: Guide | Reference) =>
    `<li><a href="${slug}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(summary)}</span></a></li>`;
  return `<ul class="cards">\n${targets.map(card).join('\n')}\n</ul>`;
}

type Heading = { id: string; text: string; depth: number };
export type RenderedGuide = { html: string; headings: Heading[] };

/** Makes HTML from Markdown. Throws for HTML in it, and for a link to a file that is not served. */
export function renderGuide(
  markdown: string,
  file: string,
  addresses: Pick<Site, 'baseUrl' | 'authUrl'>,
): RenderedGuide {
  const headings: Heading[] = [];
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const html = this.parser.parseInline(tokens);
        const text = this.parser.parseInline(tokens, this.parser.textRenderer);
        const id = headingId(text, headings);
        headings.push({ id, text, depth });
        const anchor = depth === 1 ? html : `${html} <a class="anchor" href="#${id}" aria-label="Link">#</a>`;
        return `<h${depth} id="${id}">${anchor}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        return `<a href="${escapeHtml(servedAddress(href, file))}">${this.parser.parseInline(tokens)}</a>`;
      },
      code({ text, lang }: Tokens.Code) {
        if (lang === 'mermaid') return transitionTable(text, file);
        const language = lang?.split(' ', 1)[0] ?? '';
        const code = highlightCode(text, language);
        return `<pre tabindex="0"><code class="language-${escapeHtml(language || 'text')}">${code}\n</code></pre>\n`;
      },
      table(token: Tokens.Table) {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          `<tr>${row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>\n`;
        const isNamed = token.header.some(({ text }) => text.trim() !== '');
        const head = isNamed ? `<thead>${cells(token.header, 'th')}</thead>\n` : '';
        const body = token.rows.map((row) => cells(row, 'td')).join('');
        return `<div class="table" tabindex="0"><table>\n${head}<tbody>${body}</tbody>\n</table></div>\n`;
      },
      html({ text }: Tokens.HTML | Tokens.Tag) {
        if (/^<!--.*-->\s*$/s.test(text)) return '';
        throw new Error(`${file} contains HTML, which a guide must not: ${text}`);
      },
    },
  });
  const html = marked.parse(replaceAddresses(markdown, addresses), { async: false });
  return { html: frameSamples(html), headings };
}

/** Returns a state diagram as a table, since drawing it would need a script. */
function transitionTable(diagram: string, file: string): string {
  const rows = diagram.split('\n').flatMap((line) => {
    const arrow = /^\s*(\w+|\[\*\]) --> (\w+|\[\*\])(?:: (.+))?$/.exec(line);
    if (!arrow && !/^\s*(stateDiagram-v2)?\s*$/.test(line))
      throw new Error(`${file} has a diagram with a line that is not an arrow: ${line}`);
    const [, from = '', to = '', when = ''] = arrow ?? [];
    return !arrow || to === '[*]' ? [] : [[from === '[*]' ? '' : from, to, when]];
  });
  const code = (status = '') => (status ? `<code>${escapeHtml(status)}</code>` : '');
  const cells = rows.map(
    ([from, to, when = '']) => `<tr><td>${code(from)}</td><td>${code(to)}</td><td>${escapeHtml(when)}</td></tr>\n`,
  );
  return `<div class="table" tabindex="0"><table>
<thead><tr><th>from</th><th>to</th><th>when</th></tr></thead>
<tbody>${cells.join('')}</tbody>
</table></div>\n`;
}

/** Returns the id that GitHub gives the heading, so that links work here and there. */
function headingId(text: string, headings: readonly Heading[]): string {
  const id = text
    .toLowerCase()
    .replaceAll(/&\w+;|[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
  const namesakes = headings.filter((heading) => heading.id.replace(/-\d+$/, '') === id).length;
  return namesakes ? `${id}-${namesakes}` : id;
}

function servedAddress(href: string, file: string): string {
  if (/^(https:\/\/|#)/.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  const target = posix.join(posix.dirname(file), path);
  const address = GUIDES.find((guide) => guide.file === target)?.slug ?? LINKED_FILES[target];
  if (address === undefined) throw new Error(`${file} links to ${target}, which is not served under /docs.`);
  return fragment === undefined ? address : `${address}#${fragment}`;
}

/** Returns an overview for coding assistants, with a link to each guide as Markdown. */
export function assistantText({ baseUrl, authUrl, centerName }: Site): string {
  const link = ({ slug, title, summary }: Guide) => `- [${title}](${baseUrl}/docs/${slug}.md): ${summary}`;
  return `# ${centerName}: fulfillment API

> Send orders to a fulfillment center, follow them, and read what you may order. JSON over HTTPS, OAuth 2.0 client credentials.

API: ${baseUrl}/v1 - Tokens: ${authUrl}/oauth/token - OpenAPI 3.1: ${baseUrl}/openapi.json

- Keep the access token until it expires. Do not request one for each call.
- POST /v1/orders is idempotent by orderId: send the same order again after a lost answer.
- Every error has error, message, requestId and, if the request is invalid, all violations.
- Ignore unknown fields, error names, reasons and event types. Follow the Link header of lists.
- Clients: npm install ${baseUrl}/docs/sdk (TypeScript), and ${baseUrl}/docs/sdk/platen.py, platen.php and Platen.cs beside it.
- Consecutive samples of a guide in different languages do the same.
- Verify webhooks (Standard Webhooks) with the unparsed body. A sandbox client plays the center by /simulate.

## Guides

${SHOP_GUIDES.map(link).join('\n')}

## For the fulfillment center

${CENTER_GUIDES.map(link).join('\n')}
`;
}

/** Puts the addresses of this server into the examples, so that a reader can copy them. */
export function replaceAddresses(markdown: string, { baseUrl, authUrl }: Parameters<typeof renderGuide>[2]): string {
  return markdown
    .replaceAll('http://localhost:8080/oauth/', `${authUrl}/oauth/`)
    .replaceAll(/http:\/\/localhost:8080|https:\/\/fulfillment\.example\.com/g, baseUrl);
}
