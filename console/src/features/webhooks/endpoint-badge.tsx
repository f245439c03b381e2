import { Badge } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import type { DeliveryState, EndpointState } from './webhooks-api.ts';
import { webhooksCopy } from './webhooks-copy.ts';

const ENDPOINT_TONES: Record<EndpointState, string> = { healthy: 'green', failing: 'red', disabled: 'gray' };
const DELIVERY_TONES: Record<DeliveryState, string> = {
  pending: 'blue',
  delivered: 'green',
  failed: 'red',
  skipped: 'gray',
};

/** Shows the whole word in a narrow column. */
const WHOLE = { root: { overflow: 'visible' }, label: { overflow: 'visible' } } as const;

export function EndpointBadge({ state }: { state: EndpointState }) {
  const copy = useCopy(webhooksCopy);
  return (
    <Badge color={ENDPOINT_TONES[state]} styles={WHOLE}>
      {copy.states[state]}
    </Badge>
  );
}

export function DeliveryBadge({ state }: { state: DeliveryState }) {
  const copy = useCopy(webhooksCopy);
  return (
    <Badge color={DELIVERY_TONES[state]} styles={WHOLE}>
      {copy.deliveryStates[state]}
    </Badge>
  );
}
