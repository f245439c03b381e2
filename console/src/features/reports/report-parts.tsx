import { Table, Text } from '@mantine/core';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { usePlaceName } from '../../shared/copy/parts-copy.ts';
import { HeadedTable } from '../../shared/ui/page.tsx';
import classes from './reports.module.css';
import type { ProductionReport, ReportedDay } from './reports-api.ts';
import { reportsCopy } from './reports-copy.ts';

/** Lists the reject reasons, most frequent first. */
export function RejectsTable({ rejects }: Pick<ProductionReport, 'rejects'>) {
  const copy = useCopy(reportsCopy);
  const { count } = useFormats();
  const top = Math.max(...rejects.map(({ pieces }) => pieces));
  return (
    <HeadedTable
      heads={[copy.reason, { label: copy.pieces, ta: 'right' }, { label: '', className: classes.barCell }]}
      verticalSpacing={4}
    >
      {rejects.map(({ reason, pieces }) => (
        <Table.Tr key={reason} data-reason={reason}>
          <Table.Td>{copy.reasons[reason] ?? reason}</Table.Td>
          <Table.Td ta="right">{count(pieces)}</Table.Td>
          <Table.Td>
            <ShareBar value={pieces} top={top} isLoss />
          </Table.Td>
        </Table.Tr>
      ))}
    </HeadedTable>
  );
}

interface WorkRow {
  key: string;
  name: string;
  work: ProductionReport['stations'][number]['work'];
  pieces: number;
  hours: number;
  piecesPerHour?: number | undefined;
}

/** Shows the work by person or station, most pieces first. */
export function WorkTable({ nameTitle, rows }: { nameTitle: string; rows: readonly WorkRow[] }) {
  const copy = useCopy(reportsCopy);
  const { count } = useFormats();
  const top = Math.max(...rows.map(({ piecesPerHour = 0 }) => piecesPerHour));
  if (rows.length === 0) return <Text size="sm">{copy.nothingDone}</Text>;
  return (
    <Table.ScrollContainer minWidth={520} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <HeadedTable
        heads={[
          nameTitle,
          copy.work,
          { label: copy.pieces, ta: 'right' },
          { label: copy.hours, ta: 'right' },
          { label: copy.perHour, ta: 'right', style: { whiteSpace: 'nowrap' } },
          { label: '', w: '25%' },
        ]}
        verticalSpacing={4}
      >
        {rows.map(({ key, name, work, pieces, hours, piecesPerHour }) => (
          <Table.Tr key={`${key} ${work}`} data-row={name}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>{copy.works[work]}</Table.Td>
            <Table.Td ta="right">{count(pieces)}</Table.Td>
            <Table.Td ta="right">{count(hours)}</Table.Td>
            <Table.Td ta="right">{piecesPerHour === undefined ? '' : count(piecesPerHour)}</Table.Td>
            <Table.Td>
              <ShareBar value={piecesPerHour ?? 0} top={top} />
            </Table.Td>
          </Table.Tr>
        ))}
      </HeadedTable>
    </Table.ScrollContainer>
  );
}

/** Shows the numbers of the chart, last day first. */
export function ReportDaysTable({ days }: Pick<ProductionReport, 'days'>) {
  const copy = useCopy(reportsCopy);
  const { count, day: formatDay, duration } = useFormats();
  const took = (seconds: number | undefined) => (seconds === undefined ? '' : duration(seconds));
  const { shipped, late, median, p90, made, checked, packed, rejected } = copy;
  const numbers = [shipped, late, median, p90, made, checked, packed, rejected];
  return (
    <Table.ScrollContainer minWidth={720} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <HeadedTable heads={[copy.day, ...numbers.map((label) => ({ label, ta: 'right' as const }))]} verticalSpacing={4}>
        {days.toReversed().map((one) => (
          <Table.Tr key={one.day} data-day={one.day}>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDay(one.day, true)}</Table.Td>
            <Table.Td ta="right">{count(one.shipped)}</Table.Td>
            <Table.Td ta="right">{count(one.shipped - one.onTime)}</Table.Td>
            <Table.Td ta="right">{took(one.medianSeconds)}</Table.Td>
            <Table.Td ta="right">{took(one.p90Seconds)}</Table.Td>
            <Table.Td ta="right">{count(one.made)}</Table.Td>
            <Table.Td ta="right">{count(one.checked)}</Table.Td>
            <Table.Td ta="right">{count(one.packed)}</Table.Td>
            <Table.Td ta="right">{count(one.rejected)}</Table.Td>
          </Table.Tr>
        ))}
      </HeadedTable>
    </Table.ScrollContainer>
  );
}

/** Width of a day and height of the chart in SVG units. The page stretches the drawing. */
const DAY_WIDTH = 10;
const BAR_WIDTH = 7;
const HEIGHT = 100;

