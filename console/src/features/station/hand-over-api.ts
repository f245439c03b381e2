import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { polledQuery } from '../../shared/api/query-client.ts';
import type { ListCarrier } from '../../shared/copy/carrier-name.ts';

export type ShownHandOver = Schemas['ScannedHandOver'];

const HAND_OVER = '/operator/v1/hand-overs/{handOverId}';

export const waitingCarriersQuery = polledQuery(['hand-over-carriers'], '/operator/v1/hand-over-carriers');

/** Opens a hand-over list for the carrier, or returns the open one. */
export const openHandOver = ({ carrierId, labels }: ListCarrier) =>
  api.POST('/operator/v1/hand-overs', { body: { ...(carrierId && { carrierId }), ...(labels && { labels }) } });

/** Lists the network printers that print the list. */
export const listPrintersQuery = queryOptions({
  queryKey: ['printers', 'hand-over'],
  queryFn: async ({ signal }) => {
    const printers = await api.GET('/operator/v1/printers', { signal });
    return printers.filter(({ kind, papers }) => kind !== 'browser' && papers.includes('HAND_OVER_LIST'));
  },
});

/** Prints the list. Repeated calls create one print job. */
export const printList = (handOverId: string, printerId: string) =>
  api.POST(`${HAND_OVER}/print`, { params: { path: { handOverId } }, body: { printerId } });

export async function readList(handOverId: string): Promise<Blob> {
  const content = await api.GET(`${HAND_OVER}/list.pdf`, { params: { path: { handOverId } }, parseAs: 'blob' });
  return new Blob([content as unknown as Blob], { type: 'application/pdf' });
}
