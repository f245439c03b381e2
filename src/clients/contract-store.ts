import { type Connection, queryCount, queryRow } from '../platform/database/transaction.ts';
import type { DueTerms } from './due-rules.ts';

/** The terms of a client about time. */
export interface Contract extends DueTerms {
  /** Whether its orders may ask for priority RUSH. */
  mayRush: boolean;
  /** Whether its shipped orders show their charges. */
  showsCharges: boolean;
  /** Whether it may ask for labels of announced returns. Null: it may not. */
  buysReturnLabels: boolean | null;
  /** Whether doubtful artwork puts an order into ERROR. Null: it does not. */
  refusesArtwork: boolean | null;
}

export async function findContract(connection: Connection, clientId: string): Promise<Contract | undefined> {
  return queryRow<Contract>(connection, {
    name: 'find-contract',
    text: `select production_days as "productionDays", cut_off as "cutOff", working_days as "workingDays", may_rush as "mayRush", nullif(refuses_artwork, false) as "refusesArtwork",
                  shows_charges as "showsCharges", nullif(buys_return_labels, false) as "buysReturnLabels"
           from clients where client_id = $1`,
    values: [clientId],
  });
}

/** Returns the number of changed clients. An equal contract changes no row. */
export async function updateContract(
  connection: Connection,
  clientId: string,
  { productionDays, cutOff, workingDays, mayRush, showsCharges, buysReturnLabels, refusesArtwork }: Contract,
): Promise<number> {
  return queryCount(
    connection,
    `update clients set production_days = $2, cut_off = $3, working_days = $4, may_rush = $5, shows_charges = $6, refuses_artwork = $7, buys_return_labels = $8
     where client_id = $1 and (production_days, cut_off, working_days, may_rush, shows_charges, refuses_artwork, buys_return_labels)
       is distinct from ($2::int, $3::text, $4::text[], $5::boolean, $6::boolean, $7::boolean, $8::boolean)`,
    [
      clientId,
      productionDays,
      cutOff,
      workingDays,
      mayRush,
      showsCharges,
      refusesArtwork === true,
      buysReturnLabels === true,
    ],
  );
}
