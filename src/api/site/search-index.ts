import { unescapeHtml } from './escape-html.ts';
import { type Guide, SHOP_REFERENCE } from './guide-list.ts';
import type { RenderedGuide } from './guide-page.ts';

/** A part of a page that the search finds. */
export interface SearchSection {
  page: string;
  title: string;
  address: string;
  text: string;
}

/** The rest of a longer section is not found. */
const SECTION_LENGTH_MAX = 20_000;

/** Splits a guide at its headings. */
export function sectionsOf({ slug, title }: Guide, { html, headings }: RenderedGuide): SearchSection[] {
  const parts = html.split(/(?=<h[1-6] id=)/);
  return headings.map(({ id, text }, index) => ({
    ...{ page: title, title: unescapeHtml(text), address: index === 0 ? slug : `${slug}#${id}` },
    text: textOf(parts.find((part) => part.includes(` id="${id}"`)) ?? '').slice(0, SECTION_LENGTH_MAX),
  }));
}

/** Returns the text without tags. Coloured code stays in one piece. */
function textOf(html: string): string {
  return unescapeHtml(html.replace(/<\/?span[^>]*>/g, '').replace(/<[^>]+>/g, ' '));
}

type Operation = { operationId?: string; summary?: string; tags?: string[] };

/** Returns the operations of an OpenAPI document, with the anchors that the reference gives them. */
export function listOperations({ paths }: { paths: Record<string, Record<string, Operation>> }): SearchSection[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId = '', summary = '', tags: [tag = ''] = [] }]) => {
      const name = `${method.toUpperCase()} ${path}`;
      return {
        page: `${SHOP_REFERENCE.title}: ${name}`,
        title: summary,
        address: `${SHOP_REFERENCE.slug}#tag/${tag.toLowerCase()}/${method.toUpperCase()}${path}`,
        text: [name, operationId].join(' '),
      };
    }),
  );
}
