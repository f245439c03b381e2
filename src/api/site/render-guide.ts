import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from './escape-html.ts';
import { GUIDES, LINKED_FILES } from './guide-list.ts';

export interface Heading {
  id: string;
  /** Plain text. */
  text: string;
  depth: number;
}

export interface RenderedGuide {
  html: string;
  headings: Heading[];
}

/** Where the guides' own examples send requests, and where they are sent here. */
export interface Addresses {
  baseUrl: string;
  authUrl: string;
  /** The TypeScript client, relative to /docs/. */
  clientPackage: string;
}

/**
 * Makes a page's HTML from the Markdown of one of our own files. Throws for a link to a file that is not served, and for HTML in the
 * Markdown, so that neither reaches a reader. `file` is from the root of the repository.
 */
export function renderGuide(markdown: string, file: string, addresses: Addresses): RenderedGuide {
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
        const language = lang?.split(' ', 1)[0] || 'text';
        return `<pre tabindex="0"><code class="language-${escapeHtml(language)}">${escapeHtml(text)}\n</code></pre>\n`;
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
        throw new Error(`${file} has HTML in it, which guides are made without: ${text}`);
      },
    },
  });
  const html = marked.parse(withAddresses(markdown, addresses), { async: false });
  return { html, headings };
}

/** A state diagram as a table: who draws it is a script, and these pages have none. */
function transitionTable(diagram: string, file: string): string {
  const rows = diagram.split('\n').flatMap((line) => {
    const arrow = /^\s*(\w+|\[\*\]) --> (\w+|\[\*\])(?:: (.+))?$/.exec(line);
    if (!arrow && !/^\s*(stateDiagram-v2)?\s*$/.test(line))
      throw new Error(`${file} has a diagram with a line that is no arrow: ${line}`);
    const [, from = '', to = '', when = ''] = arrow ?? [];
    return !arrow || to === '[*]' ? [] : [[from === '[*]' ? '' : from, to, when]];
  });
  const code = (status = '') => (status ? `<code>${escapeHtml(status)}</code>` : '');
  const cells = rows.map(
    ([from, to, when = '']) =>
      `<tr><td>${code(from)}</td><td>${code(to)}</td><td>${escapeHtml(when)}</td></tr>\n`,
  );
  return `<div class="table" tabindex="0"><table>
<thead><tr><th>from</th><th>to</th><th>when</th></tr></thead>
<tbody>${cells.join('')}</tbody>
</table></div>\n`;
}

/** The same id as GitHub gives a heading, so that links in the files lead to it in both places. */
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

/** The examples with this server's addresses, so that they can be pasted. */
function withAddresses(markdown: string, { baseUrl, authUrl, clientPackage }: Addresses): string {
  return markdown
    .replaceAll('sdk/platen-client-VERSION.tgz', clientPackage)
    .replaceAll('http://localhost:8080/oauth/', `${authUrl}/oauth/`)
    .replaceAll(/http:\/\/localhost:8080|https:\/\/fulfillment\.example\.com/g, baseUrl);
}
