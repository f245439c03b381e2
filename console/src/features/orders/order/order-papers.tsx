import { Anchor, Checkbox, Group, List, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy, useFormats } from '../../../shared/copy/copy.ts';
import { saveFile } from '../../../shared/list/save-file.ts';
import { printHere } from '../../../shared/printing/print-here.ts';
import { PrintPdfButton, printPdf } from '../../../shared/printing/print-pdf-button.tsx';
import { ActionButton } from '../../../shared/ui/action-button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { ChangeFailure, Section } from '../../../shared/ui/page.tsx';
import { TestMark } from '../../../shared/ui/test-mark.tsx';
import { ORDERS_KEY } from '../orders-api.ts';
import {
  batchPapersQuery,
  buyReturnLabel,
  type OperatorOrder,
  type OrderParcel,
  orderParcelsQuery,
  orderPiecesQuery,
  type PaperKind,
  printLabel,
  readReturnLabel,
  recordTicket,
  reprintPapers,
} from './order-api.ts';
import { orderCopy } from './order-copy.ts';
import { REASON_LENGTH_MAX } from './order-dialog.tsx';

/** The papers to print again. */
type Reprint = { parcel: OrderParcel } | { tickets: readonly string[]; path: string };

/** Shows the tickets and the papers of the parcels with their states, and prints them again for a reason. */
export function OrderPapers({ seen: { clientId, mode, order } }: { seen: OperatorOrder }) {
  const copy = useCopy(orderCopy).print;
  const key = { clientId, orderId: order.orderId };
  const isMade = mode === 'live' && (order.status === 'ACCEPTED' || order.status === 'SHIPPED');
  const { data: parcels = [] } = useQuery({ ...orderParcelsQuery(key), enabled: isMade });
  const { data: pieces = [] } = useQuery({ ...orderPiecesQuery(key), enabled: isMade });
  const [asking, setAsking] = useState<Reprint>();
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ORDERS_KEY });
  const label = useMutation({ mutationFn: printLabel, onSettled });
  const here = useMutation({ mutationFn: printHere, onSettled });
  const voided = parcels.filter(({ papers }) => papers.some(({ state }) => state === 'void'));
  const again = useMutation({
    mutationFn: () =>
      Promise.all(voided.map((parcel) => reprintPapers(parcel.code, voidKinds(parcel), copy.voidReason))),
    onSettled,
  });
  const unchecked = pieces.filter(({ state }) => state === 'TO_MAKE' || state === 'MADE');
  const tickets = unchecked.map(({ code }) => code);
  const ticketsPath = `/orders/${encodeURIComponent(clientId)}/${encodeURIComponent(order.orderId)}/tickets.pdf`;
  const batchId = unchecked[0]?.batchId;
  const { data: runs = [] } = useQuery({ ...batchPapersQuery(batchId), enabled: isMade && batchId !== undefined });
  const run = runs.find(({ paper }) => paper === 'TICKETS');
  // The state of the first job that is not printed.
  const jobs = run?.jobs.find(({ state }) => state !== 'printed')?.state ?? 'printed';
  const ticketState = run && copy.paperStates[run.state === 'enqueued' ? jobs : run.state];
  if (!isMade || (parcels.length === 0 && tickets.length === 0)) return null;
  return (
    <Section title={copy.title}>
      <ChangeFailure error={label.error ?? again.error ?? here.error} />
      {voided.length > 0 && (
        <Group gap="xs" role="status" mb="xs">
          <Text size="sm" c="red">
            {copy.voided}
          </Text>
          <ActionButton
            verb="production.work"
            size="compact-sm"
            loading={again.isPending}
            onClick={() => again.mutate()}
          >
            {copy.printVoid}
          </ActionButton>
        </Group>
      )}
      {tickets.length > 0 && (
        <Group gap="xs">
          <Text size="sm">{`${copy.tickets(tickets.length)}: ${ticketState ?? copy.noPrint}`}</Text>
          <AgainButton label={copy.allTickets} onClick={() => setAsking({ tickets, path: ticketsPath })} />
        </Group>
      )}
      {parcels.map((parcel) => (
        <div key={parcel.code}>
          <Group gap="xs">
            <Text size="sm" fw={600}>
              {copy.parcel(parcel.number, copy.states[parcel.state])}
            </Text>
            {parcel.state === 'PACKED' && (
              <ActionButton
                verb="production.work"
                size="compact-sm"
                loading={label.isPending}
                onClick={() => label.mutate(parcel.code)}
              >
                {copy.label}
              </ActionButton>
            )}
            {parcel.papers.length > 0 && (
              <AgainButton label={copy.papersOf(parcel.number)} onClick={() => setAsking({ parcel })} />
            )}
          </Group>
          <ParcelLabel {...parcel} />
          <ReturnLabel parcel={parcel} onSettled={onSettled} />
          <List size="sm">
            {parcel.papers.map(({ kind, state, printer, jobId }) => (
              <List.Item key={kind} {...(state === 'void' && { c: 'red' })}>
                {[`${copy.kinds[kind]}: ${copy.paperStates[state]}`, printer?.name].filter(Boolean).join(' · ')}{' '}
                {state === 'queued' && printer?.kind === 'browser' && (
                  <ActionButton
                    verb="print"
                    size="compact-xs"
                    aria-label={`${copy.here}: ${copy.kinds[kind]}`}
                    onClick={() => here.mutate(jobId)}
                  >
                    {copy.here}
                  </ActionButton>
                )}
              </List.Item>
            ))}
            {parcel.papers.length === 0 && <List.Item>{copy.later}</List.Item>}
          </List>
        </div>
      ))}
      {asking && <ReprintDialog reprint={asking} onSettled={onSettled} onClose={() => setAsking(undefined)} />}
    </Section>
  );
}

