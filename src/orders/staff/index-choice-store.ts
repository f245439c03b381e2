import { onAllNodes } from '../../platform/database/distribution.ts';
import type { Connection } from '../../platform/database/transaction.ts';

// How rows are found must not depend on what the planner guesses about words: for one that is rare it may walk the whole table, and for
// one that is frequent gather half of it. So each transaction says first which kind of index its next statements go by; in a distributed
// database also to the other nodes, which is none of their matter otherwise.

/** From here on the transaction goes along indexes in their order. */
export async function goInOrder(connection: Connection): Promise<void> {
  await connection.query(
    `${onAllNodes()}set local enable_seqscan = off; set local enable_bitmapscan = off;
     set local enable_indexscan = on; set local enable_indexonlyscan = on;
     set local enable_hashjoin = off; set local enable_mergejoin = off`,
  );
}

/** From here on the transaction asks the index of words. */
export async function goByWords(connection: Connection): Promise<void> {
  await connection.query(
    `${onAllNodes()}set local enable_seqscan = off; set local enable_bitmapscan = on;
     set local enable_indexscan = off; set local enable_indexonlyscan = off;
     set local enable_hashjoin = on; set local enable_mergejoin = on`,
  );
}
