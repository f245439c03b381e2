import { Badge, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { NameLink, OrderLink } from '../../shared/ui/links.tsx';
import { HeadedTable, Page, RequestFailure } from '../../shared/ui/page.tsx';
import { type Shop, shopsQuery } from './shops-api.ts';
import { shopsCopy } from './shops-copy.ts';

/** Shows the shops that are connected in the console. */
export function ShopsPage() {
  const copy = useCopy(shopsCopy);
  const navigate = useNavigate();
  const { data: shops, error, refetch } = useQuery(shopsQuery);
  const connect = (
    <ActionButton verb="shops.change" onClick={() => void navigate({ to: '/shops/connect' })}>
      {copy.connect}
    </ActionButton>
  );
  return (
    <Page title={copy.title} actions={shops?.length !== 0 && connect}>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {shops?.length === 0 && (
        <EmptyState icon="shops" title={copy.none} means={copy.noneMeans}>
          {connect}
        </EmptyState>
      )}
      {shops && shops.length > 0 && <ShopsTable shops={shops} />}
    </Page>
  );
}

function ShopsTable({ shops }: { shops: readonly Shop[] }) {
  const copy = useCopy(shopsCopy);
  const { count } = useFormats();
  return (
    <HeadedTable heads={[copy.shop, copy.client, copy.state, copy.products, copy.lastOrder]} minWidth={720}>
      {shops.map(({ clientId, connection, clientName, shop, shopUrl, products, unmapped, lastOrder, ...rest }) => (
        <Table.Tr key={`${clientId} ${connection}`} data-shop={connection}>
          <Table.Td miw={180} style={{ overflowWrap: 'anywhere' }}>
            <NameLink to="/shops/$clientId/$connection" params={{ clientId, connection }}>
              {copy.kinds[shop]}
            </NameLink>
            <Text size="xs" c="dimmed">
              {hostOf(shopUrl)}
            </Text>
          </Table.Td>
          <Table.Td>{clientName}</Table.Td>
          <Table.Td>
            <ShopBadge {...rest} />
          </Table.Td>
          <Table.Td>
            <Text size="sm">{copy.ofProducts(count(products))}</Text>
            {unmapped > 0 && (
              <Text size="xs" c="var(--mantine-color-error)">
                {copy.openProducts(count(unmapped))}
              </Text>
            )}
          </Table.Td>
          <Table.Td>
            {lastOrder ? <OrderLink clientId={clientId} orderId={lastOrder.orderId} /> : copy.noOrder}
          </Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}

export function ShopBadge({ state, problem }: Pick<Shop, 'state' | 'problem'>) {
  const copy = useCopy(shopsCopy);
  if (state === 'STOPPED') return <Badge color="gray">{copy.states.STOPPED}</Badge>;
  return <Badge color={problem ? 'red' : 'green'}>{copy.states[problem ? 'problem' : 'ACTIVE']}</Badge>;
}

/** Returns the address without `https://`. */
export const hostOf = (shopUrl: string | undefined) => shopUrl?.replace(/^https?:\/\//, '');
