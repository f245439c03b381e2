import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { Facts } from '../../shared/ui/facts.tsx';
import { AnchorLink } from '../../shared/ui/links.tsx';
import type { Endpoint } from './webhooks-api.ts';
import { webhooksCopy } from './webhooks-copy.ts';

/** More are not counted. */
const COUNTED_MAX = 1_000;

export function EndpointFacts({ endpoint }: { endpoint: Endpoint }) {
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
