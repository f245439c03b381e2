import { Badge, Button, List, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useCopy, useFormats } from '../../../shared/copy/copy.ts';
import { AnchorLink } from '../../../shared/ui/links.tsx';
import { HeadedTable, RequestFailure, Section } from '../../../shared/ui/page.tsx';
import { VariantName } from '../../../shared/ui/variant-name.tsx';
import {
  type OperatorOrder,
  type OrderKey,
  orderPieceEventsQuery,
  orderPiecesQuery,
  type Piece,
  type PieceEvent,
} from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import classes from './order-pieces.module.css';

const EVENTS_SHOWN_MAX = 8;
/** More pieces are shown on request. */
const PIECES_SHOWN_MAX = 50;
/** Statuses of orders that may have pieces. */
const MADE_STATUSES: readonly string[] = ['ACCEPTED', 'SHIPPED', 'ERROR', 'CANCELLED'];

/** Shows each piece of the order with its status, and the history of all pieces. */
export function OrderPieces({ orderKey, seen }: { orderKey: OrderKey; seen: OperatorOrder }) {
  const copy = useCopy(orderCopy);
  const isMade = MADE_STATUSES.includes(seen.order.status) && seen.mode === 'live';
  const { data: pieces, error, refetch } = useQuery({ ...orderPiecesQuery(orderKey), enabled: isMade });
  const { data: events = [] } = useQuery({
    ...orderPieceEventsQuery(orderKey),
    enabled: isMade && Boolean(pieces?.length),
  });
  const { hash } = useLocation();
  const hasTarget = pieces?.some(({ code }) => code === hash) === true;
  useEffect(() => {
    if (hasTarget) document.getElementById(hash)?.scrollIntoView({ block: 'center' });
  }, [hasTarget, hash]);
  if (!isMade || (!error && !pieces?.length)) return null;
  return (
    <Section title={copy.pieces.title}>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {pieces && <PiecesTable pieces={pieces} target={hash} />}
      <PieceEvents events={events} />
    </Section>
  );
}

function PiecesTable({ pieces, target }: { pieces: readonly Piece[]; target: string }) {
  const copy = useCopy(orderCopy).pieces;
  const { moment } = useFormats();
  const [isAll, setAll] = useState(false);
  const listed = isAll ? pieces : pieces.filter(({ code }, at) => at < PIECES_SHOWN_MAX || code === target);
  const batches = [...new Set(pieces.flatMap(({ batchId }) => batchId ?? []))];
  return (
    <>
      {batches.length > 0 && (
        <Text size="sm" mb="xs">
          {copy.batch}{' '}
          {batches.map((batchId) => (
            <AnchorLink key={batchId} to="/batches/$batchId" params={{ batchId }} size="sm" mr={6} underline="always">
              {batchId}
            </AnchorLink>
          ))}
        </Text>
      )}
      <HeadedTable
        heads={[copy.piece, copy.item, copy.state, copy.since]}
        minWidth={520}
        horizontalSpacing={6}
        verticalSpacing={4}
        fz="sm"
      >
        {listed.map((piece) => {
          const { code, attempt, position, copy: nth, quantity, sku, state, stateSince } = piece;
          return (
            <Table.Tr key={code} id={code} data-piece={code} data-state={state} className={classes.row}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                <span className={classes.code}>{code}</span>
                {attempt > 0 && (
                  <Badge color="orange" ml={4}>
                    R{attempt}
                  </Badge>
                )}
              </Table.Td>
              <Table.Td>
                {quantity > 1 ? copy.lotOf(position, quantity) : copy.pieceOf(position, nth)}
                <Text size="xs" c="dimmed" className={classes.sku}>
                  <VariantName kind="ARTICLE" code={sku} />
                </Text>
              </Table.Td>
              <Table.Td>
                <StateWords piece={piece} />
              </Table.Td>
              <Table.Td>{moment(stateSince)}</Table.Td>
            </Table.Tr>
          );
        })}
      </HeadedTable>
      {!isAll && listed.length < pieces.length && (
        <Button variant="default" size="xs" fullWidth mt="xs" onClick={() => setAll(true)}>
          {copy.all(pieces.length)}
        </Button>
      )}
    </>
  );
}

function StateWords({ piece }: { piece: Piece }) {
  const copy = useCopy(orderCopy).pieces;
  const { state, steps, stepsDone, hasBlank, parcel, reason, replacedBy } = piece;
  const why = reason && (copy.rejectReasons[reason] ?? reason);
  return (
    <>
      {copy.states[state]}
      {state === 'TO_MAKE' && stepsDone > 0 && ` ${copy.steps(stepsDone, steps.length)}`}
      {parcel !== undefined && ` ${copy.inParcel(parcel)}`}
      {hasBlank === false && (
        <Badge color="red" ml={4}>
          {copy.noBlank}
        </Badge>
      )}
      {(why || replacedBy) && (
        <Text size="xs" c="dimmed">
          {[why, replacedBy && copy.successor(replacedBy)].filter(Boolean).join('; ')}
        </Text>
      )}
    </>
  );
}

/** Lists the events of the pieces, latest first. */
function PieceEvents({ events }: { events: readonly PieceEvent[] }) {
  const copy = useCopy(orderCopy).pieces;
  const { moment } = useFormats();
  const [isAll, setAll] = useState(false);
  if (events.length === 0) return null;
  const listed = isAll ? events : events.slice(0, EVENTS_SHOWN_MAX);
  return (
    <>
      <Text fw={600} size="sm" mt="md" component="h3">
        {copy.history}
      </Text>
      <List size="sm" listStyleType="none" data-piece-events>
        {listed.map(({ eventId, code, type, occurred, station, actorName, reason }) => (
          <List.Item key={eventId}>
            <span className={classes.code}>{code}</span> {copy.events[type] ?? type}
            {reason && `: ${copy.rejectReasons[reason] ?? reason}`}
            <Text component="span" size="xs" c="dimmed">
              {' '}
              {[moment(occurred), station, actorName].filter(Boolean).join(' · ')}
            </Text>
          </List.Item>
        ))}
      </List>
      {listed.length < events.length && (
        <Button variant="default" size="xs" fullWidth mt="xs" onClick={() => setAll(true)}>
          {copy.allEvents(events.length)}
        </Button>
      )}
    </>
  );
}
