import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { DayRange } from '../../shared/list/filters.tsx';
import { withoutEmpty } from '../../shared/list/text-search.ts';
import { ClientSelect } from '../../shared/ui/client-select.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ButtonLink } from '../../shared/ui/links.tsx';
import { Facts, Page, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { Breakdown, MoneyReport, TableExports } from './breakdown.tsx';
import { Comparison } from './comparison.tsx';
import { LabelCosts } from './label-costs.tsx';
import { RejectsTable, ReportDaysTable, ShippedChart, TechnologiesChart, WorkTable } from './report-parts.tsx';
import { type ProductionReport, productionReportQuery, type ReportsSearch } from './reports-api.ts';
import { reportsCopy } from './reports-copy.ts';

const route = getRouteApi('/office/reports');
const DAYS_DEFAULT = 30;
const PERCENT = 100;

export function ReportsPage() {
  const copy = useCopy(reportsCopy);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: report, error, refetch } = useQuery(productionReportQuery(search));
  const change = (changes: ReportsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...changes }) as ReportsSearch });
  return (
    <Page title={copy.title}>
      <Group gap="sm" align="flex-end">
        <DayRange
          words={copy}
          days={{ from: search.from ?? report?.from, to: search.to ?? report?.to }}
          onChange={change}
        />
        <ClientSelect
          label={copy.client}
          placeholder={copy.anyClient}
          value={search.clientId}
          onChange={(clientId) => change({ clientId })}
        />
        {Object.keys(withoutEmpty(search)).length > 0 && (
          <Button variant="subtle" onClick={() => void navigate({ search: {} })}>
            {copy.lastDays(DAYS_DEFAULT)}
          </Button>
        )}
      </Group>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {report && <Report report={report} search={search} />}
    </Page>
  );
}

function Report({ report, search }: { report: ProductionReport; search: ReportsSearch }) {
  const copy = useCopy(reportsCopy);
  const { count, duration } = useFormats();
  const { shipping, pieces, rejects, stations, people, days } = report;
  const { shipped, onTime, medianSeconds, p90Seconds } = shipping;
  const isEmpty = shipped === 0 && pieces.made + pieces.checked + pieces.packed + pieces.rejected === 0;
  if (isEmpty)
    return (
      <EmptyState icon="reports" title={copy.noneYet} means={copy.noneMeans}>
        <ButtonLink to="/release">{copy.toRelease}</ButtonLink>
      </EmptyState>
    );
  const share = (part: number, whole: number) => count(Math.round((part / whole) * PERCENT * 10) / 10);
  return (
    <>
      <Section title={copy.onTime}>
        {shipped === 0 ? (
          <Text size="sm">{copy.nothingShipped}</Text>
        ) : (
          <>
            <Text size="sm">{copy.onTimeOf(count(onTime), count(shipped))}</Text>
            <Facts
              of={[
                [copy.share, `${share(onTime, shipped)} %`],
                [copy.median, medianSeconds === undefined ? undefined : duration(medianSeconds)],
                [copy.p90, p90Seconds === undefined ? undefined : duration(p90Seconds)],
              ]}
            />
            <ShippedChart days={days} />
          </>
        )}
      </Section>
      <Comparison report={report} search={search} />
      <Section title={copy.technologies}>
        <TechnologiesChart days={days} />
      </Section>
      <Section title={copy.losses} actions={<TableExports search={search} table="rejects" title={copy.losses} />}>
        {rejects.length === 0 ? (
          <Text size="sm">{copy.noRejects}</Text>
        ) : (
          <>
            <Text size="sm">
              {copy.rejectedOf(
                count(pieces.rejected),
                count(pieces.made + pieces.rejected),
                share(pieces.rejected, pieces.made + pieces.rejected),
              )}
            </Text>
            <RejectsTable rejects={rejects} />
          </>
        )}
      </Section>
      <Breakdown search={search} />
      <MoneyReport search={search} />
      <LabelCosts from={report.from} to={report.to} clientId={search.clientId} />
      {search.clientId !== undefined && (
        <Text size="sm" c="dimmed">
          {copy.ofClient}
        </Text>
      )}
      {search.clientId === undefined && (
        <>
          <Section
            title={copy.stations}
            actions={<TableExports search={search} table="stations" title={copy.stations} />}
          >
            <WorkTable
              nameTitle={copy.station}
              rows={stations.map((one) => ({ ...one, key: one.station ?? '', name: one.station ?? copy.noStation }))}
            />
            <Text size="xs" c="dimmed">
              {copy.hoursMeans}
            </Text>
          </Section>
          <Section title={copy.people} actions={<TableExports search={search} table="people" title={copy.people} />}>
            <WorkTable
              nameTitle={copy.person}
              rows={people.map((one) => ({
                ...one,
                key: one.actorId ?? '',
                name: one.actorName ?? one.actorId ?? copy.nobody,
              }))}
            />
          </Section>
        </>
      )}
      <Section title={copy.days} actions={<TableExports search={search} table="days" title={copy.days} />}>
        <ReportDaysTable days={days} />
      </Section>
    </>
  );
}
