import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { SERVER_URL } from '../../../shared/api/api-base.ts';
import { api, fetchOrThrow, type Schemas } from '../../../shared/api/operator-client.ts';
import { ORDERS_KEY } from '../orders-api.ts';
import type { OrderRequest } from './draft-rules.ts';

export type ImportReport = Schemas['ImportedOrders'];
export type RepeatRequest = Schemas['RepeatRequest'];

const ENTERED = '/operator/v1/clients/{clientId}/orders';
const ORDER = '/operator/v1/orders/{clientId}/{orderId}';
const OFFERED = 20;
const ARTICLES_MAX = 500;
const FRESH_MS = 60_000;

/** Checks the order by the rules of the API. The error has the violations. */
export const checkQuery = (clientId: string | undefined, body: OrderRequest) =>
  queryOptions({
    queryKey: ['check-order', clientId, body],
    queryFn: ({ signal }) =>
      api.POST(`${ENTERED}/check`, { params: { path: { clientId: clientId ?? '' } }, body, signal }),
    enabled: clientId !== undefined,
    retry: false,
  });

export const clientQuery = (clientId: string | undefined) =>
  queryOptions({
    queryKey: ['clients', 'entry', clientId],
    queryFn: ({ signal }) =>
      api.GET('/operator/v1/clients/{clientId}', { params: { path: { clientId: clientId ?? '' } }, signal }),
    enabled: clientId !== undefined,
  });

/** Finds blanks and products by name, colour, size or code. */
export const stockToEnterQuery = (text: string) =>
  queryOptions({
    queryKey: ['stock', 'to-enter', text],
    queryFn: ({ signal }) =>
      api.GET('/operator/v1/stock', {
        params: { query: { limit: OFFERED, ...(text.trim() && { q: text.trim() }) } },
        signal,
      }),
    staleTime: FRESH_MS,
  });

export const articleQuery = (manufacturerCode: string | undefined) =>
  queryOptions({
    queryKey: ['articles', 'entry', manufacturerCode],
    queryFn: ({ signal }) =>
      api.GET('/operator/v1/articles/{manufacturerCode}', {
        params: { path: { manufacturerCode: manufacturerCode ?? '' } },
        signal,
      }),
    enabled: manufacturerCode !== undefined,
    staleTime: FRESH_MS,
  });

/** The articles that are applied to blanks, by code. */
export const customizationsQuery = queryOptions({
  queryKey: ['articles', 'customizations'],
  queryFn: ({ signal }) =>
    api.GET('/operator/v1/articles', { params: { query: { type: 'CUSTOMIZATION', limit: ARTICLES_MAX } }, signal }),
  staleTime: FRESH_MS,
});

/** Creates the order, then writes the note. Both can be sent again: an order is created once. */
export function useEnterOrder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ clientId, body, note }: { clientId: string; body: OrderRequest; note: string }) => {
      const order = await api.POST(ENTERED, { params: { path: { clientId } }, body });
      if (note.trim())
        await api.POST(`${ORDER}/notes`, {
          params: { path: { clientId, orderId: order.orderId } },
          body: { text: note.trim() },
        });
      return order;
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ORDERS_KEY }),
  });
}

export const repeatOrder = (key: { clientId: string; orderId: string }, body: RepeatRequest) =>
  api.POST(`${ORDER}/repeat`, { params: { path: key }, body });

/** Uploads artwork of an order that is not entered yet. Returns its address for the order. */
export async function uploadArtwork(key: { clientId: string; orderId: string }, file: File): Promise<string> {
  const { url } = await api.POST(`${ORDER}/files`, {
    params: { path: key, query: { role: 'artwork', isNew: 'true' } },
    body: file as never,
    bodySerializer: (body: unknown) => body as Blob,
    headers: { 'content-type': 'application/octet-stream' },
  });
  return url;
}

/** Imports a CSV file, or only reports what an import would do. */
export async function importFile(
  clientId: string,
  file: File,
  { dryRun, rowByRow }: { dryRun: boolean; rowByRow: boolean },
): Promise<ImportReport> {
  const answer = await fetchOrThrow(
    new Request(
      `${SERVER_URL}/operator/v1/clients/${encodeURIComponent(clientId)}/orders/import?dryRun=${dryRun}&rowByRow=${rowByRow}`,
      { method: 'POST', headers: { 'Content-Type': 'text/csv' }, body: file },
    ),
  );
  return answer.json();
}
