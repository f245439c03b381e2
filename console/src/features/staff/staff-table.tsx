import { Table, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { partsCopy } from '../../shared/copy/parts-copy.ts';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { AccountState } from './account-state.tsx';
import type { Account } from './staff-api.ts';
import { staffCopy } from './staff-copy.ts';

export function StaffTable({ accounts }: { accounts: Account[] }) {
  const copy = useCopy(staffCopy);
  const { roles } = useCopy(partsCopy);
  const { moment } = useFormats();
  if (accounts.length === 0) return <Text>{copy.none}</Text>;
  return (
    <Table layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{copy.name}</Table.Th>
          <Table.Th w="22%">{copy.login}</Table.Th>
          <Table.Th w="13%">{copy.role}</Table.Th>
          <Table.Th w="20%">{copy.state}</Table.Th>
          <Table.Th w={170}>{copy.lastSignIn}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {accounts.map((account) => (
          <Table.Tr key={account.operatorId} data-login={account.login}>
            <Table.Td>
              <AnchorLink
                to="/staff/$operatorId"
                params={{ operatorId: account.operatorId }}
                size="sm"
                truncate
                display="block"
                title={account.name}
              >
                {account.name}
              </AnchorLink>
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
      </Table.Tbody>
    </Table>
  );
}
