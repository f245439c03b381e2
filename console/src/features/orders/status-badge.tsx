import { Badge } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import type { Status } from './order-search.ts';
import { ordersCopy } from './orders-copy.ts';

const TONES: Record<Status, string> = {
  NEW: 'blue',
  ASSIGNED: 'violet',
  ACCEPTED: 'orange',
  SHIPPED: 'green',
  ERROR: 'red',
  CANCELLED: 'gray',
};

export function StatusBadge({ status, size = 'md' }: { status: Status; size?: 'md' | 'lg' }) {
  const copy = useCopy(ordersCopy);
  return (
    <Badge color={TONES[status]} size={size} flex="none">
      {copy.statuses[status]}
    </Badge>
  );
}
