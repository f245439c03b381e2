import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { useClientName } from '../../shared/ui/client-select.tsx';
import type { OrderSearch, Status } from './order-search.ts';
import { ordersCopy } from './orders-copy.ts';

/** The filters that are on and that no tab shows, in words. */
export function useFilterWords(search: OrderSearch): { name: keyof OrderSearch; text: string }[] {
  const copy = useCopy(ordersCopy);
  const { moment } = useFormats();
  const { before, times } = copy.filters;
  const time = (name: keyof typeof times) => {
    const at = search[name];
    if (at === undefined || !at.includes('T')) return at && times[name](at);
    // What was made after 23:59:59.999 was made from midnight on, and what was made up to it before midnight.
    const next = moment(new Date(Date.parse(at) + 1).toISOString());
    return name === 'createdTo' || name === 'updatedTo' ? before[name](next) : times[name](next);
  };
  const { clientId, status, reason } = search;
  const client = useClientName(clientId);
  const several = status?.includes(',') ? status.split(',').map((one) => copy.statuses[one as Status]) : [];
  const named = (code: string) => copy.reasons[code] ?? code;
  const words: [keyof OrderSearch, string | undefined | false][] = [
    ['status', several.join(', ')],
    ['reason', reason?.split(',').map(named).join(', ')],
    ['clientId', client && `${copy.columns.client}: ${client}`],
    ['carrier', search.carrier && `${copy.columns.carrier}: ${search.carrier}`],
    ['country', search.country && `${copy.filters.country}: ${search.country}`],
    ['code', search.code && `${copy.filters.code}: ${search.code}`],
    ['orderIds', search.orderIds && copy.filters.orderIdsAre(search.orderIds.split('\n').length)],
    ['createdFrom', time('createdFrom')],
    ['createdTo', time('createdTo')],
    ['updatedFrom', time('updatedFrom')],
    ['updatedTo', time('updatedTo')],
    ['inStatusForHours', search.inStatusForHours && copy.filters.inStatusFor(search.inStatusForHours)],
    ['olderThanHours', search.olderThanHours && copy.filters.olderThan(search.olderThanHours)],
    ['held', search.held && copy.filters.held],
    ['preferred', search.preferred && copy.filters.preferred],
    ['cancellation', search.cancellation && copy.filters.cancellation],
    ['mode', search.mode && copy.filters.sandbox],
  ];
  return words.flatMap(([name, text]) => (text ? [{ name, text }] : []));
}
