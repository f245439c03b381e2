import { Alert, Checkbox, Group, Loader, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ClientSelect } from '../../shared/ui/client-select.tsx';
import { Page } from '../../shared/ui/page.tsx';
import { type ChosenFiles, catalogueFilesOf } from './chosen-files.ts';
import { DifferencesShown } from './differences-shown.tsx';
import { FileDrop } from './file-drop.tsx';
import { type ImportRequest, importCatalogue } from './import-api.ts';
import { importCopy } from './import-copy.ts';
import { ImportFaults } from './import-faults.tsx';

/** What would these files change? And then, after a look at it: change it. */
export function ImportPage() {
  const copy = useCopy(importCopy);
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<ChosenFiles>();
  const [clientId, setClientId] = useState<string>();
  const [retireMissing, setRetire] = useState(false);
  const check = useMutation({ mutationFn: (asked: ImportRequest) => importCatalogue(asked, true) });
  const apply = useMutation({
    mutationFn: (asked: ImportRequest) => importCatalogue(asked, false),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  /** What was looked at holds for just this file and these choices. */
  const anew = (change: () => void) => {
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
      <FileDrop
        files={files}
        isBusy={isBusy}
        onFiles={(next) => anew(() => setChosen(catalogueFilesOf(next)))}
      />
      {fault && <Alert color="red" role="alert" title={fault} />}
      <Group align="flex-end" gap="md">
        <ClientSelect
          w={320}
          label={copy.client}
          placeholder={copy.nobody}
          nothingFoundMessage={copy.noClient}
          value={clientId}
          onChange={(next) => anew(() => setClientId(next))}
        />
        <Checkbox
          maw={480}
          label={copy.retire}
          description={copy.retireHelp}
          checked={retireMissing}
          onChange={({ currentTarget: { checked } }) => anew(() => setRetire(checked))}
        />
      </Group>
      <Group>
        <ActionButton
          verb="catalog.change"
          variant={check.data ? 'default' : 'filled'}
          refusal={files.length > 0 ? undefined : (fault ?? copy.choose)}
          loading={check.isPending}
          onClick={() => anew(() => check.mutate({ files, clientId, retireMissing }))}
        >
          {copy.check}
        </ActionButton>
        <ActionButton
          verb="catalog.change"
          variant={check.data ? 'filled' : 'default'}
          refusal={apply.data ? copy.done : check.data ? undefined : copy.needsCheck}
          loading={apply.isPending}
          onClick={() => apply.mutate({ files, clientId, retireMissing })}
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
      {answer && !error && <DifferencesShown counts={answer} isDone={apply.data !== undefined} />}
    </Page>
  );
}
