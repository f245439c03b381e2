import { useQuery } from '@tanstack/react-query';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import type { OrderSearch, Status } from './order-search.ts';
import { clientsQuery } from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';

/** The filters that are on and that no tab shows, in words. */
export function useFilterWords(search: OrderSearch): { name: keyof OrderSearch; text: string }[] {
  const copy = useCopy(ordersCopy);
  const { moment } = useFormats();
  const { data: clients = [] } = useQuery(clientsQuery);
  const { clientId, status, reason } = search;
  const client = clients.find((one) => one.clientId === clientId)?.name ?? clientId;
  const several = status?.includes(',') ? status.split(',').map((one) => copy.statuses[one as Status]) : [];
  const named = (code: string) => copy.reasons[code] ?? code;
  const words: [keyof OrderSearch, string | undefined | false][] = [
    ['status', several.join(', ')],
    ['reason', reason?.split(',').map(named).join(', ')],
    ['clientId', client && `${copy.columns.client}: ${client}`],
    ['carrier', search.carrier && `${copy.columns.carrier}: ${search.carrier}`],
    ['country', search.country && `${copy.filters.country}: ${search.country}`],
    ['code', search.code && `${copy.filters.code}: ${search.code}`],
    ['createdFrom', search.createdFrom && copy.filters.createdFrom(moment(justAfter(search.createdFrom)))],
    ['createdTo', search.createdTo && copy.filters.createdTo(moment(justAfter(search.createdTo)))],
    ['olderThanHours', search.olderThanHours && copy.filters.olderThan(search.olderThanHours)],
    ['held', search.held && copy.filters.held],
    ['preferred', search.preferred && copy.filters.preferred],
    ['cancellation', search.cancellation && copy.filters.cancellation],
    ['mode', search.mode && copy.filters.sandbox],
  ];
  return words.flatMap(([name, text]) => (text ? [{ name, text }] : []));
}

/** The first moment after it: what was made after 23:59:59.999 was made from midnight on, and what was made up to it before midnight. */
function justAfter(iso: string): string {
  return new Date(Date.parse(iso) + 1).toISOString();
}
