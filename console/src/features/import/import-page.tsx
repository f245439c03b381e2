import { Alert, Button, Checkbox, Group, Loader, Select, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { RequestError } from '../../shared/api/request-error.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { saveFile, toCsv } from '../../shared/list/save-file.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ClientSelect } from '../../shared/ui/client-select.tsx';
import { Icon } from '../../shared/ui/icons.tsx';
import { HeadedTable, Page, RequestFailure } from '../../shared/ui/page.tsx';
import { type ChosenFiles, catalogueFilesOf } from './chosen-files.ts';
import { FileDrop } from './file-drop.tsx';
import { type Encoding, type ImportRequest, importCatalogue } from './import-api.ts';
import { importCopy } from './import-copy.ts';
import { ImportDifferences } from './import-differences.tsx';
import { ImportFormats } from './import-formats.tsx';

export function ImportPage() {
  const copy = useCopy(importCopy);
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<ChosenFiles>();
  const [clientId, setClientId] = useState<string>();
  const [retireMissing, setRetire] = useState(false);
  const [encoding, setEncoding] = useState<Encoding>();
  const check = useMutation({ mutationFn: (request: ImportRequest) => importCatalogue(request, true) });
  const apply = useMutation({
    mutationFn: (request: ImportRequest) => importCatalogue(request, false),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  /** Discards the checked changes, which are valid for these files and options only. */
  const discardThen = (change: () => void) => {
    check.reset();
    apply.reset();
    change();
  };
  const files = chosen && 'files' in chosen ? chosen.files : [];
  const fault = chosen && 'fault' in chosen ? copy.notThese[chosen.fault] : undefined;
  const isBusy = check.isPending || apply.isPending;
  const answer = apply.data ?? check.data;
  const error = apply.error ?? check.error;
  return (
    <Page title={copy.title}>
      <Text size="sm" maw={720}>
        {copy.lead}
      </Text>
      <ImportFormats />
      <FileDrop
        files={files}
        isBusy={isBusy}
        onFiles={(next) => discardThen(() => setChosen(catalogueFilesOf(next)))}
      />
      {fault && <Alert color="red" role="alert" title={fault} />}
      <Group align="flex-end" gap="md">
        <ClientSelect
          w={320}
          label={copy.client}
          placeholder={copy.nobody}
          nothingFoundMessage={copy.noClient}
          value={clientId}
          onChange={(next) => discardThen(() => setClientId(next))}
        />
        <Select
          w={320}
          label={copy.encoding}
          placeholder={copy.automatic}
          data={Object.entries(copy.encodings).map(([value, label]) => ({ value: value as Encoding, label }))}
          value={encoding ?? null}
          clearable
          onChange={(next) => discardThen(() => setEncoding(next ?? undefined))}
        />
        <Checkbox
          maw={480}
          label={copy.retire}
          description={copy.retireHelp}
          checked={retireMissing}
          onChange={({ currentTarget: { checked } }) => discardThen(() => setRetire(checked))}
        />
      </Group>
      <Group>
        <ActionButton
          verb="catalog.change"
          variant={check.data ? 'default' : 'filled'}
          refusal={files.length > 0 ? undefined : (fault ?? copy.choose)}
          loading={check.isPending}
          onClick={() => discardThen(() => check.mutate({ files, clientId, retireMissing, encoding }))}
        >
          {copy.check}
        </ActionButton>
        <ActionButton
          verb="catalog.change"
          variant={check.data ? 'filled' : 'default'}
          refusal={apply.data ? copy.done : check.data ? undefined : copy.needsCheck}
          loading={apply.isPending}
          onClick={() => apply.mutate({ files, clientId, retireMissing, encoding })}
        >
          {copy.apply}
        </ActionButton>
        <Text size="sm" role="status" component="div">
          {isBusy && (
            <Group gap="xs">
              <Loader size="xs" /> {apply.isPending ? copy.applying : copy.checking}
            </Group>
          )}
        </Text>
      </Group>
      {error && <ImportFaults error={error} isApplied={apply.error !== null} />}
      {apply.data && <Alert color="green" role="status" title={copy.done} />}
      {answer && !error && <ImportDifferences counts={answer} isDone={apply.data !== undefined} />}
    </Page>
  );
}

/** More rows would make the page slow. The CSV file has all. */
const FAULTS_SHOWN_MAX = 200;

/** Lists the errors in the files, and saves all of them as a CSV file. */
function ImportFaults({ error, isApplied }: { error: Error; isApplied: boolean }) {
  const copy = useCopy(importCopy);
  const { count } = useFormats();
  const faults = error instanceof RequestError ? error.violations : [];
  if (faults.length === 0) return <RequestFailure error={error} isChange={isApplied} />;
  const save = () => {
    const rows = faults.map(({ pointer, message }) => [pointer, message]);
    const csv = toCsv([[copy.faultPlace, copy.faultWords], ...rows]);
    saveFile(`${copy.faultsFile}.csv`, csv, 'text/csv;charset=utf-8');
  };
  return (
    <Alert color="red" role="alert" icon={<Icon name="warning" />} title={copy.faults(count(faults.length))}>
      <Group gap="sm" mb="xs">
        <Button size="xs" variant="default" leftSection={<Icon name="download" size={14} />} onClick={save}>
          {copy.saveFaults}
        </Button>
        {faults.length > FAULTS_SHOWN_MAX && (
          <Text size="sm">{copy.firstOf(count(FAULTS_SHOWN_MAX), count(faults.length))}</Text>
        )}
      </Group>
      <HeadedTable heads={[copy.faultPlace, copy.faultWords]}>
        {faults.slice(0, FAULTS_SHOWN_MAX).map(({ pointer, code, message }) => (
          <Table.Tr key={`${pointer} ${code} ${message}`} data-fault={pointer}>
            <Table.Td ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {pointer}
            </Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{message}</Table.Td>
          </Table.Tr>
        ))}
      </HeadedTable>
    </Alert>
  );
}
