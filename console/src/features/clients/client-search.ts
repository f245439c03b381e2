import { readOneOf, readText } from '../../shared/list/text-search.ts';

export const MODES = ['live', 'sandbox'] as const;
export const SCOPES = ['fulfillment', 'operator'] as const;
export const STATUSES = ['active', 'disabled'] as const;

/** The whole state of the list, as it stands in the address. */
export interface ClientSearch {
  q?: string | undefined;
  mode?: (typeof MODES)[number] | undefined;
  scope?: (typeof SCOPES)[number] | undefined;
  status?: (typeof STATUSES)[number] | undefined;
  cursor?: string | undefined;
}

/** What the address asks for; what it says wrongly is left out. */
export function readClientSearch(search: Record<string, unknown>): ClientSearch {
  const read: ClientSearch = {
    q: readText(search.q),
    mode: readOneOf(search.mode, MODES),
    scope: readOneOf(search.scope, SCOPES),
    status: readOneOf(search.status, STATUSES),
    cursor: readText(search.cursor),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
