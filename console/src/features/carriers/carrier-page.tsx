import { Badge, Group, Table, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { CursorPager } from '../../shared/ui/cursor-pager.tsx';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { CarrierDialog } from './carrier-dialog.tsx';
import { carrierQuery, clientsOfCarrierQuery, type SeenCarrier } from './carriers-api.ts';
import { carriersCopy } from './carriers-copy.ts';

const route = getRouteApi('/office/carriers/$carrierId');

/** Who ships with this carrier? */
export function CarrierPage() {
  const copy = useCopy(carriersCopy);
  const { carrierId } = route.useParams();
  const { data: seen } = useSuspenseQuery(carrierQuery(carrierId));
  // What was on the screen when the person began.
  const [renaming, setRenaming] = useState<SeenCarrier>();
  return (
    <Page
      title={seen.carrier.name}
      actions={
        <ActionButton verb="carriers.change" onClick={() => setRenaming(seen)}>
          {copy.rename}
        </ActionButton>
      }
    >
      <Section title={copy.clients}>
        <Clients carrierId={carrierId} />
      </Section>
      {renaming && <CarrierDialog seen={renaming} onClose={() => setRenaming(undefined)} />}
    </Page>
  );
}

function Clients({ carrierId }: { carrierId: string }) {
  const copy = useCopy(carriersCopy);
  const search = route.useSearch();
  const { data, error, refetch } = useQuery(clientsOfCarrierQuery(carrierId, search.cursor));
  if (error) return <RequestFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.clients.length === 0) return <Text size="sm">{copy.noClients}</Text>;
  return (
    <>
      <Table>
        <Table.Tbody>
          {data.clients.map((client) => (
            <Table.Tr key={client.clientId}>
              <Table.Td>
                <AnchorLink to="/clients/$clientId" params={{ clientId: client.clientId }} size="sm">
                  {client.name}
                </AnchorLink>
              </Table.Td>
              <Table.Td>
                <Group gap="xs" justify="flex-end">
                  {client.default && <Badge variant="light">{copy.default}</Badge>}
                  {client.mode === 'sandbox' && <Badge variant="light">{copy.sandbox}</Badge>}
                  {client.status === 'disabled' && (
                    <Badge variant="light" color="gray">
                      {copy.disabled}
                    </Badge>
                  )}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <CursorPager to={`/carriers/${encodeURIComponent(carrierId)}`} search={search} next={data.next} />
    </>
  );
}
