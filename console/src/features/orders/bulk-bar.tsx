import { Button, Group, Paper, Stack, Table, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { saveFile } from '../../shared/list/save-file.ts';
import type { Selection } from '../../shared/list/use-selection.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Dialog, type DialogChange } from '../../shared/ui/dialog.tsx';
import { Icon } from '../../shared/ui/icons.tsx';
import { RequestFailure } from '../../shared/ui/page.tsx';
import { AllOrdersDialog } from './all-orders.tsx';
import classes from './bulk-bar.module.css';
import { BulkResults } from './bulk-results.tsx';
import { BULK_VERBS, type BulkName, canApply } from './bulk-rules.ts';
import { MarkDialog } from './mark-dialog.tsx';
import type { OrderSearch } from './order-search.ts';
import {
  type BulkAction,
  type ListedOrder,
  matchesQuery,
  type OrdersPage,
  type Parcel,
  readFilesOf,
  useBulkAction,
} from './orders-api.ts';
import { ordersCopy } from './orders-copy.ts';
import { ReleaseOrdersDialog } from './release-orders-dialog.tsx';

/** The actions with a dialog. */
type Asking = 'toBatch' | 'hold' | 'cancel' | 'ship' | 'mark';
const ASKING: readonly string[] = ['toBatch', 'hold', 'cancel', 'ship'] satisfies Asking[];

interface BulkBarProps {
  selection: Selection<ListedOrder>;
  search: OrderSearch;
  page: OrdersPage | undefined;
}

/** Shows the actions for the selected orders. Each order has its own result, so some may be refused. */
export function BulkBar({ selection, search, page }: BulkBarProps) {
  const all = useAllMatching(selection, search, page);
  const copy = useCopy(ordersCopy);
  const action = useBulkAction();
  const [asking, setAsking] = useState<Asking>();
  const [ofAll, setAll] = useState<BulkName | 'mark'>();
  const { rows } = selection;
  const send = (what: BulkAction) =>
    action.mutate(what, {
      onSuccess: () => {
        setAsking(undefined);
        selection.clear();
      },
    });
  const press = (name: BulkName) => {
    action.reset();
    if (all.isChosen) setAll(name);
    else if (ASKING.includes(name)) setAsking(name as Asking);
    else send({ name: name as 'retry', orders: rows });
  };
  const dialog = { change: action, onClose: () => setAsking(undefined) };
  return (
    <>
      {rows.length > 0 && (
        <Paper withBorder shadow="md" className={classes.bar} role="region" aria-label={copy.bulk.title}>
          {action.error && !asking && <RequestFailure error={action.error} isChange />}
          <Group gap={6} justify="center">
            <Text fw={600} size="sm" role="status">
              {all.isChosen ? all.words : copy.bulk.selected(rows.length)}
            </Text>
            {all.isOffered && (
              <Button variant="light" size="compact-sm" onClick={all.choose}>
                {copy.bulk.selectMatching}
              </Button>
            )}
            {BULK_VERBS.map(([name, verb]) => (
              <ActionButton
                key={name}
                verb={verb}
                size="compact-sm"
                variant={name === 'toBatch' ? 'filled' : 'default'}
                loading={action.isPending && action.variables?.name === name}
                refusal={
                  all.refusal ??
                  (all.isChosen || rows.some((row) => canApply(name, row)) ? undefined : copy.bulk.refusals[name])
                }
                onClick={() => press(name)}
              >
                {copy.bulk.actions[name]}
              </ActionButton>
            ))}
            <ActionButton
              verb="orders.note"
              size="compact-sm"
              variant="default"
              refusal={all.refusal}
              onClick={() => (all.isChosen ? setAll('mark') : setAsking('mark'))}
            >
              {copy.marks.button}
            </ActionButton>
            {!all.isChosen && <FilesButton orders={rows} />}
            <Button variant="subtle" size="compact-sm" onClick={selection.clear}>
              {copy.bulk.clear}
            </Button>
          </Group>
        </Paper>
      )}
      {(asking === 'hold' || asking === 'cancel') && (
        <BulkReasonDialog
          {...dialog}
          name={asking}
          count={rows.length}
          onSend={(reason) => send({ name: asking, orders: rows, reason })}
        />
      )}
      {asking === 'toBatch' && (
        <ReleaseOrdersDialog orders={rows} onReleased={selection.clear} onClose={() => setAsking(undefined)} />
      )}
      {asking === 'mark' && (
        <MarkDialog orders={rows} onMarked={selection.clear} onClose={() => setAsking(undefined)} />
      )}
      {asking === 'ship' && <BulkShipDialog {...dialog} selected={rows} onSend={send} />}
      {ofAll && <AllOrdersDialog name={ofAll} search={search} words={all.words} onClose={() => setAll(undefined)} />}
      {action.data && <BulkResults result={action.data} onClose={action.reset} />}
    </>
  );
}

/** The server counts one more than this. */
const MATCHING_MAX = 10_000;

/** Offers all orders that match once all of the page are selected. Another filter ends the choice. */
function useAllMatching({ rows }: Selection<ListedOrder>, search: OrderSearch, page: OrdersPage | undefined) {
  const { bulk: copy } = useCopy(ordersCopy);
  const { orders: format } = useFormats();
  const { cursor, limit: _, columns: __, view: ___, sort: ____, ...filter } = search;
  const key = JSON.stringify(filter);
  const [chosen, setChosen] = useState<string>();
  const isWholePage = rows.length > 0 && rows.length === page?.rows.length;
  const isChosen = isWholePage && chosen === key;
  // A search is not counted.
  const { data } = useQuery({ ...matchesQuery(search), enabled: isChosen && search.q === undefined });
  const count = data ? `${format(data.orders)}${data.isMore && data.orders <= MATCHING_MAX ? '+' : ''}` : '';
  const isTooMany = isChosen && (data?.orders ?? 0) > MATCHING_MAX;
  return {
    isChosen,
    isOffered: isWholePage && !isChosen && (page?.next !== undefined || cursor !== undefined),
    // A search has no number.
    words: copy.matching(count).replace('  ', ' '),
    refusal: isTooMany ? copy.tooMany : undefined,
    choose: () => setChosen(key),
  };
}

/** Downloads the original files of the selected orders as one archive with a folder for each order. */
function FilesButton({ orders }: { orders: ListedOrder[] }) {
  const copy = useCopy(ordersCopy);
  const read = useMutation({
    mutationFn: (some: ListedOrder[]) => readFilesOf(some),
    onSuccess: (archive) => saveFile(`${copy.fileName}.zip`, archive),
  });
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Icon name="download" size={14} />}
        title={copy.bulk.filesMeans}
        loading={read.isPending}
        onClick={() => read.mutate(orders)}
      >
        {copy.bulk.files}
      </Button>
      {read.isPending && (
        <Text size="xs" role="status">
          {copy.bulk.filesReading}
        </Text>
      )}
      {read.error && <RequestFailure error={read.error} />}
    </>
  );
}

