import { Badge, NumberInput, Table, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy, useFormats, useNow } from '../../shared/copy/copy.ts';
import { usePlaceName } from '../../shared/copy/parts-copy.ts';
import { PrintPdfButton } from '../../shared/printing/print-pdf-button.tsx';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Dialog, useDialogChange } from '../../shared/ui/dialog.tsx';
import { OrderLink } from '../../shared/ui/links.tsx';
import { HeadedTable, Page, RequestFailure } from '../../shared/ui/page.tsx';
import { VariantName } from '../../shared/ui/variant-name.tsx';
import { BIN_VIEWS, type BinContent, binsQuery, setBins, viewOf } from './bins-api.ts';
import { binsCopy } from './bins-copy.ts';

const route = getRouteApi('/office/bins');
const ANY = 'ALL';

export function BinsPage() {
  const copy = useCopy(binsCopy);
  const { count } = useFormats();
  const { state } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(binsQuery);
  const [isOpen, setOpen] = useState(false);
  const contents = data?.contents ?? [];
  const listed = contents.filter((one) => state === undefined || viewOf(one.state) === state);
  const counts = Map.groupBy(contents, (one) => viewOf(one.state));
  return (
    <Page
      title={copy.title}
      actions={
        <>
          {data && data.bins > 0 && (
            <PrintPdfButton verb="production.read" path="/papers/bins" label={copy.printLabels} />
          )}
          <ActionButton
            verb="production.release"
            variant={data?.bins === 0 ? 'filled' : 'default'}
            onClick={() => setOpen(true)}
          >
            {copy.howMany}
          </ActionButton>
        </>
      }
    >
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data?.bins === 0 && contents.length === 0 && <Text>{copy.noBins}</Text>}
      {data && data.bins > 0 && (
        <>
          <Text size="sm">{copy.taken(count(contents.length), count(data.bins))}</Text>
          <Tabs
            value={state ?? ANY}
            onChange={(next) => {
              const view = BIN_VIEWS.find((one) => one === next);
              void navigate({ search: view ? { state: view } : {} });
            }}
          >
            <Tabs.List aria-label={copy.views}>
              <Tabs.Tab value={ANY}>{copy.all}</Tabs.Tab>
              {BIN_VIEWS.map((view) => (
                <Tabs.Tab key={view} value={view}>
                  {copy.view[view]} {count(counts.get(view)?.length ?? 0)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs>
          {listed.length === 0 && <Text>{contents.length === 0 ? copy.allFree : copy.noneLike}</Text>}
          {listed.length > 0 && <BinsTable contents={listed} />}
        </>
      )}
      {isOpen && data && <BinsDialog bins={data.bins} onClose={() => setOpen(false)} />}
    </Page>
  );
}

/** More missing pieces are only counted. */
const MISSING_SHOWN_MAX = 3;

const COLORS: Record<BinContent['state'], string> = {
  COMPLETE: 'green',
  PACKING: 'gray',
  WAITING: 'gray',
  STOPPED: 'red',
  CANCELLED: 'red',
  SHIPPED: 'orange',
};

function BinsTable({ contents }: { contents: readonly BinContent[] }) {
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

/** Shows the missing pieces, or the next step if none is missing. */
function WaitsFor({ content: { state, missing, pieces, checked, packed } }: { content: BinContent }) {
  const copy = useCopy(binsCopy);
  const { count } = useFormats();
  const nameOfPlace = usePlaceName();
  if (state === 'COMPLETE') return <Text size="sm">{copy.toPacking}</Text>;
  if (state === 'PACKING') return <Text size="sm">{copy.beingPacked}</Text>;
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
          {attempt > 0 && ` R${attempt}`}: {copy.pieceStates[piece]}, {nameOfPlace(technology)},{' '}
          <VariantName kind="ARTICLE" code={sku} />
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

const BINS_MAX = 999;

function BinsDialog({ bins, onClose }: { bins: number; onClose: () => void }) {
  const copy = useCopy(binsCopy);
  const [count, setCount] = useState<number | string>(bins);
  const change = useDialogChange(() => setBins(Number(count)), binsQuery.queryKey, onClose);
  return (
    <Dialog
      title={copy.howManyTitle}
      confirm={copy.save}
      change={change}
      onSubmit={() => count !== '' && change.mutate()}
      onClose={onClose}
    >
      <NumberInput
        data-autofocus
        label={copy.count}
        description={copy.fewer}
        min={0}
        max={BINS_MAX}
        allowDecimal={false}
        allowNegative={false}
        value={count}
        onChange={setCount}
      />
    </Dialog>
  );
}
