import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy } from '../../shared/copy/copy.ts';
import { ConfirmButton } from '../../shared/ui/confirm-button.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { DeliveriesSection } from './deliveries-section.tsx';
import { EndpointBadge } from './endpoint-badge.tsx';
import { EndpointFacts } from './endpoint-facts.tsx';
import { endpointQuery, resendFailed, switchEndpoint, WEBHOOKS_KEY } from './webhooks-api.ts';
import { webhooksCopy } from './webhooks-copy.ts';

const route = getRouteApi('/office/webhooks/$clientId/$endpointId');

/** Does this endpoint get what it should, and what holds it up? */
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
