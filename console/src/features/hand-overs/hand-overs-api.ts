import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery, polledQuery, ROWS_PER_PAGE } from '../../shared/api/query-client.ts';
import type { ListCarrier } from '../../shared/copy/carrier-name.ts';
import { oneOf, readText, searchReader } from '../../shared/list/text-search.ts';

export type HandOver = Schemas['HandOver'];
export type HandOverCarrier = Schemas['HandOverCarrier'];
export type WaitingParcel = Schemas['WaitingParcel'];

export const HAND_OVERS_KEY = ['hand-overs'];
const HAND_OVER = '/operator/v1/hand-overs/{handOverId}';

export const carriersWaitingQuery = polledQuery([...HAND_OVERS_KEY, 'carriers'], '/operator/v1/hand-over-carriers');

/** Reads the oldest waiting parcels. */
export const waitingParcelsQuery = (carrier: string) =>
  polledQuery([...HAND_OVERS_KEY, 'waiting', carrier], '/operator/v1/waiting-parcels', {
    query: { limit: ROWS_PER_PAGE, ...carrierOfKey(carrier) },
  });

export const handOversQuery = ({ state, cursor }: HandOversSearch) =>
  listQuery([...HAND_OVERS_KEY, 'list', state ?? '', cursor ?? ''], '/operator/v1/hand-overs', {
    query: { state, cursor },
  });

export const handOverQuery = (handOverId: string) =>
  polledQuery([...HAND_OVERS_KEY, 'one', handOverId], HAND_OVER, { path: { handOverId } });

export const handedOverQuery = (handOverId: string, cursor: string | undefined) =>
  listQuery([...HAND_OVERS_KEY, 'parcels', handOverId, cursor ?? ''], `${HAND_OVER}/parcels`, {
    path: { handOverId },
    query: { cursor },
  });

/** Closes a list. With a printer, prints it and its manifests. */
export const closeHandOver = (handOverId: string, leaveMissing: boolean, printerId: string) =>
  api.POST(`${HAND_OVER}/close`, {
    params: { path: { handOverId } },
    body: { leaveMissing, ...(printerId !== '' && { printerId }) },
  });

export const removeParcel = (handOverId: string, code: string, reason: string) =>
  api.POST(`${HAND_OVER}/parcels/{code}/remove`, { params: { path: { handOverId, code } }, body: { reason } });

export const printHandOver = (handOverId: string, printerId: string) =>
  api.POST(`${HAND_OVER}/print`, { params: { path: { handOverId } }, body: { printerId } });

export const readPaper = (handOverId: string) =>
  api.GET(`${HAND_OVER}/list.pdf`, { params: { path: { handOverId } }, parseAs: 'blob' });

export const readCustoms = (handOverId: string) =>
  api.GET(`${HAND_OVER}/customs.csv`, { params: { path: { handOverId } }, parseAs: 'blob' });

/** Reads the printers that accept PDF. */
export const sheetPrintersQuery = queryOptions({
  queryKey: ['printers', 'sheets'],
  queryFn: async ({ signal }) => {
    const printers = await api.GET('/operator/v1/printers', { signal });
    return printers.filter(({ mediaTypes }) => mediaTypes.includes('application/pdf'));
  },
});

export const STATES = ['OPEN', 'CLOSED'] as const;

/** The address values for parcels without a known carrier. */
const KEYS = { CLIENT: '-', ADDRESS: '--' };

export const keyOfCarrier = ({ carrierId, labels = 'CLIENT' }: ListCarrier) => carrierId ?? KEYS[labels];

export function carrierOfKey(key: string): Pick<ListCarrier, 'carrierId' | 'labels'> {
  if (key === KEYS.ADDRESS) return { labels: 'ADDRESS' };
  return key === KEYS.CLIENT ? { labels: 'CLIENT' } : { carrierId: key };
}

export const readHandOversSearch = searchReader({
  state: oneOf(STATES),
  /** Shows parcels of this carrier that are not on a list. */
  missing: readText,
  cursor: readText,
});
export type HandOversSearch = ReturnType<typeof readHandOversSearch>;
