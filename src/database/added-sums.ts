/**
 * The part of a statement that adds rows of subject, key and amount, which are of the client `$1`, to the sums of all clients of its mode. The
 * rows of sums are locked in one order, so that who folds other clients waits for no longer than a commit.
 */
export function addToSums(rows: string): string {
  return `sums as (
       insert into order_sums as kept (mode, subject, key, amount)
       select c.mode, subject, key, sum(amount) from clients c, (
         ${rows}
       ) changed
       where c.client_id = $1 group by c.mode, subject, key having sum(amount) <> 0 order by c.mode, subject, key
       on conflict (mode, subject, key) do update set amount = kept.amount + excluded.amount
     )`;
}
