import { oneOf, readText, searchReader } from '../../shared/list/text-search.ts';

export const MODES = ['live', 'sandbox'] as const;
export const SCOPES = ['fulfillment', 'operator'] as const;
export const STATUSES = ['active', 'disabled'] as const;

/** The state of the list in the address. */
export const readClientSearch = searchReader({
  q: readText,
  mode: oneOf(MODES),
  scope: oneOf(SCOPES),
  status: oneOf(STATUSES),
  cursor: readText,
});
export type ClientSearch = ReturnType<typeof readClientSearch>;
