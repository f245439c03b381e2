import { Badge, Group, Table, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { dayOf } from '../../shared/copy/center-days.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { saveFile } from '../../shared/list/save-file.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { OrderLink } from '../../shared/ui/links.tsx';
import { ChangeFailure, Facts, HeadedTable, ListResult, Page, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { drawLabels } from './buying-api.ts';
import {
  dayQuery,
  type Kind,
  type Movement,
  movementsQuery,
  type SeenStock,
  type StockKey,
  stockQuery,
} from './stock-api.ts';
import { stockCopy } from './stock-copy.ts';
import { AdjustDialog, CountDialog, PlanDialog } from './stock-dialogs.tsx';

const route = getRouteApi('/office/stock/$kind/$code');

export function StockItemPage() {
  const copy = useCopy(stockCopy);
  const { count, moment } = useFormats();
  const { kind, code } = route.useParams();
  const search = route.useSearch();
  const key = { kind: kind as Kind, code };
  const { data: seen } = useSuspenseQuery(stockQuery(key));
  const ledger = useQuery(movementsQuery(key, search.cursor));
  // The version on the screen when counting began.
  const [counting, setCounting] = useState<SeenStock>();
  const [adjusting, setAdjusting] = useState<SeenStock>();
  const [isPlanning, planDialog] = useDisclosure();
  const label = useMutation({
    mutationFn: async () => saveFile('label.pdf', (await drawLabels([{ code }])) as Blob),
  });
  const { content: level } = seen;
  const missing = level.reserved - level.onHand;
  return (
    <Page
      title={kind === 'PRODUCT' ? level.name : `${level.name}, ${level.color}, ${level.size}`}
      actions={
        <>
          <ActionButton verb="stock.work" variant="default" loading={label.isPending} onClick={() => label.mutate()}>
            {copy.label}
          </ActionButton>
          <ActionButton verb="stock.change" variant="default" onClick={() => setAdjusting(seen)}>
            {copy.adjust}
          </ActionButton>
          <ActionButton verb="stock.change" variant="default" onClick={planDialog.open}>
            {copy.plan}
          </ActionButton>
          <ActionButton verb="stock.change" onClick={() => setCounting(seen)}>
            {copy.count}
          </ActionButton>
        </>
      }
    >
      <ChangeFailure error={label.error} />
      <Section title={code}>
        <Facts
          of={[
            [copy.belongsTo, copy.kindOf[key.kind]],
            [copy.columns.onHand, count(level.onHand)],
            [copy.columns.reserved, count(level.reserved)],
            [
              copy.columns.available,
              <Group key="available" gap="xs">
                {count(level.available)}
                {level.minimum !== undefined && level.available < level.minimum && missing <= 0 && (
                  <Badge color="orange">{copy.belowMinimum}</Badge>
                )}
                {missing > 0 && <Badge color="red">{copy.shortBy(count(missing))}</Badge>}
              </Group>,
            ],
            [copy.minimum, level.minimum === undefined ? copy.noMinimum : count(level.minimum)],
            [copy.target, level.target === undefined ? copy.noMinimum : count(level.target)],
            [copy.owner, level.ownerId === undefined ? copy.center : (level.ownerName ?? level.ownerId)],
            [copy.retiredSince, level.retired && moment(level.retired)],
            [copy.columns.place, level.place ?? copy.noPlace],
            [
              copy.reserves,
              level.reserves.length > 0
                ? level.reserves.map(({ place, quantity }) => `${place}: ${count(quantity)}`).join(', ')
                : undefined,
            ],
            [copy.waiting, count(level.waitingOrders)],
          ]}
        />
      </Section>
      <Section title={copy.ledger}>
        <PastLevel stock={key} />
        <ListResult
          query={ledger}
          to={`/stock/${kind}/${encodeURIComponent(code)}`}
          search={search}
          none={<Text size="sm">{copy.ledgerNone}</Text>}
        >
          {(movements) => <LedgerTable movements={movements} />}
        </ListResult>
      </Section>
      {counting && <CountDialog stock={key} seen={counting} onClose={() => setCounting(undefined)} />}
      {isPlanning && <PlanDialog stock={key} level={level} onClose={planDialog.close} />}
      {adjusting && <AdjustDialog stock={key} seen={adjusting} onClose={() => setAdjusting(undefined)} />}
    </Page>
  );
}

/** Shows the level at the end of a chosen day. */
function PastLevel({ stock }: { stock: StockKey }) {
  const copy = useCopy(stockCopy);
  const { count, moment } = useFormats();
  const [day, setDay] = useState('');
  const { data, error } = useQuery({ ...dayQuery(stock, day), enabled: day !== '' });
  return (
    <Group align="flex-end" gap="sm" mb="sm">
      <TextInput
        type="date"
        label={copy.atDay}
        value={day}
        max={dayOf(Date.now())}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      {data && (
        <Text size="sm" role="status">
          {copy.levelAt(count(data.onHand), count(data.reserved), moment(data.asOf))}
        </Text>
      )}
      {day !== '' && error && <RequestFailure error={error} />}
    </Group>
  );
}

/** Lists all movements, with links to their orders. */
function LedgerTable({ movements }: { movements: Movement[] }) {
  const copy = useCopy(stockCopy);
  const { count, moment } = useFormats();
  const formatChange = (change: number) => (change === 0 ? '' : `${change > 0 ? '+' : '−'}${count(Math.abs(change))}`);
  const who = ({ actor, actorId, actorName }: Movement) => {
    if (actorId !== undefined) return actorName ?? actorId;
    return actor === 'system' ? copy.system : actor && copy.commandLine;
  };
  /** Reasons of rejects are codes, also before the words of a return. Other notes are words of people. */
  const sayNote = (note = '') =>
    copy.notes[note] ?? note.replace(/^[A-Z_]+(?=$|: )/, (code) => copy.rejectReasons[code] ?? code);
  const { when, what, onHand, reserved, who: whoLabel, why, place, order } = copy.ledgerColumns;
  return (
    <HeadedTable
      heads={[
        when,
        what,
        { label: onHand, ta: 'right', style: { whiteSpace: 'nowrap' } },
        { label: reserved, ta: 'right' },
        whoLabel,
        why,
        place,
        order,
      ]}
      minWidth={680}
    >
      {movements.map((movement) => (
        <Table.Tr key={movement.movementId} data-movement={movement.reason}>
          <Table.Td style={{ whiteSpace: 'nowrap' }}>{moment(movement.occurred)}</Table.Td>
          <Table.Td>{copy.reasons[movement.reason]}</Table.Td>
          <Table.Td ta="right">{formatChange(movement.onHandChange)}</Table.Td>
          <Table.Td ta="right">{formatChange(movement.reservedChange)}</Table.Td>
          <Table.Td>{who(movement)}</Table.Td>
          <Table.Td maw={280} style={{ overflowWrap: 'anywhere' }}>
            {movement.movements === undefined ? sayNote(movement.note) : copy.carried(count(movement.movements))}
          </Table.Td>
          <Table.Td>
            {movement.place}
            {movement.placeChange !== undefined && ` (${formatChange(movement.placeChange)})`}
            {movement.document !== undefined && (
              <Text size="xs" c="dimmed">
                {movement.document}
              </Text>
            )}
          </Table.Td>
          <Table.Td>
            {movement.orderId !== undefined && (
              <OrderLink clientId={movement.clientId ?? ''} orderId={movement.orderId} />
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}
