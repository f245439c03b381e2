import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { HeadedTable, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { ExportButton } from './export-button.tsx';
import { labelCostsQuery, readLabelCostsCsv } from './reports-api.ts';
import { reportsCopy } from './reports-copy.ts';

interface LabelCostsProps {
  from: string;
  to: string;
  /** Shows only this client. */
  clientId: string | undefined;
}

/** Shows the costs of bought labels by client and month, and exports them. */
export function LabelCosts({ from, to, clientId }: LabelCostsProps) {
  const copy = useCopy(reportsCopy);
  const { count, money } = useFormats();
  const { data, error } = useQuery(labelCostsQuery({ from, to }));
  const costs = data?.costs.filter((one) => clientId === undefined || one.clientId === clientId) ?? [];
  return (
    <Section
      title={copy.postage}
      actions={
        <ExportButton name="label-costs.csv" title={copy.postage} read={() => readLabelCostsCsv({ from, to })} />
      }
    >
      {error && <RequestFailure error={error} />}
      {data && costs.length === 0 && <Text size="sm">{copy.noLabels}</Text>}
      {costs.length > 0 && (
        <HeadedTable
          heads={[copy.month, copy.client, { label: copy.labels, ta: 'right' }, { label: copy.cost, ta: 'right' }]}
          verticalSpacing={4}
        >
          {costs.map(({ month, clientId: id, clientName, currency, labels, cost }) => (
            <Table.Tr key={[month, id, currency].join(' ')} data-month={month}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{month}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{clientName}</Table.Td>
              <Table.Td ta="right">{count(labels)}</Table.Td>
              <Table.Td ta="right">{currency ? money(cost, currency) : copy.noPrice}</Table.Td>
            </Table.Tr>
          ))}
        </HeadedTable>
      )}
      <Text size="xs" c="dimmed">
        {copy.postageMeans}
      </Text>
    </Section>
  );
}
