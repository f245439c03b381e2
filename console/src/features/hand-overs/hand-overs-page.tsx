import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { carrierNameOf } from '../../shared/copy/carrier-name.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { ChoiceSelect } from '../../shared/list/filters.tsx';
import { useSession } from '../../shared/session/use-permission.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { AnchorLink, ButtonLink } from '../../shared/ui/links.tsx';
import { HeadedTable, ListResult, Page, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { CloseDialog } from './close-dialog.tsx';
import {
  carrierOfKey,
  carriersWaitingQuery,
  type HandOver,
  type HandOverCarrier,
  type HandOversSearch,
  handOversQuery,
  keyOfCarrier,
  STATES,
  waitingParcelsQuery,
} from './hand-overs-api.ts';
import { handOversCopy } from './hand-overs-copy.ts';
import { ParcelsTable } from './parcels-table.tsx';

const route = getRouteApi('/office/hand-overs');

export function HandOversPage() {
  const copy = useCopy(handOversCopy);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(handOversQuery(search));
  const change = (changes: HandOversSearch) =>
    void navigate({ search: ({ cursor: _, ...before }) => ({ ...before, ...changes }) as HandOversSearch });
  const { verbs } = useSession();
  const station = verbs.includes('production.work') && (
    <ButtonLink to="/station/hand-over" variant="default">
      {copy.station}
    </ButtonLink>
  );
  const none =
    search.state || search.cursor ? (
      <Text size="sm">{copy.listNone}</Text>
    ) : (
      <EmptyState icon="handOvers" title={copy.listNone} means={copy.listNoneMeans}>
        {station}
      </EmptyState>
    );
  return (
    <Page title={copy.title} actions={station}>
      <CarriersWaiting missing={search.missing} onShow={(missing) => change({ missing })} />
      {search.missing !== undefined && <Missing carrier={search.missing} />}
      <Section
        title={copy.lists}
        actions={
          <ChoiceSelect
            aria-label={copy.state}
            size="xs"
            any={copy.allStates}
            of={STATES}
            names={copy.states}
            value={search.state}
            onChange={(state) => change({ state })}
          />
        }
      >
        <ListResult query={list} to="/hand-overs" search={search} none={none}>
          {(rows, isOld) => <ListsTable lists={rows} isOld={isOld} />}
        </ListResult>
      </Section>
    </Page>
  );
}

function Missing({ carrier }: { carrier: string }) {
  const copy = useCopy(handOversCopy);
  const { data: carriers = [] } = useQuery(carriersWaitingQuery);
  const { data, error, refetch } = useQuery(waitingParcelsQuery(carrier));
  const name = carrierNameOf(carriers.find((one) => keyOfCarrier(one) === carrier) ?? carrierOfKey(carrier), copy);
  return (
    <Section title={copy.missingOf(name)}>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Text size="sm">{copy.waitingNone}</Text>}
      {data && data.length > 0 && <ParcelsTable parcels={data} />}
    </Section>
  );
}

function ListsTable({ lists, isOld }: { lists: readonly HandOver[]; isOld: boolean }) {
  const copy = useCopy(handOversCopy);
  const { count, moment } = useFormats();
  return (
    <HeadedTable
      heads={[
        copy.number,
        copy.carrier,
        copy.opened,
        copy.closed,
        copy.by,
        { label: copy.parcels, ta: 'right' },
        { label: copy.stayedBehind, ta: 'right' },
      ]}
      minWidth={680}
      isOld={isOld}
    >
      {lists.map((one) => (
        <Table.Tr key={one.handOverId} data-list={one.handOverId}>
          <Table.Td>
            <AnchorLink to="/hand-overs/$handOverId" params={{ handOverId: one.handOverId }} size="sm">
              {one.handOverId}
            </AnchorLink>
          </Table.Td>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>{carrierNameOf(one, copy)}</Table.Td>
          <Table.Td style={{ whiteSpace: 'nowrap' }}>{moment(one.opened)}</Table.Td>
          <Table.Td style={{ whiteSpace: 'nowrap' }}>{one.closed ? moment(one.closed) : copy.states.OPEN}</Table.Td>
          <Table.Td>{one.closedByName ?? one.openedByName}</Table.Td>
          <Table.Td ta="right">{count(one.parcels)}</Table.Td>
          <Table.Td ta="right">{one.missing === undefined ? '' : count(one.missing)}</Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}

interface CarriersWaitingProps {
  /** The carrier of the parcels shown below. */
  missing: string | undefined;
  onShow: (carrier: string | undefined) => void;
}

/** Shows the waiting parcels and open lists by carrier. */
function CarriersWaiting({ missing, onShow }: CarriersWaitingProps) {
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
          heads={[copy.carrier, { label: copy.missing, ta: 'right' }, { label: copy.onList, ta: 'right' }, '']}
          minWidth={560}
        >
          {data.map((one) => {
            const id = keyOfCarrier(one);
            const name = carrierNameOf(one, copy);
            return (
              <Table.Tr key={id} data-carrier={id}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {name}
                  {one.labels && (
                    <Text size="xs" c="dimmed">
                      {copy.labelsMean[one.labels]}
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
                    <AnchorLink to="/hand-overs/$handOverId" params={{ handOverId: one.handOverId }} size="sm">
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
          carrier={carrierNameOf(closing, copy)}
          parcels={closing.parcels ?? 0}
          missing={closing.waiting}
          onClose={() => setClosing(undefined)}
        />
      )}
    </Section>
  );
}
