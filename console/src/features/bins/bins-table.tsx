import { Badge, Table, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { useNow } from '../../shared/copy/use-now.ts';
import { OrderLink } from '../../shared/ui/links.tsx';
import { HeadedTable } from '../../shared/ui/list-table.tsx';
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
    <HeadedTable
      heads={[
        copy.bin,
        copy.order,
        copy.state,
        { label: copy.there, ta: 'right' },
        copy.since,
        { label: copy.missing, w: '36%' },
      ]}
      minWidth={640}
      horizontalSpacing={8}
    >
      {contents.map((one) => (
        <BinRow key={one.bin} content={one} />
      ))}
    </HeadedTable>
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
        <OrderLink clientId={clientId} orderId={orderId} />
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {clientName}
        </Text>
      </Table.Td>
      <Table.Td>
        <Badge color={COLORS[state]}>{copy.states[state]}</Badge>
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
