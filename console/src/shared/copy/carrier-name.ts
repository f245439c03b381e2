import type { Schemas } from '../api/operator-client.ts';

export type ListCarrier = Pick<Schemas['HandOver'], 'carrierId' | 'carrierName' | 'labels'>;

/** Returns the carrier of a hand-over list, or the labels of its parcels. */
export function carrierNameOf(
  { carrierId, carrierName, labels = 'CLIENT' }: ListCarrier,
  copy: { labels: Record<'ADDRESS' | 'CLIENT', string> },
): string {
  return carrierName ?? carrierId ?? copy.labels[labels];
}
