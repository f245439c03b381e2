import { Checkbox, Table, Text, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { saveFile } from '../../shared/list/save-file.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Dialog, useDialogChange } from '../../shared/ui/dialog.tsx';
import { AnchorLink, ButtonLink } from '../../shared/ui/links.tsx';
import { ChangeFailure, HeadedTable, ListResult, Page } from '../../shared/ui/page.tsx';
import { drawLabels, PLACES_KEY, type Place, placesQuery, renamePlace } from './buying-api.ts';
import { stockCopy } from './stock-copy.ts';

const route = getRouteApi('/office/places');

/** The places of the warehouse in the order of the shelves. */
export function PlacesPage() {
  const copy = useCopy(stockCopy).places;
  const { count } = useFormats();
  const search = route.useSearch();
  const list = useQuery(placesQuery(search.cursor));
  const [renamed, setRenamed] = useState<Place>();
  const [isNaming, naming] = useDisclosure();
  const { chosen, toggle, toggleAll } = useChosen();
  const draw = useMutation({
    mutationFn: async (places: readonly string[]) =>
      saveFile('labels.pdf', (await drawLabels(places.map((place) => ({ place })))) as Blob),
  });
  return (
    <Page
      title={copy.title}
      actions={
        <>
          <ButtonLink to="/shelves" search={{ do: 'place' }} variant="default">
            {copy.setByScan}
          </ButtonLink>
          <ActionButton verb="stock.work" variant="default" onClick={naming.open}>
            {copy.newLabels}
          </ActionButton>
          <ActionButton
            verb="stock.work"
            loading={draw.isPending}
            refusal={chosen.length === 0 ? copy.chooseFirst : undefined}
            onClick={() => draw.mutate(chosen)}
          >
            {chosen.length === 0 ? copy.labels : copy.labelsOf(count(chosen.length))}
          </ActionButton>
        </>
      }
    >
      <ChangeFailure error={draw.error} />
      {renamed && <RenameDialog place={renamed} onClose={() => setRenamed(undefined)} />}
      {isNaming && <LabelsDialog onClose={naming.close} />}
      <Text size="sm" c="dimmed">
        {copy.means}
      </Text>
      <ListResult query={list} to="/places" search={search} none={<Text size="sm">{copy.none}</Text>}>
        {(places, isOld) => (
          <HeadedTable
            heads={[
              {
                label: (
                  <Checkbox
                    aria-label={copy.all}
                    checked={places.every(({ place }) => chosen.includes(place))}
                    onChange={() => toggleAll(places.map(({ place }) => place))}
                  />
                ),
                w: 40,
              },
              copy.place,
              { label: copy.variants, ta: 'right' },
              { label: copy.reserves, ta: 'right' },
              { label: '', 'aria-label': copy.rename },
            ]}
            isOld={isOld}
          >
            {places.map((one) => (
              <Table.Tr key={one.place} data-place={one.place}>
                <Table.Td>
                  <Checkbox
                    aria-label={copy.choose(one.place)}
                    checked={chosen.includes(one.place)}
                    onChange={() => toggle(one.place)}
                  />
                </Table.Td>
                <Table.Td>
                  <AnchorLink to="/stock" search={{ place: one.place }} size="sm">
                    {one.place}
                  </AnchorLink>
                </Table.Td>
                <Table.Td ta="right">{count(one.variants)}</Table.Td>
                <Table.Td ta="right">{one.reserves > 0 && count(one.reserves)}</Table.Td>
                <Table.Td ta="right">
                  <ActionButton
                    verb="stock.change"
                    variant="default"
                    size="compact-sm"
                    aria-label={copy.renameOf(one.place)}
                    onClick={() => setRenamed(one)}
                  >
                    {copy.rename}
                  </ActionButton>
                </Table.Td>
              </Table.Tr>
            ))}
          </HeadedTable>
        )}
      </ListResult>
    </Page>
  );
}

/** The chosen places, also of other pages of the list. */
function useChosen() {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const toggle = (place: string) =>
    setChosen((before) => (before.includes(place) ? before.filter((one) => one !== place) : [...before, place]));
  const toggleAll = (places: readonly string[]) =>
    setChosen((before) => {
      const others = before.filter((one) => !places.includes(one));
      return places.every((one) => before.includes(one)) ? others : [...others, ...places];
    });
  return { chosen, toggle, toggleAll };
}

/** Gives a place another name, for all variants there. */
function RenameDialog({ place: { place, variants }, onClose }: { place: Place; onClose: () => void }) {
  const copy = useCopy(stockCopy).places;
  const { count } = useFormats();
  const [to, setTo] = useState(place);
  const change = useDialogChange(() => renamePlace(place, to.trim()), PLACES_KEY, onClose);
  return (
    <Dialog
      title={copy.renameOf(place)}
      confirm={copy.rename}
      change={change}
      onSubmit={() => to.trim() && change.mutate()}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={copy.newName}
        description={copy.renameMeans(count(variants))}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
    </Dialog>
  );
}

/** Draws labels for shelves that nothing lies on yet. */
function LabelsDialog({ onClose }: { onClose: () => void }) {
  const copy = useCopy(stockCopy).places;
  const [typed, setTyped] = useState('');
  const places = typed
    .split('\n')
    .map((place) => place.trim())
    .filter(Boolean);
  const draw = useMutation({
    mutationFn: async () => {
      saveFile('labels.pdf', (await drawLabels(places.map((place) => ({ place })))) as Blob);
      onClose();
    },
  });
  return (
    <Dialog
      title={copy.newLabels}
      confirm={copy.labels}
      change={draw}
      onSubmit={() => places.length > 0 && draw.mutate()}
      onClose={onClose}
    >
      <Textarea
        data-autofocus
        label={copy.place}
        description={copy.onePerLine}
        autosize
        minRows={5}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </Dialog>
  );
}
