import { Badge, Table, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { useNow } from '../../shared/copy/use-now.ts';
import { AnchorLink } from '../../shared/ui/links.tsx';
import tableText from '../../shared/ui/table-text.module.css';
import type { BinContent } from './bins-api.ts';
import { binsCopy } from './bins-copy.ts';

/** Of an order, the pieces that are named. */
const MISSING_SHOWN_MAX = 3;

const COLORS: Record<BinContent['state'], string> = {
  COMPLETE: 'green',
  WAITING: 'gray',
  STOPPED: 'red',
  CANCELLED: 'red',
  SHIPPED: 'orange',
};

export function BinsTable({ contents }: { contents: readonly BinContent[] }) {
  const copy = useCopy(binsCopy);
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{copy.bin}</Table.Th>
            <Table.Th>{copy.order}</Table.Th>
            <Table.Th>{copy.state}</Table.Th>
            <Table.Th ta="right">{copy.there}</Table.Th>
            <Table.Th>{copy.since}</Table.Th>
            <Table.Th w="36%">{copy.missing}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {contents.map((one) => (
            <BinRow key={one.bin} content={one} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function BinRow({ content }: { content: BinContent }) {
  const copy = useCopy(binsCopy);
  const { count, age, moment } = useFormats();
  const now = useNow();
  const { bin, code, state, clientId, clientName, orderId, taken, pieces, checked, packed } = content;
  return (
    <Table.Tr data-bin={bin}>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Text component="span" fw={650} size="lg">
          {bin}
        </Text>{' '}
        <Text component="span" size="xs" ff="monospace" c="dimmed">
          {code}
        </Text>
      </Table.Td>
      <Table.Td>
        <AnchorLink
          to="/orders/$clientId/$orderId"
          params={{ clientId, orderId }}
          className={tableText.code}
          size="sm"
        >
          {orderId}
        </AnchorLink>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {clientName}
        </Text>
      </Table.Td>
      <Table.Td>
        <Badge color={COLORS[state]} variant="light" tt="none">
          {copy.states[state]}
        </Badge>
      </Table.Td>
      <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
        {copy.thereOf(count(checked + packed), count(pieces))}
      </Table.Td>
      <Table.Td title={moment(taken)} style={{ whiteSpace: 'nowrap' }}>
        {age(taken, now)}
      </Table.Td>
      <Table.Td>
        <WaitsFor content={content} />
      </Table.Td>
    </Table.Tr>
  );
}

/** Which pieces are still to come; of a bin that waits for none, what is to be done with it. */
function WaitsFor({ content: { state, missing, pieces, checked, packed } }: { content: BinContent }) {
  const copy = useCopy(binsCopy);
  const { count } = useFormats();
  if (state === 'COMPLETE') return <Text size="sm">{copy.toPacking}</Text>;
  if (state === 'CANCELLED' || state === 'SHIPPED') return <Text size="sm">{copy.emptyIt}</Text>;
  if (state === 'STOPPED') return <Text size="sm">{copy.askLead}</Text>;
  const more = pieces - checked - packed - Math.min(missing.length, MISSING_SHOWN_MAX);
  return (
    <>
      {missing.slice(0, MISSING_SHOWN_MAX).map(({ code, attempt, sku, technology, state: piece }) => (
        <Text key={code} size="sm">
          <Text component="span" ff="monospace" size="sm">
            {code}
          </Text>
          {attempt > 0 && ` R${attempt}`}: {copy.pieceStates[piece]}, {technology}, {sku}
        </Text>
      ))}
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {copy.more(count(more))}
        </Text>
      )}
    </>
  );
}