/** A part of each day's bar. */
interface Series {
  name: string;
  className: string | undefined;
  numberOf: (day: ReportedDay) => number;
}

interface StackedChartProps {
  days: readonly ReportedDay[];
  series: readonly Series[];
  /** Says what the chart shows, with its sums. */
  label: string;
}

/** Draws a bar for each day, with the series on top of each other, and their sums as the key. */
function StackedChart({ days, series, label }: StackedChartProps) {
  const { count, day: formatDay } = useFormats();
  const sumOf = (day: ReportedDay) => series.reduce((sum, { numberOf }) => sum + numberOf(day), 0);
  const top = Math.max(4, ...days.map(sumOf));
  const width = days.length * DAY_WIDTH;
  const [first, last] = [days[0], days.at(-1)];
  return (
    <>
      <div className={classes.chart}>
        <span className={classes.top}>{count(top)}</span>
        <svg
          className={classes.plot}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
        >
          {[0, HEIGHT / 2, HEIGHT].map((y) => (
            <line key={y} className={classes.line} x1={0} x2={width} y1={y} y2={y} />
          ))}
          {days.map((day, index) => {
            let y = HEIGHT;
            const parts = series.map(({ name, className, numberOf }) => {
              const height = (numberOf(day) / top) * HEIGHT;
              y -= height;
              const x = index * DAY_WIDTH + (DAY_WIDTH - BAR_WIDTH) / 2;
              return <rect key={name} className={className} x={x} y={y} width={BAR_WIDTH} height={height} />;
            });
            const text = series.map(({ name, numberOf }) => `${name} ${count(numberOf(day))}`).join(', ');
            return (
              <g key={day.day}>
                <title>{`${formatDay(day.day, true)}: ${text}`}</title>
                {parts}
              </g>
            );
          })}
        </svg>
        <div className={classes.names} aria-hidden>
          {first && <span>{formatDay(first.day)}</span>}
          {last && last !== first && <span>{formatDay(last.day)}</span>}
        </div>
      </div>
      <div className={classes.keys}>
        {series.map(({ name, className, numberOf }) => (
          <span key={name} className={classes.key}>
            <span className={`${classes.swatch} ${className}`} aria-hidden />
            {name} <b>{count(days.reduce((sum, day) => sum + numberOf(day), 0))}</b>
          </span>
        ))}
      </div>
    </>
  );
}

/** Draws the shipped orders of each day: on time, with late ones on top. */
export function ShippedChart({ days }: { days: readonly ReportedDay[] }) {
  const copy = useCopy(reportsCopy);
  const { count } = useFormats();
  const onTime = days.reduce((sum, one) => sum + one.onTime, 0);
  const shipped = days.reduce((sum, one) => sum + one.shipped, 0);
  return (
    <StackedChart
      days={days}
      label={copy.shippedChart(count(onTime), count(shipped - onTime))}
      series={[
        { name: copy.share, className: classes.onTime, numberOf: (day) => day.onTime },
        { name: copy.late, className: classes.late, numberOf: (day) => day.shipped - day.onTime },
      ]}
    />
  );
}

const TECHNOLOGY_CLASSES = [classes.onTime, classes.second, classes.third, classes.fourth, classes.other];

/** Draws the made pieces of each day by technology. Rare technologies share a colour. */
export function TechnologiesChart({ days }: { days: readonly ReportedDay[] }) {
  const copy = useCopy(reportsCopy);
  const { count } = useFormats();
  const nameOfPlace = usePlaceName();
  const countMade = (day: ReportedDay, technology: string) =>
    day.technologies.find((one) => one.technology === technology)?.made ?? 0;
  const sumOf = (technology: string) => days.reduce((sum, day) => sum + countMade(day, technology), 0);
  const technologies = [...new Set(days.flatMap((day) => day.technologies.map(({ technology }) => technology)))].sort(
    (one, other) => sumOf(other) - sumOf(one),
  );
  if (technologies.length === 0) return <Text size="sm">{copy.nothingMade}</Text>;
  return (
    <StackedChart
      days={days}
      label={copy.technologiesChart(count(technologies.reduce((sum, one) => sum + sumOf(one), 0)))}
      series={technologies.map((technology, place) => ({
        name: nameOfPlace(technology),
        className: TECHNOLOGY_CLASSES[Math.min(place, TECHNOLOGY_CLASSES.length - 1)],
        numberOf: (day) => countMade(day, technology),
      }))}
    />
  );
}

/** Shows a number with a bar relative to the greatest value. */
export function ShareBar({ value, top, isLoss = false }: { value: number; top: number; isLoss?: boolean }) {
  return (
    <svg className={classes.bar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect
        className={isLoss ? classes.late : classes.onTime}
        width={top > 0 ? Math.max(0, (value / top) * 100) : 0}
        height={10}
      />
    </svg>
  );
}
