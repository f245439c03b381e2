import { Alert, NativeSelect, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { carrierNameOf } from '../../shared/copy/carrier-name.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { floorSentencesCopy } from '../../shared/floor-sentences/floor-sentences-copy.ts';
import { saveFile } from '../../shared/list/save-file.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Dialog, useDialogChange } from '../../shared/ui/dialog.tsx';
import { Facts, ListResult, Page, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { CloseDialog } from './close-dialog.tsx';
import {
  carriersWaitingQuery,
  HAND_OVERS_KEY,
  handedOverQuery,
  handOverQuery,
  printHandOver,
  readCustoms,
  readPaper,
  removeParcel,
  sheetPrintersQuery,
} from './hand-overs-api.ts';
import { handOversCopy } from './hand-overs-copy.ts';
import { ParcelsTable } from './parcels-table.tsx';

const route = getRouteApi('/office/hand-overs/$handOverId');

export function HandOverListPage() {
  const copy = useCopy(handOversCopy);
  const { count, moment } = useFormats();
  const { say } = useCopy(floorSentencesCopy);
  const { handOverId } = route.useParams();
  const { data: list } = useSuspenseQuery(handOverQuery(handOverId));
  const { data: carriers = [] } = useQuery(carriersWaitingQuery);
  const [dialog, setDialog] = useState<'close' | 'print'>();
  const [isPrinted, setPrinted] = useState(false);
  const save = useMutation({
    mutationFn: async (what: 'pdf' | 'csv') => {
      const content = await (what === 'pdf' ? readPaper(handOverId) : readCustoms(handOverId));
      const name = what === 'pdf' ? `hand-over-${handOverId}.pdf` : `hand-over-${handOverId}-customs.csv`;
      saveFile(name, content as unknown as Blob);
    },
  });
  const carrier = carrierNameOf(list, copy);
  const isClosed = list.state === 'CLOSED';
  return (
    <Page
      title={`${copy.list(handOverId)} · ${carrier}`}
      actions={
        <>
          <ActionButton verb="orders.read" variant="default" onClick={() => save.mutate('csv')}>
            {copy.csv}
          </ActionButton>
          {isClosed && (
            <>
              <ActionButton verb="handovers.read" variant="default" onClick={() => save.mutate('pdf')}>
                {copy.pdf}
              </ActionButton>
              <ActionButton verb="print" onClick={() => setDialog('print')}>
                {copy.print}
              </ActionButton>
            </>
          )}
          {!isClosed && list.parcels > 0 && (
            <ActionButton verb="production.work" onClick={() => setDialog('close')}>
              {copy.close}
            </ActionButton>
          )}
        </>
      }
    >
      {save.error && <RequestFailure error={save.error} />}
      {isPrinted && <Alert role="status">{copy.printed}</Alert>}
      <Section title={copy.list(handOverId)}>
        <Facts
          of={[
            [copy.carrier, carrier],
            [copy.state, copy.states[list.state]],
            [copy.parcels, count(list.parcels)],
            [copy.opened, [moment(list.opened), list.openedByName].filter(Boolean).join(' · ')],
            [copy.closed, list.closed && [moment(list.closed), list.closedByName].filter(Boolean).join(' · ')],
            [copy.stayedBehind, list.missing === undefined ? undefined : count(list.missing)],
            ...(list.manifests ?? []).map(({ providerName, carrier: of, state, sentence }): [string, string] => [
              copy.manifestOf(providerName, of),
              [copy.manifests[state], sentence && say(sentence)].filter(Boolean).join(' · '),
            ]),
          ]}
        />
      </Section>
      <ListedParcels handOverId={handOverId} isClosed={isClosed} />
      {dialog === 'close' && (
        <CloseDialog
          handOverId={handOverId}
          carrier={carrier}
          parcels={list.parcels}
          missing={carriers.find((one) => one.handOverId === handOverId)?.waiting ?? 0}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'print' && (
        <PrintDialog handOverId={handOverId} onPrinted={() => setPrinted(true)} onClose={() => setDialog(undefined)} />
      )}
    </Page>
  );
}

/** Shows the parcels on the list, each with a button to remove it. */
function ListedParcels({ handOverId, isClosed }: { handOverId: string; isClosed: boolean }) {
  const copy = useCopy(handOversCopy);
  const search = route.useSearch();
  const parcels = useQuery(handedOverQuery(handOverId, search.cursor));
  const [removing, setRemoving] = useState<string>();
  return (
    <Section title={copy.parcels}>
      <ListResult
        query={parcels}
        to={`/hand-overs/${handOverId}`}
        search={search}
        none={<Text size="sm">{copy.listNone}</Text>}
      >
        {(rows) => <ParcelsTable parcels={rows} onRemove={setRemoving} />}
      </ListResult>
      {removing !== undefined && (
        <RemoveDialog
          handOverId={handOverId}
          code={removing}
          isClosed={isClosed}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Section>
  );
}

type PrintDialogProps = { handOverId: string; onPrinted: () => void; onClose: () => void };

function PrintDialog({ handOverId, onPrinted, onClose }: PrintDialogProps) {
  const copy = useCopy(handOversCopy);
  const { data: printers } = useQuery(sheetPrintersQuery);
  const [chosen, setChosen] = useState<string>();
  const printerId = chosen ?? printers?.[0]?.printerId;
  const print = useMutation({
    mutationFn: () => printHandOver(handOverId, printerId ?? ''),
    onSuccess: () => {
      onPrinted();
      onClose();
    },
  });
  return (
    <Dialog
      title={copy.printTitle}
      confirm={copy.print}
      change={print}
      onSubmit={() => printerId !== undefined && print.mutate()}
      onClose={onClose}
    >
      {printers?.length === 0 && <Text size="sm">{copy.noPrinter}</Text>}
      {printers && printers.length > 0 && (
        <NativeSelect
          data-autofocus
          label={copy.printer}
          value={printerId ?? ''}
          data={printers.map((one) => ({ value: one.printerId, label: one.name }))}
          onChange={({ currentTarget: { value } }) => setChosen(value)}
        />
      )}
    </Dialog>
  );
}

interface RemoveDialogProps {
  handOverId: string;
  code: string;
  /** Whether the driver has signed for the list. */
  isClosed: boolean;
  onClose: () => void;
}

/** Removes a parcel from the list with a reason, for example if it stayed behind. */
function RemoveDialog({ handOverId, code, isClosed, onClose }: RemoveDialogProps) {
  const copy = useCopy(handOversCopy);
  const [reason, setReason] = useState('');
  const [isAsked, setAsked] = useState(false);
  const isEmpty = reason.trim() === '';
  const remove = useDialogChange(() => removeParcel(handOverId, code, reason.trim()), HAND_OVERS_KEY, onClose);
  return (
    <Dialog
      title={copy.removeOf(code)}
      confirm={copy.remove}
      change={remove}
      onSubmit={() => (isEmpty ? setAsked(true) : remove.mutate())}
      onClose={onClose}
    >
      <Text size="sm">{isClosed ? copy.removeMeansClosed : copy.removeMeans}</Text>
      <Textarea
        data-autofocus
        autosize
        label={copy.reason}
        error={isAsked && isEmpty ? copy.needsReason : undefined}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Dialog>
  );
}
