import { Badge, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../shared/api/operator-client.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { ConfirmButton } from '../../shared/ui/action-button.tsx';
import { OrderLink } from '../../shared/ui/links.tsx';
import { HeadedTable } from '../../shared/ui/list-table.tsx';
import { Facts, Section } from '../../shared/ui/page.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { connectionsQuery, resendMessages } from './clients-api.ts';
import { clientsCopy } from './clients-copy.ts';

type ClientConnectionsProps = { clientId: string; onChanged: () => Promise<void> };

/** Shows the shops that `platen connect` works for. Most clients have none. */
export function ClientConnections({ clientId, onChanged }: ClientConnectionsProps) {
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
            [copy.shopAlert, alert && <span lang="en">{alert}</span>],
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
            <Text size="sm" lang="en">
              {reason}
            </Text>
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
