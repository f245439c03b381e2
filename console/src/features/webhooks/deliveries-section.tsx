import { NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy } from '../../shared/copy/copy.ts';
import { CursorPager } from '../../shared/ui/cursor-pager.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { DeliveriesTable } from './deliveries-table.tsx';
import { DELIVERY_STATES, type DeliveryState } from './webhook-search.ts';
import { deliveriesQuery, type Endpoint } from './webhooks-api.ts';
import { webhooksCopy } from './webhooks-copy.ts';

const route = getRouteApi('/office/webhooks/$clientId/$endpointId');

interface DeliveriesSectionProps {
  endpoint: Endpoint;
  onChanged: () => Promise<void>;
}

export function DeliveriesSection({ endpoint, onChanged }: DeliveriesSectionProps) {
  const copy = useCopy(webhooksCopy);
  const { clientId, endpointId } = endpoint;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch, isPlaceholderData } = useQuery(
    deliveriesQuery({ clientId, endpointId }, search),
  );
  return (
    <Section
      title={copy.deliveries}
      actions={
        <NativeSelect
          aria-label={copy.state}
          size="xs"
          value={search.state ?? ''}
          data={[
            { value: '', label: copy.all },
            ...DELIVERY_STATES.map((state) => ({ value: state, label: copy.deliveryStates[state] })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ search: value ? { state: value as DeliveryState } : {} })
          }
        />
      }
    >
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data && data.deliveries.length === 0 && <Text size="sm">{copy.noDeliveries}</Text>}
      {data && data.deliveries.length > 0 && (
        <DeliveriesTable
          endpoint={endpoint}
          deliveries={data.deliveries}
          isOld={isPlaceholderData}
          onChanged={onChanged}
        />
      )}
      {data && <CursorPager to={`/webhooks/${clientId}/${endpointId}`} search={search} next={data.next} />}
    </Section>
  );
}
