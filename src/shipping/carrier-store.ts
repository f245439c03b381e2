import type { Connection } from '../platform/database/transaction.ts';

export interface ContractedCarrier {
  carrierId: string;
  name: string;
  default: boolean;
}

/** The carriers that the client has a contract with, by carrierId. */
export async function listContractedCarriers(
  connection: Connection,
  clientId: string,
): Promise<ContractedCarrier[]> {
  const { rows } = await connection.query<ContractedCarrier>({
    name: 'list-contracted-carriers',
    text: `select carrier_id as "carrierId", name, is_default as "default"
           from client_carriers join carriers using (carrier_id)
           where client_id = $1 order by carrier_id`,
    values: [clientId],
  });
  return rows;
}
