import type { ApiConnection, CallOptions, Query } from './api-connection.ts';
import type { Answer } from './exchange.ts';
import { nextTarget } from './link-header.ts';
import { PlatenError } from './platen-errors.ts';

/** Which page of a list. */
export type CursorQuery = {
  /** Elements on a page, 1 to 500; not a limit on the whole list. */
  limit?: number | undefined;
  /** Where to begin: `nextCursor` of the page before. */
  cursor?: string | undefined;
};

/** Which page of a list whose pages have numbers. */
export type PageQuery = CursorQuery & {
  /** Page to begin with, counted from 1; ignored beside `cursor`, which long lists are read by. */
  page?: number | undefined;
};

/** One page of a list. */
export interface Page<Element> {
  items: Element[];
  /** `cursor` of the page after this one; undefined on the last. */
  nextCursor: string | undefined;
}

/** One page of a list whose length is known. */
export interface CountedPage<Element> extends Page<Element> {
  /** How many elements there are on all pages. */
  totalItems: number;
}

/**
 * A list of the API. Nothing is requested before it is read: element by element with `for await`, page by page, or at
 * once. Each reading begins anew.
 */
export class List<Element, OnePage extends Page<Element> = Page<Element>> implements AsyncIterable<Element> {
  readonly #read: (cursor?: string) => Promise<OnePage>;

  constructor(read: (cursor?: string) => Promise<OnePage>) {
    this.#read = read;
  }

  /** One page: the one that the query names, or the first. */
  page(): Promise<OnePage> {
    return this.#read();
  }

  /** That page and all after it; each is requested when it is reached. */
  async *pages(): AsyncGenerator<OnePage, void, undefined> {
    let page = await this.#read();
    yield page;
    for (let cursor = page.nextCursor; cursor !== undefined; cursor = page.nextCursor) {
      page = await this.#read(cursor);
      if (page.nextCursor === cursor) throw new PlatenError('The server names a page as its own next page.');
      yield page;
    }
  }

  /** All elements, from that page on. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Element, void, undefined> {
    for await (const page of this.pages()) yield* page.items;
  }

  /** All elements in one array. */
  async toArray(): Promise<Element[]> {
    const elements: Element[] = [];
    for await (const element of this) elements.push(element);
    return elements;
  }
}

/** A list whose pages are arrays. */
export function plainList<Element>(
  api: ApiConnection,
  path: string,
  query: Query,
  options?: CallOptions,
): List<Element> {
  return new List(async (cursor) => {
    const answer = await api.get(path, onPage(query, cursor), options);
    return { items: answer.body as Element[], nextCursor: nextCursor(answer) };
  });
}

/** A list whose pages are objects with `totalItems` and `data`. */
export function countedList<Element>(
  api: ApiConnection,
  path: string,
  query: Query,
  options?: CallOptions,
): List<Element, CountedPage<Element>> {
  return new List(async (cursor) => {
    const answer = await api.get(path, onPage(query, cursor), options);
    const { data: items, totalItems } = answer.body as { data: Element[]; totalItems: number };
    return { items, nextCursor: nextCursor(answer), totalItems };
  });
}

function onPage(query: Query, cursor = query.cursor): Query {
  return cursor === undefined ? query : { ...query, page: undefined, cursor };
}

/**
 * The cursor in the link to the next page. Nothing else of the link is used: behind a proxy its host and path may be
 * others than ours, and the access token must go nowhere else.
 */
function nextCursor({ headers }: Answer): string | undefined {
  const target = nextTarget(headers.get('link'));
  if (target === undefined) return undefined;
  const cursor = new URLSearchParams(/\?[^#]*/.exec(target)?.[0]).get('cursor');
  if (cursor === null) throw new PlatenError('The link to the next page has no cursor.');
  return cursor;
}
