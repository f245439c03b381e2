import type { Connection } from '../platform/database/transaction.ts';

export type NumberedKind = 'piece' | 'order' | 'parcel' | 'batch' | 'handover' | 'person';

/** Takes so many numbers that nobody has; answers the one behind the last. */
export async function takeScanNumbers(
  connection: Connection,
  kind: NumberedKind,
  count: number,
): Promise<number> {
  const { rows } = await connection.query<{ end: string }>({
    name: 'take-scan-numbers',
    text: 'update scan_numbers set next_number = next_number + $2 where kind = $1 returning next_number as "end"',
    values: [kind, count],
  });
  return Number(rows[0]?.end);
}
