import { Group, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { usePlaceName } from '../../shared/copy/parts-copy.ts';
import { moneyCopy } from '../../shared/money/money-copy.ts';
import { useAmount } from '../../shared/money/money-parts.tsx';
import { useSession } from '../../shared/session/use-permission.ts';
import { HeadedTable, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { ExportButton } from './export-button.tsx';
import { ShareBar } from './report-parts.tsx';
import {
  breakdownQuery,
  type MoneyTable,
  moneyReportQuery,
  type ReportsSearch,
  type ReportTable,
  readMoneyTable,
  readReportTable,
  replacementsQuery,
} from './reports-api.ts';
import { reportsCopy } from './reports-copy.ts';

interface BarRow {
  key: string;
  name: ReactNode;
  cells: readonly string[];
  /** Length of the bar. */
  value: number;
}

interface BarTableProps {
  heads: readonly [name: string, ...numbers: string[]];
  rows: readonly BarRow[];
  none: string;
  isLoss?: boolean;
}

/** Shows a table with a name, numbers, and a bar for each row. */
export function BarTable({ heads: [name, ...numbers], rows, none, isLoss = false }: BarTableProps) {
  const top = Math.max(...rows.map(({ value }) => value));
  if (rows.length === 0) return <Text size="sm">{none}</Text>;
  return (
    <HeadedTable
      heads={[name, ...numbers.map((label) => ({ label, ta: 'right' as const })), { label: '', w: '25%' }]}
      minWidth={520}
      verticalSpacing={4}
    >
      {rows.map(({ key, name: of, cells, value }) => (
        <Table.Tr key={key} data-row={key}>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>{of}</Table.Td>
          {cells.map((cell, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
            <Table.Td key={place} ta="right">
              {cell}
            </Table.Td>
          ))}
          <Table.Td data-wide>
            <ShareBar value={value} top={top} isLoss={isLoss} />
          </Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}

/** Saves a table of the reports as CSV, and as a workbook. */
export function TableExports({ search, table, title }: { search: ReportsSearch; table: ReportTable; title: string }) {
  return (
    <Group gap={8}>
      {(['csv', 'xlsx'] as const).map((format) => (
        <ExportButton
          key={format}
          name={`report-${table}.${format}`}
          title={title}
          format={format}
          read={() => readReportTable(search, table, format)}
        />
      ))}
    </Group>
  );
}

const PERCENT = 100;

/** Shows orders by client, time by step, rejects by station, pieces by article, and replacements. */
export function Breakdown({ search }: { search: ReportsSearch }) {
  const copy = useCopy(reportsCopy);
  const { count, duration } = useFormats();
  const { data, error, refetch } = useQuery(breakdownQuery(search));
  const { data: replaced } = useQuery(replacementsQuery(search));
  if (!data) return error && <RequestFailure error={error} onRetry={() => void refetch()} />;
  const section = (table: ReportTable, title: string, body: ReactNode) => (
    <Section title={title} actions={<TableExports search={search} table={table} title={title} />}>
      {body}
    </Section>
  );
  const share = (onTime: number, shipped: number) => `${count(Math.round((onTime / shipped) * PERCENT))} %`;
  return (
    <>
      {section(
        'clients',
        copy.byClient,
        <BarTable
          heads={[copy.client, copy.shipped, copy.share, copy.rejected]}
          none={copy.nothingShipped}
          rows={data.clients.map(({ clientId, clientName, shipped, onTime, rejected }) => ({
            ...{ key: clientId, name: clientName, value: shipped },
            cells: [count(shipped), share(onTime, shipped), count(rejected)],
          }))}
        />,
      )}
      {section(
        'steps',
        copy.bySteps,
        <>
          <BarTable
            heads={[copy.step, copy.ordersShipped, copy.meanTime]}
            none={copy.nothingShipped}
            rows={data.steps.map(({ step, orders, meanSeconds }) => ({
              ...{ key: step, name: copy.steps[step], value: meanSeconds },
              cells: [count(orders), duration(meanSeconds)],
            }))}
          />
          <Text size="xs" c="dimmed">
            {copy.stepsMean}
          </Text>
        </>,
      )}
      {section(
        'machines',
        copy.byMachine,
        <BarTable
          isLoss
          heads={[copy.madeAt, copy.reason, copy.pieces]}
          none={copy.noRejects}
          rows={data.machines.map(({ station, reason, pieces }) => ({
            ...{ key: `${station} ${reason}`, name: station ?? copy.noStation, value: pieces },
            cells: [copy.reasons[reason] ?? reason, count(pieces)],
          }))}
        />,
      )}
      {section(
        'articles',
        copy.byArticle,
        <BarTable
          heads={[copy.article, copy.made, copy.rejected]}
          none={copy.nothingMade}
          rows={data.articles.map(({ sku, title, made, rejected }) => ({
            ...{ key: sku, name: <Named name={title} code={sku} />, value: made },
            cells: [count(made), count(rejected)],
          }))}
        />,
      )}
      {section(
        'replacements',
        copy.replacements,
        <BarTable
          isLoss
          heads={[copy.reason, copy.paidBy, copy.orders, copy.pieces]}
          none={copy.noReplacements}
          rows={(replaced?.reasons ?? []).map(({ reason, paidBy, orders, pieces }) => ({
            ...{ key: `${reason} ${paidBy}`, name: copy.replacementReasons[reason], value: orders },
            cells: [copy.payers[paidBy], count(orders), count(pieces)],
          }))}
        />,
      )}
    </>
  );
}

function Named({ name, code }: { name: string; code: string }) {
  return (
    <>
      {name}
      {name !== code && (
        <Text size="xs" c="dimmed">
          {code}
        </Text>
      )}
    </>
  );
}

/** Shows charges and known costs, if the person may see prices. */
export function MoneyReport({ search }: { search: ReportsSearch }) {
  const { verbs } = useSession();
  return verbs.includes('money.read') ? <ReadMoney search={search} /> : null;
}

function ReadMoney({ search }: { search: ReportsSearch }) {
  const copy = useCopy(reportsCopy);
  const { kinds } = useCopy(moneyCopy);
  const { count } = useFormats();
  const amountOf = useAmount();
  const nameOfPlace = usePlaceName();
  const { data, error, refetch } = useQuery(moneyReportQuery(search));
  if (!data) return error && <RequestFailure error={error} onRetry={() => void refetch()} />;
  const section = (table: MoneyTable, title: string, body: ReactNode) => (
    <Section
      title={title}
      actions={
        <Group gap={8}>
          {(['csv', 'xlsx'] as const).map((format) => (
            <ExportButton
              key={format}
              name={`money-${table}.${format}`}
              title={title}
              format={format}
              read={() => readMoneyTable(search, table, format)}
            />
          ))}
        </Group>
      }
    >
      {body}
    </Section>
  );
  const cells = ({ amount, cost, currency }: { amount: number; cost: number; currency: string }) => [
    amountOf(amount, currency),
    amountOf(cost, currency),
    amountOf(amount - cost, currency),
  ];
  const numbers = [copy.revenue, copy.knownCost, copy.difference] as const;
  return (
    <>
      {section(
        'clients',
        copy.moneyByClient,
        <>
          <BarTable
            heads={[copy.client, ...numbers]}
            none={copy.noMoney}
            rows={data.clients.map((one) => ({
              ...{ key: `${one.clientId} ${one.currency}`, name: one.clientName, value: one.amount },
              cells: cells(one),
            }))}
          />
          <Text size="xs" c="dimmed">
            {copy.moneyMeans}
          </Text>
        </>,
      )}
      {section(
        'kinds',
        copy.moneyByKind,
        <BarTable
          heads={[copy.kind, ...numbers]}
          none={copy.noMoney}
          rows={data.kinds.map((one) => ({
            key: `${one.kind} ${one.currency}`,
            name: (kinds as Record<string, string>)[one.kind] ?? nameOfPlace(one.kind),
            value: one.amount,
            cells: cells(one),
          }))}
        />,
      )}
      {section(
        'articles',
        copy.moneyByArticle,
        <BarTable
          heads={[copy.article, copy.pieces, copy.revenue]}
          none={copy.noMoney}
          rows={data.articles.map(({ sku, title, currency, amount, pieces }) => ({
            ...{ key: `${sku} ${currency}`, name: <Named name={title} code={sku} />, value: amount },
            cells: [count(pieces), amountOf(amount, currency)],
          }))}
        />,
      )}
    </>
  );
}
