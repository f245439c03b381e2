/**
 * A condition that the row of this table is of no sandbox. There are two kinds of clients, and an index has the sandboxes alone: in it nothing is
 * found soon, while the row of each client would be looked at to see that it is live.
 */
export function ofLiveClient(table: string): string {
  return `not exists (select 1 from clients s where s.client_id = ${table}.client_id and s.mode = 'sandbox')`;
}