interface BulkReasonDialogProps {
  name: 'hold' | 'cancel';
  count: number;
  change: DialogChange;
  onSend: (reason: string) => void;
  onClose: () => void;
}

function BulkReasonDialog({ name, count, onSend, ...dialog }: BulkReasonDialogProps) {
  const { bulk: copy } = useCopy(ordersCopy);
  const [reason, setReason] = useState('');
  return (
    <Dialog
      {...dialog}
      title={copy.titles[name](count)}
      confirm={copy.confirm[name]}
      dismiss={copy.back}
      isGrave={name === 'cancel'}
      onSubmit={() => onSend(reason)}
    >
      <Textarea
        label={copy.reason}
        data-autofocus
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Dialog>
  );
}

interface BulkShipDialogProps {
  selected: ListedOrder[];
  change: DialogChange;
  onSend: (action: BulkAction) => void;
  onClose: () => void;
}

/** Asks for the tracking number of each order. A scanner fills the fields one after the other. */
function BulkShipDialog({ selected, change, onSend, onClose }: BulkShipDialogProps) {
  const copy = useCopy(ordersCopy);
  // The selection at opening: the numbers stay with their orders while the list changes.
  const [orders] = useState(() => selected.filter((order) => canApply('ship', order)));
  const [carrier, setCarrier] = useState('');
  const [numbers, setNumbers] = useState<readonly string[]>([]);
  const others = selected.length - orders.length;
  const parcelAt = (index: number): Parcel => {
    const trackingNumber = numbers[index]?.trim();
    const trackingCarrier = carrier.trim();
    return { ...(trackingNumber && { trackingNumber }), ...(trackingCarrier && { trackingCarrier }) };
  };
  return (
    <Dialog
      title={copy.bulk.titles.ship(orders.length)}
      confirm={copy.bulk.confirm.ship}
      change={change}
      onSubmit={() => onSend({ name: 'ship', orders, parcels: orders.map((_, index) => parcelAt(index)) })}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">{copy.bulk.shipMeans}</Text>
        {others > 0 && <Text size="sm">{copy.bulk.shipOthers(others)}</Text>}
        <TextInput
          label={copy.bulk.carrier}
          value={carrier}
          onChange={(event) => setCarrier(event.currentTarget.value)}
          onKeyDown={toNextField}
        />
        <Table.ScrollContainer minWidth={0} mah={360}>
          <Table>
            <Table.Tbody>
              {orders.map(({ clientId, orderId, recipient }, index) => (
                <Table.Tr key={`${clientId} ${orderId}`}>
                  <Table.Td maw={180}>
                    <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
                      <Text size="sm" fw={600}>
                        {orderId}
                      </Text>
                      <Text size="xs" c="dimmed">
                        {recipient?.name}
                      </Text>
                    </Stack>
                  </Table.Td>
                  <Table.Td>
                    <TextInput
                      aria-label={copy.bulk.trackingOf(orderId)}
                      placeholder={copy.bulk.tracking}
                      autoComplete="off"
                      spellCheck={false}
                      {...(index === 0 && { 'data-autofocus': true })}
                      value={numbers[index] ?? ''}
                      onChange={({ currentTarget: { value } }) =>
                        setNumbers((before) => orders.map((_, at) => (at === index ? value : (before[at] ?? ''))))
                      }
                      onKeyDown={toNextField}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Stack>
    </Dialog>
  );
}

/** Moves the focus to the next field at Enter, which also ends a scan; from the last field to the button. */
function toNextField(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const form = event.currentTarget.form;
  const fields = [...(form?.querySelectorAll<HTMLElement>('input, button[type="submit"]') ?? [])];
  fields[fields.indexOf(event.currentTarget) + 1]?.focus();
}
