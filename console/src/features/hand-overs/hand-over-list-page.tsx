import { Alert, Text } from '@mantine/core';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { saveFile } from '../../shared/list/save-file.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { ListResult } from '../../shared/ui/list-result.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { CloseDialog } from './close-dialog.tsx';
import {
  carriersWaitingQuery,
  handedOverQuery,
  handOverQuery,
  readCustoms,
  readPaper,
} from './hand-overs-api.ts';
import { handOversCopy } from './hand-overs-copy.ts';
import { ParcelsTable } from './parcels-table.tsx';
import { PrintDialog } from './print-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

const route = getRouteApi('/office/hand-overs/$handOverId');

/** What did this driver take along? */
export function HandOverListPage() {
  const copy = useCopy(handOversCopy);
  const { count, moment } = useFormats();
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
  const carrier = list.carrierName ?? list.carrierId ?? copy.ownLabels;
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
            [
              copy.closed,
              list.closed && [moment(list.closed), list.closedByName].filter(Boolean).join(' · '),
            ],
            [copy.stayedBehind, list.missing === undefined ? undefined : count(list.missing)],
          ]}
        />
      </Section>
      <ListedParcels handOverId={handOverId} isClosed={isClosed} />
      {dialog === 'close' && (
        <CloseDialog
          handOverId={handOverId}
          carrier={carrier}
          parcels={list.parcels}
          missing={carriers.find(({ carrierId }) => carrierId === list.carrierId)?.waiting ?? 0}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'print' && (
        <PrintDialog
          handOverId={handOverId}
          onPrinted={() => setPrinted(true)}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Page>
  );
}

/** What is on the list; each parcel can be taken off it. */
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
