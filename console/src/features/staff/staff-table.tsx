import { Table, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { partsCopy } from '../../shared/copy/parts-copy.ts';
import { NameLink } from '../../shared/ui/links.tsx';
import { HeadedTable } from '../../shared/ui/list-table.tsx';
import { AccountState } from './account-state.tsx';
import type { Account } from './staff-api.ts';
import { staffCopy } from './staff-copy.ts';

export function StaffTable({ accounts }: { accounts: Account[] }) {
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
            <NameLink
              to="/staff/$operatorId"
              params={{ operatorId: account.operatorId }}
              title={account.name}
            >
              {account.name}
            </NameLink>
          </Table.Td>
          <Table.Td>
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
