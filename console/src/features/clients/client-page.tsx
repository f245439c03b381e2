import { Badge, Code, Group, List, Stack, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../shared/api/operator-client.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { partsCopy } from '../../shared/copy/parts-copy.ts';
import { PricesSection } from '../../shared/money/prices-section.tsx';
import { useSession } from '../../shared/session/use-permission.ts';
import { ConfirmButton } from '../../shared/ui/action-button.tsx';
import { AnchorLink, ButtonLink, OrderLink } from '../../shared/ui/links.tsx';
import { Facts, HeadedTable, Page, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { ShopReason } from '../../shared/ui/shop-reason.tsx';
import { ClientActions } from './client-actions.tsx';
import { ClientCarriers } from './client-carriers.tsx';
import { ClientBadges, ClientSecret } from './client-parts.tsx';
import { ClientProducts } from './client-products.tsx';
import { ClientSlipSection } from './client-slip.tsx';
import { ClientTerms } from './client-terms.tsx';
import {
  CLIENTS_KEY,
  type Client,
  clientQuery,
  connectionsQuery,
  type NewSecret,
  orderCountsQuery,
  resendMessages,
  revokeSecret,
  rotateSecret,
  type SeenClient,
  secretsQuery,
} from './clients-api.ts';
import { clientsCopy } from './clients-copy.ts';

const route = getRouteApi('/office/clients/$clientId');

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
      {isCustomer && <NextSteps client={client} />}
      <Section title={copy.client} actions={<ClientLinks client={client} />}>
        <Facts
          of={[
            [copy.clientId, clientId],
            [copy.scope, `${copy.scopes[client.scope]}. ${copy.scopeMeans[client.scope]}`],
            [copy.role, client.role && `${roles[client.role]}: ${roleMay[client.role]}`],
            [copy.mode, isCustomer ? `${copy.modes[client.mode]}. ${copy.modeMeans[client.mode]}` : undefined],
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
          <ClientConnections clientId={clientId} onChanged={readAnew} />
          <PricesSection clientId={clientId} />
          <ClientTerms seen={seen} onChanged={readAnew} />
          <Section title={copy.carriers}>
            <ClientCarriers seen={seen} onChanged={readAnew} />
          </Section>
          <ClientSlipSection clientId={clientId} />
          <Section title={copy.productsTitle}>
            <ClientProducts seen={seen} onChanged={readAnew} />
          </Section>
        </>
      )}
      {secret && <ClientSecret secret={secret} name={client.name} onDone={() => setSecret(undefined)} />}
    </Page>
  );
}

