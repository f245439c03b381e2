/** Eight buckets to each doubling: what is told of a bucket is off by 5 % at most. */
const BUCKETS_PER_DOUBLING = 8;

/** How many orders took so long. */
export interface DurationCount {
  /** Eight times the logarithm to base 2 of the seconds, rounded down. */
  bucket: number;
  orders: number;
}

/** The seconds within which this share of the orders was done, from 0 to 1; undefined where there are none. */
export function secondsOfShare(counts: readonly DurationCount[], share: number): number | undefined {
  const sorted = counts.filter(({ orders }) => orders > 0).sort((a, b) => a.bucket - b.bucket);
  const all = sorted.reduce((sum, { orders }) => sum + orders, 0);
  let before = 0;
  for (const { bucket, orders } of sorted) {
    before += orders;
    if (before >= all * share) return Math.round(secondsOfBucket(bucket));
  }
  return undefined;
}

/** How many of the orders took no longer. */
export function ordersWithin(counts: readonly DurationCount[], seconds: number): number {
  return counts.reduce(
    (sum, { bucket, orders }) => (secondsOfBucket(bucket) <= seconds ? sum + orders : sum),
    0,
  );
}

/** The middle of the bucket. */
function secondsOfBucket(bucket: number): number {
  return 2 ** ((bucket + 0.5) / BUCKETS_PER_DOUBLING);
}