/** Shows the label that was bought for a parcel: carrier, service, number, price and state. */
function ParcelLabel({ label, trackingNumber, problem }: Pick<OrderParcel, 'label' | 'trackingNumber' | 'problem'>) {
  const { bought: copy, labelProblems } = useCopy(orderCopy).print;
  const { money } = useFormats();
  if (!label) return null;
  const { state, carrier, service, providerName, trackingUrl, cost, isTest } = label;
  return (
    <Text size="sm" component="div" data-label={state} style={{ overflowWrap: 'anywhere' }}>
      {[copy.states[state], carrier, service, providerName, cost && money(cost.amount, cost.currency)]
        .filter(Boolean)
        .join(' · ')}{' '}
      {state === 'USED' && trackingNumber && trackingUrl && (
        <Anchor href={trackingUrl} target="_blank" rel="noreferrer" inherit underline="always">
          {trackingNumber}
        </Anchor>
      )}{' '}
      {isTest && <TestMark />}
      {problem && (
        <Text size="sm" c="red">
          {labelProblems[problem]}
        </Text>
      )}
    </Text>
  );
}

/** Buys, shows and prints the label for the return of a parcel that has left. */
function ReturnLabel({ parcel, onSettled }: { parcel: OrderParcel; onSettled: () => Promise<void> }) {
  const { returned: copy } = useCopy(orderCopy).print;
  const { code, state, returnLabel: label } = parcel;
  const buy = useMutation({ mutationFn: () => buyReturnLabel(code), onSettled });
  const save = useMutation({
    mutationFn: async () => saveFile(`return-label-${code}.pdf`, (await readReturnLabel(code)) as unknown as Blob),
  });
  if (state !== 'SHIPPED') return null;
  return (
    <>
      <ChangeFailure error={buy.error ?? save.error} />
      <Group gap="xs" my={4}>
        {label && <Text size="sm">{`${copy.title}:`}</Text>}
        {label && <ParcelLabel {...{ label, ...label }} />}
        {label?.message && (
          <Text size="sm" c="red">
            {label.message}
          </Text>
        )}
        {label?.state === 'USED' ? (
          <>
            <ActionButton verb="orders.read" variant="default" size="compact-sm" onClick={() => save.mutate()}>
              {copy.save}
            </ActionButton>
            <PrintPdfButton
              verb="orders.read"
              size="compact-sm"
              path={`/parcels/${code}/return-label.pdf`}
              label={copy.print}
            />
          </>
        ) : (
          label?.state !== 'COMING' && (
            <ActionButton
              verb="production.work"
              variant="default"
              size="compact-sm"
              loading={buy.isPending}
              onClick={() => buy.mutate()}
            >
              {copy.buy}
            </ActionButton>
          )
        )}
      </Group>
    </>
  );
}

const voidKinds = ({ papers }: OrderParcel): PaperKind[] =>
  papers.filter(({ state }) => state === 'void').map(({ kind }) => kind);

function AgainButton({ label, onClick }: { label: string; onClick: () => void }) {
  const copy = useCopy(orderCopy).print;
  return (
    <ActionButton
      verb="production.work"
      variant="default"
      size="compact-sm"
      aria-label={`${copy.again} ${label}`}
      onClick={onClick}
    >
      {copy.again}
    </ActionButton>
  );
}

type ReprintDialogProps = { reprint: Reprint; onSettled: () => Promise<void>; onClose: () => void };

function ReprintDialog({ reprint, onSettled, onClose }: ReprintDialogProps) {
  const copy = useCopy(orderCopy).print;
  const kinds = 'parcel' in reprint ? reprint.parcel.papers.map(({ kind }) => kind) : [];
  const [chosen, setChosen] = useState<string[]>(kinds.filter((kind) => kind === 'LABEL' || kind === 'CUSTOMS'));
  const [reason, setReason] = useState('');
  const print = useMutation({
    mutationFn: async () => {
      if ('parcel' in reprint) await reprintPapers(reprint.parcel.code, chosen as PaperKind[], reason.trim());
      else {
        await printPdf(reprint.path, copy.allTickets);
        for (const code of reprint.tickets) await recordTicket(code, reason.trim());
      }
    },
    onSuccess: onClose,
    onSettled,
  });
  const isReady = reason.trim() !== '' && (kinds.length === 0 || chosen.length > 0);
  return (
    <Dialog
      title={copy.againTitle('parcel' in reprint ? copy.papersOf(reprint.parcel.number) : copy.allTickets)}
      confirm={copy.confirm}
      change={print}
      onSubmit={() => isReady && print.mutate()}
      onClose={onClose}
    >
      {kinds.length > 0 && (
        <Checkbox.Group label={copy.papers} value={chosen} onChange={setChosen}>
          <Group gap="sm" mt={4}>
            {kinds.map((kind) => (
              <Checkbox key={kind} value={kind} label={copy.kinds[kind]} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      <TextInput
        label={copy.reason}
        maxLength={REASON_LENGTH_MAX}
        required
        withAsterisk={false}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Dialog>
  );
}
