/**
 * A condition that the row of this table is of a client of the mode. There are two kinds of clients, and an index has the sandboxes alone: in it
 * something is found soon or nothing is, while the row of each client would be looked at to see that it is live.
 */
export function ofClientMode(table: string, mode: 'live' | 'sandbox'): string {
  return `${mode === 'live' ? 'not ' : ''}exists (select 1 from clients m where m.client_id = ${table}.client_id and m.mode = 'sandbox')`;
}

/** A condition that the row of this table is of no sandbox. */
export function ofLiveClient(table: string): string {
  return ofClientMode(table, 'live');
}
