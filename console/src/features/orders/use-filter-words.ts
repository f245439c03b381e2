import { useQuery } from '@tanstack/react-query';
import { useCopy } from '../../shared/copy/copy.ts';
import type { OrderSearch, Status } from './order-search.ts';
import { clientsQuery } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';

/** The filters that are on and that no tab shows, in words. */
export function useFilterWords(search: OrderSearch): { name: keyof OrderSearch; text: string }[] {
  const copy = useCopy(ordersCopy);
  const { data: clients = [] } = useQuery(clientsQuery);
  const { clientId, status, reason } = search;
  const client = clients.find((one) => one.clientId === clientId)?.name ?? clientId;
  const several = status?.includes(',') ? status.split(',').map((one) => copy.statuses[one as Status]) : [];
  const words: [keyof OrderSearch, string | undefined | false][] = [
    ['status', several.join(', ')],
    ['reason', reason && (copy.reasons[reason] ?? reason)],
    ['clientId', client && `${copy.columns.client}: ${client}`],
    ['carrier', search.carrier && `${copy.columns.carrier}: ${search.carrier}`],
    ['country', search.country && `${copy.filters.country}: ${search.country}`],
    ['code', search.code && `${copy.filters.code}: ${search.code}`],
    ['olderThanHours', search.olderThanHours && copy.filters.olderThan(search.olderThanHours)],
    ['held', search.held && copy.filters.held],
    ['preferred', search.preferred && copy.filters.preferred],
    ['cancellation', search.cancellation && copy.filters.cancellation],
    ['mode', search.mode && copy.filters.sandbox],
  ];
  return words.flatMap(([name, text]) => (text ? [{ name, text }] : []));
}
