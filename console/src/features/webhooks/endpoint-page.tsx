import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { ChoiceSelect } from '../../shared/list/filters.tsx';
import { ConfirmButton } from '../../shared/ui/action-button.tsx';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { Facts, ListResult, Page, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { DeliveriesTable } from './deliveries-table.tsx';
import { EndpointBadge } from './endpoint-badge.tsx';
import {
  DELIVERY_STATES,
  deliveriesQuery,
  type Endpoint,
  endpointQuery,
  resendFailed,
  switchEndpoint,
  WEBHOOKS_KEY,
} from './webhooks-api.ts';
import { webhooksCopy } from './webhooks-copy.ts';

const route = getRouteApi('/office/webhooks/$clientId/$endpointId');

export function EndpointPage() {
  const copy = useCopy(webhooksCopy);
  const key = route.useParams();
  const queryClient = useQueryClient();
  const { data: endpoint, error, refetch } = useQuery(endpointQuery(key));
  const readAnew = () => queryClient.invalidateQueries({ queryKey: WEBHOOKS_KEY });
  if (!endpoint) return error && <RequestFailure error={error} onRetry={() => void refetch()} />;
  const isDisabled = endpoint.state === 'disabled';
  return (
    <Page
      title={endpoint.host}
      actions={
        <>
          <EndpointBadge state={endpoint.state} />
          <ConfirmButton
            verb="webhooks.change"
            label={copy.resendFailed}
            title={copy.resendFailedTitle}
            act={() => resendFailed(key).then(readAnew)}
          >
            {copy.resendFailedMeans}
          </ConfirmButton>
          <ConfirmButton
            key={String(isDisabled)}
            verb="webhooks.change"
            label={isDisabled ? copy.enable : copy.disable}
            title={isDisabled ? copy.enableTitle : copy.disableTitle}
            isGrave={!isDisabled}
            act={() => switchEndpoint(key, isDisabled ? 'enable' : 'disable').then(readAnew)}
          >
            {isDisabled ? copy.enableMeans : copy.disableMeans}
          </ConfirmButton>
        </>
      }
    >
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      <Section title={copy.endpoint}>
        <EndpointFacts endpoint={endpoint} />
      </Section>
      <DeliveriesSection endpoint={endpoint} onChanged={readAnew} />
    </Page>
  );
}

/** The server's limit of this count. */
const COUNTED_MAX = 1_000;

function EndpointFacts({ endpoint }: { endpoint: Endpoint }) {
  const copy = useCopy(webhooksCopy);
  const { moment, count } = useFormats();
  const { clientId, clientName, pending, pendingSince, failingSince, lastSuccess, types } = endpoint;
  const failure = endpoint.lastFailure;
  return (
    <Facts
      of={[
        [
          copy.client,
          <AnchorLink
            key="client"
            {...({ to: '/clients/$clientId', params: { clientId } } as object as { to: '/orders' })}
            size="sm"
          >
            {clientName}
          </AnchorLink>,
        ],
        [copy.description, endpoint.description],
        [copy.types, types.length === 0 ? copy.allTypes : types.join(', ')],
        [copy.created, moment(endpoint.created)],
        [copy.disabledReason, endpoint.disabledReason && copy.reasons[endpoint.disabledReason]],
        [copy.waiting, pending >= COUNTED_MAX ? copy.many(count(pending)) : count(pending)],
        [copy.waitingSince, pendingSince && moment(pendingSince)],
        [copy.lastSuccess, lastSuccess ? moment(lastSuccess) : copy.never],
        [copy.failingSince, failingSince && moment(failingSince)],
        [
          copy.lastFailure,
          failure &&
            [moment(failure.at), failure.status && copy.status(failure.status), copy.errors[failure.error]]
              .filter(Boolean)
              .join(', '),
        ],
      ]}
    />
  );
}

type DeliveriesSectionProps = { endpoint: Endpoint; onChanged: () => Promise<void> };

function DeliveriesSection({ endpoint, onChanged }: DeliveriesSectionProps) {
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
        {(rows, isOld) => <DeliveriesTable endpoint={endpoint} deliveries={rows} isOld={isOld} onChanged={onChanged} />}
      </ListResult>
    </Section>
  );
}