/** Lists what remains to be done until a shop has sent its first order. */
function NextSteps({ client }: { client: Client }) {
  const { steps: copy } = useCopy(clientsCopy);
  const { clientId, mode, products } = client;
  const { data } = useQuery(orderCountsQuery(clientId, mode));
  if (data?.orders !== 0) return null;
  return (
    <Section title={copy.title}>
      <List type="ordered" size="sm" spacing={4}>
        <List.Item>{copy.secret}</List.Item>
        {products === 0 && (
          <List.Item>
            {copy.products}{' '}
            <AnchorLink to="/import" size="sm" underline="always">
              {copy.toImport}
            </AnchorLink>
          </List.Item>
        )}
        <List.Item>{copy.carrier}</List.Item>
        <List.Item>{copy.webhooks}</List.Item>
        <List.Item>{copy.order}</List.Item>
      </List>
    </Section>
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

type ClientAccessProps = { seen: SeenClient; onSecret: (secret: NewSecret) => void; onChanged: () => Promise<void> };

function ClientAccess({ seen, onSecret, onChanged }: ClientAccessProps) {
  const copy = useCopy(clientsCopy);
  const { count } = useFormats();
  const { verbs } = useSession();
  const { secrets } = seen.content;
  const rotate = async (revokeOthers: boolean) => {
    onSecret(await rotateSecret(seen, revokeOthers));
    await onChanged();
  };
  return (
    <Stack gap="sm">
      <Text size="sm">
        {copy.secretsAre(count(secrets), secrets === 1)} {secrets > 1 && copy.secretsTwo}
      </Text>
      {verbs.includes('clients.secrets') && <SecretsTable seen={seen} onChanged={onChanged} />}
      <Group gap="xs">
        <ConfirmButton verb="clients.secrets" label={copy.rotate} title={copy.rotateTitle} act={() => rotate(false)}>
          {copy.rotateMeans}
        </ConfirmButton>
        <ConfirmButton
          verb="clients.secrets"
          label={copy.replace}
          title={copy.replaceTitle}
          isGrave
          act={() => rotate(true)}
        >
          {copy.replaceMeans}
        </ConfirmButton>
      </Group>
    </Stack>
  );
}

/** Lists the valid secrets. Only an admin sees them. */
function SecretsTable({ seen, onChanged }: { seen: SeenClient; onChanged: () => Promise<void> }) {
  const copy = useCopy(clientsCopy);
  const { moment } = useFormats();
  const { data: secrets = [], error, refetch } = useQuery(secretsQuery(seen));
  if (error) return <RequestFailure error={error} onRetry={() => void refetch()} />;
  if (secrets.length === 0) return null;
  return (
    <HeadedTable heads={[copy.created, copy.secretId, copy.lastUsed, { label: '', 'aria-label': copy.revoke }]}>
      {secrets.map(({ secretId, name, created, lastUsed }, index) => (
        <Table.Tr key={secretId} data-secret={secretId}>
          <Table.Td>
            <Group gap="xs">
              {moment(created)}
              {index === 0 && secrets.length > 1 && <Badge color="green">{copy.newest}</Badge>}
            </Group>
          </Table.Td>
          <Table.Td>
            <Code>{secretId}</Code> {name}
          </Table.Td>
          <Table.Td>{lastUsed ? moment(lastUsed) : copy.neverUsed}</Table.Td>
          <Table.Td ta="right">
            <ConfirmButton
              verb="clients.secrets"
              size="compact-sm"
              label={copy.revoke}
              aria-label={copy.revokeOf(moment(created))}
              title={copy.revokeTitle(moment(created))}
              isGrave
              act={() => revokeSecret(seen, secretId).finally(onChanged)}
            >
              {copy.revokeMeans} {secrets.length === 1 && copy.revokeLast}
            </ConfirmButton>
          </Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}

const STATUSES = ['NEW', 'ASSIGNED', 'ACCEPTED', 'SHIPPED', 'ERROR', 'CANCELLED'] as const;
const ENDED: readonly string[] = ['SHIPPED', 'CANCELLED'];

/** Links to the orders in each status, with the number of those in an open status. */
function ClientOrders({ client: { clientId, mode } }: { client: Pick<Client, 'clientId' | 'mode'> }) {
  const copy = useCopy(clientsCopy);
  const { orders } = useFormats();
  const { data, error, refetch } = useQuery(orderCountsQuery(clientId, mode));
  if (!data) return error && <RequestFailure error={error} onRetry={() => void refetch()} />;
  if (data.orders === 0) return <Text size="sm">{copy.noOrders}</Text>;
  const of = { clientId, ...(mode === 'sandbox' && { mode }) };
  return (
    <Group gap="xs">
      <ButtonLink to="/orders" search={of} variant="default" size="compact-sm">
        {copy.allOrders}
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
          {copy.orderStatuses[status]} {!ENDED.includes(status) && orders(data.statuses[status])}
        </ButtonLink>
      ))}
    </Group>
  );
}

type ClientConnectionsProps = { clientId: string; onChanged: () => Promise<void> };

/** Shows the shops that `platen connect` works for. Most clients have none. */
function ClientConnections({ clientId, onChanged }: ClientConnectionsProps) {
  const copy = useCopy(clientsCopy);
  const { count, moment } = useFormats();
  const { data = [], error, refetch } = useQuery(connectionsQuery(clientId));
  if (error) return <RequestFailure error={error} onRetry={() => void refetch()} />;
  const last = (message: Schemas['LastShopOrder'] | undefined) =>
    message && (
      <>
        <OrderLink clientId={clientId} orderId={message.orderId} />, {moment(message.at)}
      </>
    );
  return data.map(({ connection, shop, seen, alert, waiting, refused, lastOrder, lastReport, messages }) => (
    <Section
      key={connection}
      title={`${copy.connection}: ${copy.shops[shop]}`}
      actions={messages.length > 0 && <SendAgain of={copy.shops[shop]} {...{ clientId, connection, onChanged }} />}
    >
      <Stack gap="sm">
        <Facts
          of={[
            [copy.lastOrder, last(lastOrder)],
            [copy.lastReport, last(lastReport)],
            [copy.queue, copy.queueIs(count(waiting), count(refused))],
            [copy.connectorSeen, moment(seen)],
            [copy.shopAlert, alert && <ShopReason key="alert" reason={alert} />],
          ]}
        />
        {messages.length > 0 && <OpenMessages {...{ clientId, connection, messages, onChanged }} />}
      </Stack>
    </Section>
  ));
}

type ConnectionProps = ClientConnectionsProps & { connection: string };

function SendAgain(props: ConnectionProps & { of: string; orderId?: string }) {
  const { clientId, connection, of, orderId, onChanged } = props;
  const copy = useCopy(clientsCopy);
  return (
    <ConfirmButton
      verb="webhooks.change"
      size="compact-sm"
      miw="max-content"
      label={orderId === undefined ? copy.sendAgain : copy.sendThisAgain}
      title={copy.sendAgainTitle(of)}
      act={() => resendMessages(clientId, connection, orderId).finally(onChanged)}
    >
      {copy.sendAgainMeans}
    </ConfirmButton>
  );
}

function OpenMessages({ messages, ...connection }: ConnectionProps & Pick<Schemas['ShopConnection'], 'messages'>) {
  const { clientId } = connection;
  const copy = useCopy(clientsCopy);
  const { moment } = useFormats();
  return (
    <HeadedTable
      heads={[copy.order, copy.message, copy.why, copy.nextAttempt, { label: '', 'aria-label': copy.sendAgain }]}
      minWidth={640}
    >
      {messages.map(({ orderId, direction, state, reason, nextAttempt }) => (
        <Table.Tr key={`${orderId} ${direction}`} data-message={orderId}>
          <Table.Td>
            {/* Platen may not have an order that it refuses. */}
            {direction === 'to_shop' ? <OrderLink clientId={clientId} orderId={orderId} /> : orderId}
          </Table.Td>
          <Table.Td>
            {copy.directions[direction]}{' '}
            <Badge color={state === 'refused' ? 'red' : 'gray'} miw="max-content">
              {copy.messageStates[state]}
            </Badge>
          </Table.Td>
          <Table.Td>
            <ShopReason reason={reason} />
          </Table.Td>
          <Table.Td>{nextAttempt && moment(nextAttempt)}</Table.Td>
          <Table.Td>
            <SendAgain {...connection} of={orderId} orderId={orderId} />
          </Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}
