import { Button, Group, Radio, Stack, Table, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { partsCopy } from '../../shared/copy/parts-copy.ts';
import { ChoiceSelect } from '../../shared/list/filters.tsx';
import { useTypedSearch } from '../../shared/list/search-field.tsx';
import { type Role, RoleRadios } from '../../shared/session/role-radios.tsx';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ClientSelect } from '../../shared/ui/client-select.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Fold } from '../../shared/ui/fold.tsx';
import { Icon } from '../../shared/ui/icons.tsx';
import { NameLink } from '../../shared/ui/links.tsx';
import { HeadedTable, ListResult, Page } from '../../shared/ui/page.tsx';
import { ClientBadges, ClientSecret } from './client-parts.tsx';
import {
  CLIENTS_KEY,
  type ClientSearch,
  clientsQuery,
  createClient,
  type ListedClient,
  MODES,
  type NewSecret,
  SCOPES,
  STATUSES,
} from './clients-api.ts';
import { clientsCopy } from './clients-copy.ts';

const route = getRouteApi('/office/clients');

export function ClientsPage() {
  const copy = useCopy(clientsCopy);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(clientsQuery(search));
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<{ secret: NewSecret; name: string }>();
  const show = (clientId: string) => navigate({ to: '/clients/$clientId', params: { clientId } });
  const filter = (changes: ClientSearch) =>
    void navigate({ search: ({ cursor: _, ...before }) => ({ ...before, ...changes }) as ClientSearch });
  return (
    <Page
      title={copy.title}
      actions={
        <ActionButton verb="clients.change" onClick={() => setCreating(true)}>
          {copy.create}
        </ActionButton>
      }
    >
      <Fold>
        <ClientsFilter search={search} onChange={filter} onClear={() => void navigate({ search: {} })} />
      </Fold>
      <ListResult
        query={list}
        to="/clients"
        search={search}
        none={<Text>{Object.keys(search).length > 0 ? copy.none : copy.noneYet}</Text>}
      >
        {(clients, isOld) => <ClientsTable clients={clients} isOld={isOld} />}
      </ListResult>
      {isCreating && (
        <NewClient
          onClose={() => setCreating(false)}
          onMade={(secret, name) => {
            setCreating(false);
            setMade({ secret, name });
          }}
        />
      )}
      {made && <ClientSecret {...made} onDone={() => void show(made.secret.clientId)} />}
    </Page>
  );
}

type ClientsFilterProps = { search: ClientSearch; onChange: (changes: ClientSearch) => void; onClear: () => void };

function ClientsFilter({ search, onChange, onClear }: ClientsFilterProps) {
  const copy = useCopy(clientsCopy);
  const typed = useTypedSearch(search.q, (q) => onChange({ q }));
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        type="search"
        label={copy.search}
        leftSection={<Icon name="search" size={16} />}
        flex="1 1 240px"
        {...typed}
      />
      <ChoiceSelect
        w={150}
        any={copy.all}
        label={copy.mode}
        names={copy.modes}
        of={MODES}
        value={search.mode}
        onChange={(mode) => onChange({ mode })}
      />
      <ChoiceSelect
        w={150}
        any={copy.all}
        label={copy.scope}
        names={copy.scopes}
        of={SCOPES}
        value={search.scope}
        onChange={(scope) => onChange({ scope })}
      />
      <ChoiceSelect
        w={150}
        any={copy.all}
        label={copy.status}
        names={copy.statuses}
        of={STATUSES}
        value={search.status}
        onChange={(status) => onChange({ status })}
      />
      {Object.keys(search).length > 0 && (
        <Button variant="subtle" onClick={onClear}>
          {copy.clear}
        </Button>
      )}
    </Group>
  );
}

interface ClientsTableProps {
  clients: ListedClient[];
  /** Whether these are the rows of the previous page, shown while the next one loads. */
  isOld: boolean;
}

function ClientsTable({ clients, isOld }: ClientsTableProps) {
  const copy = useCopy(clientsCopy);
  const { roles } = useCopy(partsCopy);
  const { moment, count } = useFormats();
  return (
    <HeadedTable
      heads={[
        copy.name,
        { label: copy.scope, w: '13%' },
        { label: copy.status, w: '14%' },
        { label: copy.products, w: 88, ta: 'right' },
        { label: copy.secrets, w: 160, ta: 'right' },
        { label: copy.created, w: 150 },
      ]}
      layout="fixed"
      isOld={isOld}
    >
      {clients.map((client) => (
        <Table.Tr key={client.clientId} data-client={client.clientId}>
          <Table.Td>
            <NameLink to="/clients/$clientId" params={{ clientId: client.clientId }} title={client.name}>
              {client.name}
            </NameLink>
          </Table.Td>
          <Table.Td data-wide>
            {copy.scopes[client.scope]}
            {client.role && (
              <Text span size="sm" c="dimmed">
                {' '}
                ({roles[client.role]})
              </Text>
            )}
          </Table.Td>
          <Table.Td>
            <Group gap={4}>
              <ClientBadges client={client} />
            </Group>
          </Table.Td>
          <Table.Td ta="right">{client.scope === 'operator' ? '' : count(client.products)}</Table.Td>
          <Table.Td data-wide ta="right">
            {count(client.secrets)}
          </Table.Td>
          <Table.Td>{moment(client.created)}</Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}

type NewClientProps = { onClose: () => void; onMade: (secret: NewSecret, name: string) => void };

function NewClient({ onClose, onMade }: NewClientProps) {
  const copy = useCopy(clientsCopy);
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: {
      name: '',
      scope: 'fulfillment' as (typeof SCOPES)[number],
      mode: 'live' as (typeof MODES)[number],
      role: 'office' as Role,
      like: undefined as string | undefined,
    },
  });
  const { name, scope } = form.values;
  const create = useMutation({
    mutationFn: createClient,
    onSuccess: (secret) => {
      void queryClient.invalidateQueries({ queryKey: CLIENTS_KEY });
      onMade(secret, name);
    },
    onError: (error) => form.setErrors(violationsByField(error)),
  });
  return (
    <Dialog
      title={copy.createTitle}
      confirm={copy.createConfirm}
      change={create}
      onSubmit={form.onSubmit(({ mode, role, like, ...values }) =>
        create.mutate({ ...values, ...(scope === 'operator' ? { role } : { mode, ...(like && { like }) }) }),
      )}
      onClose={onClose}
    >
      <TextInput label={copy.name} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <Radio.Group label={copy.scope} {...form.getInputProps('scope')}>
        <Stack gap="xs" mt={6}>
          {SCOPES.map((one) => (
            <Radio key={one} value={one} label={copy.scopes[one]} description={copy.scopeMeans[one]} />
          ))}
        </Stack>
      </Radio.Group>
      {scope === 'fulfillment' ? (
        <>
          <Radio.Group label={copy.mode} {...form.getInputProps('mode')}>
            <Stack gap="xs" mt={6}>
              {MODES.map((one) => (
                <Radio key={one} value={one} label={copy.modes[one]} description={copy.modeMeans[one]} />
              ))}
            </Stack>
          </Radio.Group>
          <ClientSelect
            label={copy.like}
            description={copy.likeMeans}
            value={form.values.like}
            onChange={(like) => form.setFieldValue('like', like)}
          />
        </>
      ) : (
        <RoleRadios label={copy.role} {...form.getInputProps('role')} />
      )}
    </Dialog>
  );
}
