import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { HeadedTable } from '../../shared/ui/list-table.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { carriersWaitingQuery, type HandOverCarrier } from './hand-overs-api.ts';
import { handOversCopy } from './hand-overs-copy.ts';
import { UNKNOWN_CARRIER } from './hand-overs-search.ts';

interface CarriersWaitingProps {
  /** Whose parcels are shown below. */
  missing: string | undefined;
  onShow: (carrier: string | undefined) => void;
}

/** What waits for whose driver, and which lists are open? */
export function CarriersWaiting({ missing, onShow }: CarriersWaitingProps) {
  const copy = useCopy(handOversCopy);
  const { count } = useFormats();
  const { data, error, refetch } = useQuery(carriersWaitingQuery);
  const [closing, setClosing] = useState<HandOverCarrier>();
  return (
    <Section title={copy.waiting}>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Text size="sm">{copy.waitingNone}</Text>}
      {data && data.length > 0 && (
        <HeadedTable
          heads={[
            copy.carrier,
            { label: copy.missing, ta: 'right' },
            { label: copy.onList, ta: 'right' },
            '',
          ]}
          minWidth={560}
        >
          {data.map((one) => {
            const id = one.carrierId ?? UNKNOWN_CARRIER;
            const name = one.carrierName ?? one.carrierId ?? copy.ownLabels;
            return (
              <Table.Tr key={id} data-carrier={id}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {name}
                  {one.carrierId === undefined && (
                    <Text size="xs" c="dimmed">
                      {copy.ownLabelsMeans}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td ta="right">
                  {count(one.waiting)}
                  {one.unlabelled > 0 && (
                    <Badge color="orange" ml="xs">
                      {copy.unlabelled(count(one.unlabelled))}
                    </Badge>
                  )}
                </Table.Td>
                <Table.Td ta="right">
                  {one.handOverId !== undefined && (
                    <AnchorLink
                      to="/hand-overs/$handOverId"
                      params={{ handOverId: one.handOverId }}
                      size="sm"
                    >
                      {count(one.parcels ?? 0)}
                    </AnchorLink>
                  )}
                </Table.Td>
                <Table.Td>
                  <Group gap="xs" justify="flex-end" wrap="nowrap">
                    {one.waiting > 0 && (
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={copy.showOf(name)}
                        aria-pressed={missing === id}
                        onClick={() => onShow(missing === id ? undefined : id)}
                      >
                        {copy.show}
                      </Button>
                    )}
                    {one.handOverId !== undefined && (one.parcels ?? 0) > 0 && (
                      <ActionButton verb="production.work" size="compact-sm" onClick={() => setClosing(one)}>
                        {copy.close}
                      </ActionButton>
                    )}
                  </Group>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </HeadedTable>
      )}
      {closing?.handOverId !== undefined && (
        <CloseDialog
          handOverId={closing.handOverId}
          carrier={closing.carrierName ?? closing.carrierId ?? copy.ownLabels}
          parcels={closing.parcels ?? 0}
          missing={closing.waiting}
          onClose={() => setClosing(undefined)}
        />
      )}
    </Section>
  );
}
