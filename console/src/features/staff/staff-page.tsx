import { Table, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { partsCopy } from '../../shared/copy/parts-copy.ts';
import { PrintPdfButton } from '../../shared/printing/print-pdf-button.tsx';
import { type Role, RoleRadios } from '../../shared/session/role-radios.tsx';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { NameLink } from '../../shared/ui/links.tsx';
import { HeadedTable, ListResult, Page } from '../../shared/ui/page.tsx';
import { AccountState, OneTimeLink } from './account-parts.tsx';
import { type Account, type AccountLink, accountsQuery, createAccount, STAFF_KEY } from './staff-api.ts';
import { staffCopy } from './staff-copy.ts';

const route = getRouteApi('/office/staff');

export function StaffPage() {
  const copy = useCopy(staffCopy);
  const search = route.useSearch();
  const list = useQuery(accountsQuery(search.cursor));
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<AccountLink>();
  return (
    <Page
      title={copy.title}
      actions={
        <>
          <PrintPdfButton verb="operators.change" path="/papers/badges" label={copy.printBadges} />
          <ActionButton verb="operators.change" onClick={() => setCreating(true)}>
            {copy.create}
          </ActionButton>
        </>
      }
    >
      <ListResult query={list} to="/staff" search={search} none={<Text>{copy.none}</Text>}>
        {(accounts) => <StaffTable accounts={accounts} />}
      </ListResult>
      {isCreating && (
        <NewAccount
          onClose={() => setCreating(false)}
          onMade={(link) => {
            setCreating(false);
            setMade(link);
          }}
        />
      )}
      {made && <OneTimeLink made={made} onDone={() => setMade(undefined)} />}
    </Page>
  );
}

function StaffTable({ accounts }: { accounts: Account[] }) {
  const copy = useCopy(staffCopy);
  const { roles } = useCopy(partsCopy);
  const { moment } = useFormats();
  return (
    <HeadedTable
      heads={[
        copy.name,
        { label: copy.login, w: '22%' },
        { label: copy.role, w: '13%' },
        { label: copy.state, w: '20%' },
        { label: copy.lastSignIn, w: 170 },
      ]}
      layout="fixed"
    >
      {accounts.map((account) => (
        <Table.Tr key={account.operatorId} data-login={account.login}>
          <Table.Td>
            <NameLink to="/staff/$operatorId" params={{ operatorId: account.operatorId }} title={account.name}>
              {account.name}
            </NameLink>
          </Table.Td>
          <Table.Td data-wide>
            <Text size="sm" truncate title={account.login}>
              {account.login}
            </Text>
          </Table.Td>
          <Table.Td>{roles[account.role]}</Table.Td>
          <Table.Td>
            <AccountState account={account} />
          </Table.Td>
          <Table.Td>{account.signedIn ? moment(account.signedIn) : copy.never}</Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}

type NewAccountProps = { onClose: () => void; onMade: (made: AccountLink) => void };

function NewAccount({ onClose, onMade }: NewAccountProps) {
  const copy = useCopy(staffCopy);
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { name: '', login: '', role: 'office' as Role } });
  const create = useMutation({
    mutationFn: createAccount,
    onSuccess: (made) => {
      void queryClient.invalidateQueries({ queryKey: STAFF_KEY });
      onMade(made);
    },
    onError: (error) => form.setErrors(violationsByField(error)),
  });
  return (
    <Dialog
      title={copy.createTitle}
      confirm={copy.createConfirm}
      change={create}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
      onClose={onClose}
    >
      <TextInput label={copy.name} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={copy.login}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('login')}
      />
      <RoleRadios label={copy.role} value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
    </Dialog>
  );
}
