import { useCopy } from '../../../shared/copy/copy.ts';
import { orderCopy } from './order-copy.ts';
import type { AddressField, OrderPart } from './order-part-rules.ts';

/** What people call a part of an order. */
export function usePartName(): (part: OrderPart) => string {
  const copy = useCopy(orderCopy);
  return ({ kind, item, place }) => {
    const what =
      kind === 'addressField'
        ? copy.addressParts[place as AddressField]
        : [copy.parts[kind], place].filter(Boolean).join(' ');
    if (kind === 'addressField') return `${copy.parts.address}: ${what}`;
    if (!item) return what;
    const named = copy.itemNumber(item.number, item.name);
    return kind === 'item' ? named : `${named}: ${what}`;
  };
}
