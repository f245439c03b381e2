import type { ApiConnection, CallOptions, Query } from './api-connection.ts';
import type { Answer } from './exchange.ts';
import { nextTarget } from './link-header.ts';
import { PlatenError } from './platen-errors.ts';
import { keepResponse } from './responses.ts';

/** Paging options of a list. */
export type CursorQuery = {
  /** Elements per page, 1 to 500. It does not limit the whole list. */
  limit?: number | undefined;
  /** Start of the page: `nextCursor` of the previous page. */
  cursor?: string | undefined;
};

/** Paging options of a list with page numbers. */
export type PageQuery = CursorQuery & {
  /** Number of the first page, starting at 1. Ignored if `cursor` is set. Prefer `cursor` for long lists. */
  page?: number | undefined;
};

export interface Page<Element> {
  items: Element[];
  /** The `cursor` of the next page; undefined on the last page. */
  nextCursor: string | undefined;
}

/** One page of a list with a known length. */
export interface CountedPage<Element> extends Page<Element> {
  /** Number of elements on all pages. */
  totalItems: number;
}

/**
 * A list of the API. It sends requests only when it is read: by `for await`, by page, or as an array. Each
 * read starts at the first page again.
 */
export class List<Element, OnePage extends Page<Element> = Page<Element>> implements AsyncIterable<Element> {
  readonly #read: (cursor?: string) => Promise<OnePage>;

  constructor(read: (cursor?: string) => Promise<OnePage>) {
    this.#read = read;
  }

  /** Reads one page: the first, or the one that the query selects. */
  page(): Promise<OnePage> {
    return this.#read();
  }

  /** Reads that page and all later ones. Each page is requested when the loop reaches it. */
  async *pages(): AsyncGenerator<OnePage, void, undefined> {
    let page = await this.#read();
    yield page;
    for (let cursor = page.nextCursor; cursor !== undefined; cursor = page.nextCursor) {
      page = await this.#read(cursor);
      if (page.nextCursor === cursor) throw new PlatenError('The server names a page as its own next page.');
      yield page;
    }
  }

  /** Reads all elements, starting at that page. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Element, void, undefined> {
    for await (const page of this.pages()) yield* page.items;
  }

  /** Reads all elements into one array, or the first ones, without requesting later pages. */
  async toArray({ limit = Number.POSITIVE_INFINITY }: { limit?: number | undefined } = {}): Promise<Element[]> {
    if (typeof limit !== 'number' || !(limit >= 0)) throw new TypeError('limit must be a number from 0.');
    const elements: Element[] = [];
    if (limit === 0) return elements;
    for await (const element of this) if (elements.push(element) >= limit) break;
    return elements;
  }
}

/** Lists an endpoint that returns an array. */
export function plainList<Element>(
  api: ApiConnection,
  path: string,
  query: Query,
  options?: CallOptions,
): List<Element> {
  return new List(async (cursor) => {
    const answer = await api.get(path, withCursor(query, cursor), options);
    return keepResponse({ items: answer.body as Element[], nextCursor: nextCursor(answer) }, answer);
  });
}

/** Lists an endpoint that returns an object with `totalItems` and `data`. */
export function countedList<Element>(
  api: ApiConnection,
  path: string,
  query: Query,
  options?: CallOptions,
): List<Element, CountedPage<Element>> {
  return new List(async (cursor) => {
    const answer = await api.get(path, withCursor(query, cursor), options);
    const { data: items, totalItems } = answer.body as { data: Element[]; totalItems: number };
    return keepResponse({ items, nextCursor: nextCursor(answer), totalItems }, answer);
  });
}

function withCursor(query: Query, cursor: Query[string] = query.cursor): Query {
  return cursor === undefined ? query : { ...query, page: undefined, cursor };
}

/**
 * Returns the cursor in the link to the next page. The rest of the link is ignored. Behind a proxy its host
 * may be wrong, and the access token must not be sent to another host.
 */
function nextCursor({ headers }: Answer): string | undefined {
  const target = nextTarget(headers.get('link'));
  if (target === undefined) return undefined;
  const cursor = new URLSearchParams(/\?[^#]*/.exec(target)?.[0]).get('cursor');
  if (cursor === null) throw new PlatenError('The link to the next page has no cursor.');
  return cursor;
}
