/** Returns the cursor of the next page from the Link header (RFC 8288); undefined on the last page. */
export function nextCursor(link: string | null): string | undefined {
  const address = link?.match(/<([^>]*)>;\s*rel="next"/)?.[1];
  return (address && URL.parse(address, 'http://platen.invalid')?.searchParams.get('cursor')) || undefined;
}

/** The content of an answer with the ETag of its version. */
export type Seen<T> = { content: T; etag: string };

/** Returns the content of an answer with its ETag. */
export async function seenOf<T>(answer: Promise<{ data?: T; response: Response }>): Promise<Seen<T>> {
  const { data, response } = await answer;
  return { content: data as T, etag: response.headers.get('etag') ?? '' };
}

export interface ListPage<Row> {
  rows: Row[];
  /** The cursor of the next page; undefined on the last page. */
  next: string | undefined;
}

/** Returns one page of a list with the cursor of the next page. */
export async function pageOf<Row>(answer: Promise<{ data?: Row[]; response: Response }>): Promise<ListPage<Row>> {
  const { data = [], response } = await answer;
  return { rows: data, next: nextCursor(response.headers.get('link')) };
}
