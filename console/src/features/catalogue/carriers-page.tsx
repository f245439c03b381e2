import { Radio, Stack, Table, Text, TextInput } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { RequestError, violationsByField } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Dialog, useDialogChange } from '../../shared/ui/dialog.tsx';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { HeadedTable, ListResult, Page, Section } from '../../shared/ui/page.tsx';
import {
  CARRIERS_KEY,
  type Carrier,
  CUSTOMS_FORMS,
  carrierQuery,
  carriersQuery,
  clientsOfCarrierQuery,
  type SeenCarrier,
  saveCarrier,
} from './carriers-api.ts';
import { catalogueCopy } from './catalogue-copy.ts';
import { ClientsList } from './clients-list.tsx';

const route = getRouteApi('/office/carriers');

export function CarriersPage() {
  const copy = useCopy(catalogueCopy).carriers;
  const search = route.useSearch();
  const list = useQuery(carriersQuery(search.cursor));
  const [isCreating, setCreating] = useState(false);
  return (
    <Page
      title={copy.title}
      actions={
        <ActionButton verb="carriers.change" onClick={() => setCreating(true)}>
          {copy.create}
        </ActionButton>
      }
    >
      <ListResult query={list} to="/carriers" search={search} none={<Text>{copy.none}</Text>}>
        {(rows) => (
          <HeadedTable heads={[{ label: copy.carrierId, w: 280 }, copy.name]}>
            {rows.map(({ carrierId, name }) => (
              <Table.Tr key={carrierId} data-carrier={carrierId}>
                <Table.Td>
                  <AnchorLink to="/carriers/$carrierId" params={{ carrierId }} ff="monospace" size="sm">
                    {carrierId}
                  </AnchorLink>
                </Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
              </Table.Tr>
            ))}
          </HeadedTable>
        )}
      </ListResult>
      {isCreating && <CarrierDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

const oneRoute = getRouteApi('/office/carriers/$carrierId');

export function CarrierPage() {
  const copy = useCopy(catalogueCopy).carriers;
  const { carrierId } = oneRoute.useParams();
  const search = oneRoute.useSearch();
  const clients = useQuery(clientsOfCarrierQuery(carrierId, search.cursor));
  const { data: seen } = useSuspenseQuery(carrierQuery(carrierId));
  // The version on the screen when the dialog was opened.
  const [renaming, setRenaming] = useState<SeenCarrier>();
  return (
    <Page
      title={seen.content.name}
      actions={
        <ActionButton verb="carriers.change" onClick={() => setRenaming(seen)}>
          {copy.rename}
        </ActionButton>
      }
    >
      <Section title={copy.clients}>
        <ClientsList
          query={clients}
          to={`/carriers/${encodeURIComponent(carrierId)}`}
          search={search}
          none={copy.noClients}
        />
      </Section>
      {renaming && <CarrierDialog seen={renaming} onClose={() => setRenaming(undefined)} />}
    </Page>
  );
}

interface CarrierDialogProps {
  /** Absent when something new is created. */
  seen?: SeenCarrier;
  onClose: () => void;
}

/** Creates a carrier, or changes its settings. */
function CarrierDialog({ seen, onClose }: CarrierDialogProps) {
  const copy = useCopy(catalogueCopy).carriers;
  const [carrierId, setCarrierId] = useState(seen?.content.carrierId ?? '');
  const [name, setName] = useState(seen?.content.name ?? '');
  const [customsForm, setCustomsForm] = useState<string>(seen?.content.customsForm ?? 'BY_VALUE');
  const [trackingUrlPattern, setPattern] = useState(seen?.content.trackingUrlPattern ?? '');
  const [isTried, setTried] = useState(false);
  const save = useDialogChange(
    () =>
      saveCarrier(
        {
          carrierId: carrierId.trim(),
          name: name.trim(),
          customsForm: customsForm as Carrier['customsForm'],
          trackingUrlPattern: trackingUrlPattern.trim(),
        },
        seen,
      ),
    CARRIERS_KEY,
    onClose,
  );
  const isTaken = !seen && save.error instanceof RequestError && save.error.status === 412;
  const fields = violationsByField(save.error);
  const requiredError = (value: string) => (isTried && !value.trim() ? copy.needed : undefined);
  return (
    <Dialog
      title={seen ? copy.renameTitle : copy.createTitle}
      confirm={seen ? copy.save : copy.createConfirm}
      change={save}
      error={isTaken ? null : save.error}
      onSubmit={() => {
        setTried(true);
        if (carrierId.trim() && name.trim()) save.mutate();
      }}
      onClose={onClose}
    >
      {!seen && (
        <TextInput
          data-autofocus
          label={copy.carrierId}
          description={copy.idHelp}
          value={carrierId}
          onChange={(event) => setCarrierId(event.currentTarget.value)}
          error={isTaken ? copy.taken : (fields.carrierId ?? requiredError(carrierId))}
        />
      )}
      <TextInput
        {...(seen && { 'data-autofocus': true })}
        label={copy.name}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={fields.name ?? requiredError(name)}
      />
      <TextInput
        label={copy.trackingUrl}
        description={copy.trackingUrlHelp}
        value={trackingUrlPattern}
        onChange={(event) => setPattern(event.currentTarget.value)}
        error={fields.trackingUrlPattern}
      />
      <Radio.Group label={copy.customsForm} value={customsForm} onChange={setCustomsForm}>
        <Stack gap="xs" mt={6}>
          {CUSTOMS_FORMS.map((form) => (
            <Radio key={form} value={form} label={copy.customsForms[form]} />
          ))}
        </Stack>
      </Radio.Group>
    </Dialog>
  );
}
