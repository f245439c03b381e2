import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { HeadedTable, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { daysBefore } from './period-rules.ts';
import { type ProductionReport, productionReportQuery, type ReportsSearch } from './reports-api.ts';
import { reportsCopy } from './reports-copy.ts';

const PERCENT = 100;
const shareOf = (part: number, whole: number) => (whole > 0 ? (part / whole) * PERCENT : undefined);

/** Compares the days of the report with as many days before. */
export function Comparison({ report, search }: { report: ProductionReport; search: ReportsSearch }) {
  const copy = useCopy(reportsCopy);
  const { count, day, duration } = useFormats();
  const period = daysBefore(report);
  const { data: before, error } = useQuery(productionReportQuery({ ...search, ...period }));
  const percent = (value: number) => `${count(Math.round(value * 10) / 10)} %`;
  const of = ({ shipping, pieces }: ProductionReport) => [
    { name: copy.shipped, value: shipping.shipped as number | undefined, show: count },
    { name: copy.share, value: shareOf(shipping.onTime, shipping.shipped), show: percent },
    { name: copy.median, value: shipping.medianSeconds, show: duration },
    { name: copy.made, value: pieces.made, show: count },
    { name: copy.rejectShare, value: shareOf(pieces.rejected, pieces.made + pieces.rejected), show: percent },
  ];
  const earlier = before && of(before);
  return (
    <Section title={copy.comparison}>
      {error && <RequestFailure error={error} />}
      <Text size="sm">{copy.comparedWith(day(period.from), day(period.to))}</Text>
      <HeadedTable
        heads={['', ...[copy.now, copy.beforeThat, copy.changeOf].map((label) => ({ label, ta: 'right' as const }))]}
        verticalSpacing={4}
      >
        {of(report).map(({ name, value, show }, place) => {
          const old = earlier?.[place]?.value;
          return (
            <Table.Tr key={name} data-compared={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td ta="right">{value === undefined ? '–' : show(value)}</Table.Td>
              <Table.Td ta="right">{old === undefined ? '–' : show(old)}</Table.Td>
              <Table.Td ta="right">
                {value !== undefined &&
                  old !== undefined &&
                  old > 0 &&
                  formatChange(((value - old) / old) * PERCENT, count)}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </HeadedTable>
    </Section>
  );
}

function formatChange(change: number, count: (value: number) => string): string {
  const rounded = Math.round(change);
  return `${rounded > 0 ? '+' : ''}${count(rounded)} %`;
}
