/** The cursor of the next page, from an answer's Link header (RFC 8288); undefined on the last page. */
export function nextCursor(link: string | null): string | undefined {
  const address = link?.match(/<([^>]*)>;\s*rel="next"/)?.[1];
  return (address && URL.parse(address, 'http://platen.invalid')?.searchParams.get('cursor')) || undefined;
}
