import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy } from '../../shared/copy/copy.ts';
import { ChoiceSelect } from '../../shared/list/filters.tsx';
import { ListResult } from '../../shared/ui/list-result.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { DeliveriesTable } from './deliveries-table.tsx';
import { DELIVERY_STATES } from './webhook-search.ts';
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
  const list = useQuery(deliveriesQuery({ clientId, endpointId }, search));
  return (
    <Section
      title={copy.deliveries}
      actions={
        <ChoiceSelect
          aria-label={copy.state}
          size="xs"
          any={copy.all}
          of={DELIVERY_STATES}
          names={copy.deliveryStates}
          value={search.state}
          onChange={(state) => void navigate({ search: state ? { state } : {} })}
        />
      }
    >
      <ListResult
        query={list}
        to={`/webhooks/${clientId}/${endpointId}`}
        search={search}
        none={<Text size="sm">{copy.noDeliveries}</Text>}
      >
        {(rows, isOld) => (
          <DeliveriesTable endpoint={endpoint} deliveries={rows} isOld={isOld} onChanged={onChanged} />
        )}
      </ListResult>
    </Section>
  );
}
