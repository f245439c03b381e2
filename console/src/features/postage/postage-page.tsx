import { Alert, Group, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { floorSentencesCopy } from '../../shared/floor-sentences/floor-sentences-copy.ts';
import { ActionButton, ConfirmButton } from '../../shared/ui/action-button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { HeadedTable, Page, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { TestMark } from '../../shared/ui/test-mark.tsx';
import { PackagesSection } from './packages-section.tsx';
import { deleteProvider, POSTAGE_KEY, type Provider, providersQuery, testProvider } from './postage-api.ts';
import { postageCopy } from './postage-copy.ts';
import { ProviderDialog } from './provider-dialog.tsx';
import { RulesSection } from './rules-section.tsx';

/** Shows label providers, the rules that choose a service, and packages. */
export function PostagePage() {
  const copy = useCopy(postageCopy);
  const { data: providers, error, refetch } = useQuery(providersQuery);
  const [edited, setEdited] = useState<{ before?: Provider }>();
  const add = (
    <ActionButton verb="labels.change" onClick={() => setEdited({})}>
      {copy.providers.add}
    </ActionButton>
  );
  return (
    <Page title={copy.title} actions={providers?.length !== 0 && add}>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {providers?.length === 0 && (
        <EmptyState icon="postage" title={copy.none} means={copy.noneMeans}>
          {add}
        </EmptyState>
      )}
      {providers && providers.length > 0 && (
        <>
          <ProvidersSection providers={providers} onEdit={(before) => setEdited({ before })} />
          <RulesSection providers={providers} />
        </>
      )}
      {providers && <PackagesSection />}
      {edited && <ProviderDialog {...edited} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}

interface ProvidersSectionProps {
  providers: readonly Provider[];
  onEdit: (provider: Provider) => void;
}

function ProvidersSection({ providers, onEdit }: ProvidersSectionProps) {
  const {
    name: nameWord,
    kind: kindWord,
    edit,
    delete: deleteWord,
    actions,
    of,
    providers: copy,
  } = useCopy(postageCopy);
  const { say } = useCopy(floorSentencesCopy);
  const queryClient = useQueryClient();
  const test = useMutation({ mutationFn: ({ providerId }: Provider) => testProvider(providerId) });
  const remove = (providerId: string) =>
    deleteProvider(providerId).then(() => queryClient.invalidateQueries({ queryKey: POSTAGE_KEY }));
  const { data: result, variables: tested } = test;
  return (
    <Section title={copy.title}>
      {test.error && <RequestFailure error={test.error} />}
      {result && tested && (
        <Alert
          role="status"
          color={result.works ? 'green' : 'red'}
          title={result.works ? undefined : copy.fails(tested.name)}
        >
          {result.works ? copy.works(tested.name) : result.sentence && say(result.sentence)}
        </Alert>
      )}
      <HeadedTable heads={[nameWord, kindWord, copy.credentials, { label: '', 'aria-label': actions }]} minWidth={620}>
        {providers.map((provider) => {
          const { providerId, name, kind, address, isTest, hasCredentials } = provider;
          const small = { verb: 'labels.change', variant: 'default', size: 'compact-sm' } as const;
          return (
            <Table.Tr key={providerId} data-provider={name}>
              <Table.Td miw={150} style={{ overflowWrap: 'anywhere' }}>
                <Text size="sm" fw={600}>
                  {name}
                </Text>
                {isTest && <TestMark />}
              </Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Text size="sm">{copy.kinds[kind]}</Text>
                {address && (
                  <Text size="xs" c="dimmed" ff="monospace">
                    {address}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Text size="sm" c="dimmed">
                  {hasCredentials ? copy.storedShort : copy.noneStored}
                </Text>
              </Table.Td>
              <Table.Td>
                <Group gap={6} justify="flex-end" wrap="nowrap">
                  <ActionButton
                    {...small}
                    aria-label={of(copy.test, name)}
                    loading={test.isPending && tested?.providerId === providerId}
                    onClick={() => test.mutate(provider)}
                  >
                    {copy.test}
                  </ActionButton>
                  <ActionButton {...small} aria-label={of(edit, name)} onClick={() => onEdit(provider)}>
                    {edit}
                  </ActionButton>
                  <ConfirmButton
                    {...small}
                    label={deleteWord}
                    aria-label={of(deleteWord, name)}
                    title={copy.deleteTitle}
                    isGrave
                    act={() => remove(providerId)}
                  >
                    {copy.deleteMeans}
                  </ConfirmButton>
                </Group>
              </Table.Td>
            </Table.Tr>
          );
        })}
      </HeadedTable>
    </Section>
  );
}
