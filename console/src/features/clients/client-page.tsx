import { Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { partsCopy } from '../../shared/copy/parts-copy.ts';
import { useSession } from '../../shared/session/use-permission.ts';
import { Facts } from '../../shared/ui/facts.tsx';
import { ButtonLink } from '../../shared/ui/links.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { ClientAccess } from './client-access.tsx';
import { ClientActions } from './client-actions.tsx';
import { ClientBadges } from './client-badges.tsx';
import { ClientCarriers } from './client-carriers.tsx';
import { ClientOrders } from './client-orders.tsx';
import { ClientProducts } from './client-products.tsx';
import { ClientSecret } from './client-secret.tsx';
import { CLIENTS_KEY, clientQuery, type NewSecret } from './clients-api.ts';
import { clientsCopy } from './clients-copy.ts';

const route = getRouteApi('/office/clients/$clientId');

/** What may this client do, by which secrets, with which carriers and products? */
export function ClientPage() {
  const copy = useCopy(clientsCopy);
  const { roles, roleMay } = useCopy(partsCopy);
  const { moment } = useFormats();
  const { clientId } = route.useParams();
  const queryClient = useQueryClient();
  const { data: seen, error, refetch } = useQuery(clientQuery(clientId));
  const [secret, setSecret] = useState<NewSecret>();
  const readAnew = () => queryClient.invalidateQueries({ queryKey: CLIENTS_KEY });
  if (!seen) return error && <RequestFailure error={error} onRetry={() => void refetch()} />;
  const { content: client } = seen;
  const isCustomer = client.scope === 'fulfillment';
  return (
    <Page
      title={client.name}
      actions={
        <>
          <ClientBadges client={client} />
          <ClientActions seen={seen} onChanged={readAnew} />
        </>
      }
    >
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      <Section title={copy.client} actions={<ClientLinks client={client} />}>
        <Facts
          of={[
            [copy.clientId, clientId],
            [copy.scope, `${copy.scopes[client.scope]}. ${copy.scopeMeans[client.scope]}`],
            [copy.role, client.role && `${roles[client.role]}: ${roleMay[client.role]}`],
            [
              copy.mode,
              isCustomer ? `${copy.modes[client.mode]}. ${copy.modeMeans[client.mode]}` : undefined,
            ],
            [copy.created, moment(client.created)],
          ]}
        />
      </Section>
      <Section title={copy.access}>
        <ClientAccess seen={seen} onSecret={setSecret} onChanged={readAnew} />
      </Section>
      {isCustomer && (
        <>
          <Section title={copy.ordersTitle}>
            <ClientOrders client={client} />
          </Section>
          <Section title={copy.carriers}>
            <ClientCarriers seen={seen} onChanged={readAnew} />
          </Section>
          <Section title={copy.productsTitle}>
            <ClientProducts seen={seen} onChanged={readAnew} />
          </Section>
        </>
      )}
      {secret && <ClientSecret secret={secret} name={client.name} onDone={() => setSecret(undefined)} />}
    </Page>
  );
}

function ClientLinks({ client: { clientId, scope } }: { client: { clientId: string; scope: string } }) {
  const copy = useCopy(clientsCopy);
  const { verbs } = useSession();
  const look = { variant: 'default', size: 'compact-sm' } as const;
  return (
    <Group gap={8}>
      {scope === 'fulfillment' && (
        <ButtonLink {...({ to: '/webhooks', search: { clientId } } as object as { to: '/orders' })} {...look}>
          {copy.webhooks}
        </ButtonLink>
      )}
      {verbs.includes('audit.read') && (
        <ButtonLink to="/audit" search={{ kind: 'client', which: clientId }} {...look}>
          {copy.deeds}
        </ButtonLink>
      )}
    </Group>
  );
}
