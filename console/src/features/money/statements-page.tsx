import { Badge, Group, Table, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { ZoneNote } from '../../shared/list/filters.tsx';
import { monthQuery } from '../../shared/money/money-api.ts';
import { moneyCopy } from '../../shared/money/money-copy.ts';
import { useAmount } from '../../shared/money/money-parts.tsx';
import { monthAfter } from '../../shared/money/money-rules.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { AnchorLink, ButtonLink } from '../../shared/ui/links.tsx';
import { HeadedTable, Page, RequestFailure } from '../../shared/ui/page.tsx';

const route = getRouteApi('/office/statements');

export function StatementsPage() {
  const copy = useCopy(moneyCopy);
  const { count } = useFormats();
  const amount = useAmount();
  const { month: asked } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(monthQuery(asked));
  const month = asked ?? data?.month;
  const numbers = [copy.orders, copy.amount, copy.cost, copy.missingPrices];
  return (
    <Page title={copy.title}>
      <Text size="sm">{copy.means}</Text>
      <Group align="flex-end" gap="sm">
        <TextInput
          type="month"
          label={copy.month}
          value={month ?? ''}
          onChange={({ currentTarget: { value } }) => void navigate({ search: { month: value || undefined } })}
        />
        {month !== undefined &&
          ([-1, 1] as const).map((step) => (
            <ButtonLink
              key={step}
              to="/statements"
              search={{ month: monthAfter(month, step) }}
              variant="default"
              data-step={step}
            >
              {step < 0 ? copy.before : copy.after}
            </ButtonLink>
          ))}
        <ZoneNote />
      </Group>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data?.clients.length === 0 && (
        <EmptyState icon="statements" title={copy.none} means={copy.noneMeans}>
          <ButtonLink to="/clients">{copy.toClients}</ButtonLink>
        </EmptyState>
      )}
      {data && data.clients.length > 0 && (
        <HeadedTable
          heads={[copy.client, ...numbers.map((label) => ({ label, ta: 'right' as const })), copy.state]}
          minWidth={640}
        >
          {data.clients.map(({ clientId, clientName, orders, totals, missing, closed }) => (
            <Table.Tr key={clientId} data-client={clientName}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <AnchorLink to="/statements/$clientId/$month" params={{ clientId, month: data.month }} size="sm">
                  {clientName}
                </AnchorLink>
              </Table.Td>
              <Table.Td ta="right">{count(orders)}</Table.Td>
              {(['amount', 'cost'] as const).map((field) => (
                <Table.Td key={field} ta="right">
                  {totals.map((total) => (
                    <div key={total.currency}>{amount(total[field], total.currency)}</div>
                  ))}
                </Table.Td>
              ))}
              <Table.Td ta="right">{missing > 0 ? <Badge color="orange">{count(missing)}</Badge> : ''}</Table.Td>
              <Table.Td>
                <Badge color={closed ? 'green' : 'gray'} miw="max-content">
                  {closed ? copy.closed : copy.open}
                </Badge>
              </Table.Td>
            </Table.Tr>
          ))}
        </HeadedTable>
      )}
    </Page>
  );
}
