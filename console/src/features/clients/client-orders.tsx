import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { ButtonLink } from '../../shared/ui/links.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { type Client, orderCountsQuery } from './clients-api.ts';
import { clientsCopy } from './clients-copy.ts';

const STATUSES = ['NEW', 'ASSIGNED', 'ACCEPTED', 'SHIPPED', 'ERROR', 'CANCELLED'] as const;

/** How many orders a client has in each status; every number leads to them. */
export function ClientOrders({ client: { clientId, mode } }: { client: Pick<Client, 'clientId' | 'mode'> }) {
  const copy = useCopy(clientsCopy);
  const { count } = useFormats();
  const { data, error, refetch } = useQuery(orderCountsQuery(clientId, mode));
  if (!data) return error && <RequestFailure error={error} onRetry={() => void refetch()} />;
  if (data.orders === 0) return <Text size="sm">{copy.noOrders}</Text>;
  const of = { clientId, ...(mode === 'sandbox' && { mode }) };
  return (
    <Group gap="xs">
      <ButtonLink to="/orders" search={of} variant="default" size="compact-sm">
        {copy.allOrders} {count(data.orders)}
      </ButtonLink>
      {STATUSES.map((status) => (
        <ButtonLink
          key={status}
          to="/orders"
          search={{ ...of, status }}
          size="compact-sm"
          data-status={status}
          {...(status === 'ERROR' && data.statuses.ERROR > 0
            ? { variant: 'light', color: 'red' }
            : { variant: 'default' })}
        >
          {copy.orderStatuses[status]} {count(data.statuses[status])}
        </ButtonLink>
      ))}
    </Group>
  );
}
