import { Table, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { HeadedTable } from '../../shared/ui/list-table.tsx';
import { Section } from '../../shared/ui/section.tsx';
import type { Overview } from './today-api.ts';
import { todayCopy } from './today-copy.ts';

/** What is assigned or in production, by what it is made with. An order with several technologies counts for each. */
export function TechnologiesTable({ technologies }: Pick<Overview['backlog'], 'technologies'>) {
  const copy = useCopy(todayCopy);
  const { count } = useFormats();
  return (
    <Section title={copy.technologies}>
      {technologies.length === 0 ? (
        <Text size="sm" c="dimmed">
          {copy.nothingToMake}
        </Text>
      ) : (
        <HeadedTable
          heads={[copy.technology, { label: copy.orders, ta: 'right' }, { label: copy.pieces, ta: 'right' }]}
          verticalSpacing={4}
          highlightOnHover={false}
        >
          {technologies.map(({ technology, orders, pieces }) => (
            <Table.Tr key={technology ?? ''} data-technology={technology ?? ''}>
              <Table.Td>{technology ?? copy.existing}</Table.Td>
              <Table.Td ta="right">{count(orders)}</Table.Td>
              <Table.Td ta="right">{count(pieces)}</Table.Td>
            </Table.Tr>
          ))}
        </HeadedTable>
      )}
    </Section>
  );
}
