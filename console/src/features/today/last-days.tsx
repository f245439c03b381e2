import { Group, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { HeadedTable, Section } from '../../shared/ui/page.tsx';
import { labelledDays, topOfCounts, topOfDurations } from './chart-rules.ts';
import classes from './day-chart.module.css';
import { NumberLink } from './number-link.tsx';
import todayClasses from './today.module.css';
import type { OrderDay, Overview } from './today-api.ts';
import { todayCopy } from './today-copy.ts';
import { linkOfDay } from './today-links.ts';

export function OrdersPerDay({ days }: { days: readonly OrderDay[] }) {
  const copy = useCopy(todayCopy);
  const { count, day } = useFormats();
  const top = topOfCounts(Math.max(...days.flatMap(({ created, shipped }) => [created, shipped])));
  const sum = (of: 'created' | 'shipped') => count(days.reduce((all, one) => all + one[of], 0));
  const bar = (orders: number, x: number, series: string | undefined) => {
    const height = (orders / top) * CHART_HEIGHT;
    return <rect className={series} x={x} y={CHART_HEIGHT - height} width={3.6} height={height} />;
  };
  return (
    <Section
      title={copy.ordersPerDay}
      actions={
        <Group gap="md" wrap="nowrap">
          <Key of="first">{copy.made}</Key>
          <Key of="second">{copy.shipped}</Key>
        </Group>
      }
    >
      <DayChart
        days={days}
        label={copy.perDayChart(count(days.length), sum('created'), sum('shipped'))}
        top={count(top)}
        sayOf={(one) => copy.dayIs(day(one.day, true), count(one.created), count(one.shipped), count(one.cancelled))}
        draw={({ created, shipped }) => (
          <>
            {bar(created, 1.2, classes.first)}
            {bar(shipped, 5.2, classes.second)}
          </>
        )}
      />
    </Section>
  );
}

/** Height of the mark of a median in SVG units. */
const MARK_HEIGHT = 4;

/** Shows median and 90th percentile of the turnaround by day. */
export function Turnaround({ overview: { days, turnaround } }: { overview: Overview }) {
  const copy = useCopy(todayCopy);
  const { count, day, duration } = useFormats();
  const top = topOfDurations(Math.max(0, ...days.map(({ p90Seconds = 0 }) => p90Seconds)));
  const place = (seconds: number) => CHART_HEIGHT - (seconds / top) * CHART_HEIGHT;
  const draw = ({ medianSeconds, p90Seconds }: OrderDay) => {
    if (medianSeconds === undefined || p90Seconds === undefined) return null;
    const [median, p90] = [place(medianSeconds), place(p90Seconds)];
    return (
      <>
        <rect className={classes.second} x={3.8} y={p90} width={2.4} height={Math.max(1, median - p90)} />
        <rect className={classes.first} x={1.6} y={median - MARK_HEIGHT / 2} width={6.8} height={MARK_HEIGHT} />
      </>
    );
  };
  return (
    <Section
      title={copy.turnaround}
      actions={
        <Group gap="md" wrap="nowrap">
          <Key of="first">{copy.median}</Key>
          <Key of="second">{copy.p90}</Key>
        </Group>
      }
    >
      {turnaround.every(({ shipped }) => shipped === 0) ? (
        <Text size="sm" c="dimmed">
          {copy.noneShipped}
        </Text>
      ) : (
        <DayChart
          days={days}
          label={copy.turnaroundChart(count(days.length))}
          top={duration(top)}
          sayOf={({ day: date, medianSeconds, p90Seconds }) =>
            medianSeconds === undefined || p90Seconds === undefined
              ? day(date, true)
              : copy.tookIs(day(date, true), duration(medianSeconds), duration(p90Seconds))
          }
          draw={draw}
        />
      )}
      <Group gap="4px 20px">
        {turnaround.map(({ days: last, medianSeconds, p90Seconds }) =>
          medianSeconds === undefined || p90Seconds === undefined ? null : (
            <Text key={last} size="sm" data-turnaround={last}>
              {copy.lastDays(count(last))}: {copy.median} <b>{duration(medianSeconds)}</b>, {copy.p90}{' '}
              <b>{duration(p90Seconds)}</b>
            </Text>
          ),
        )}
      </Group>
    </Section>
  );
}

/** Shows the numbers of the charts, today first, with links to the created orders. */
export function DaysTable({ days }: { days: readonly OrderDay[] }) {
  const copy = useCopy(todayCopy);
  const { count, day: formatDay, duration } = useFormats();
  const took = (seconds: number | undefined) => (seconds === undefined ? '' : duration(seconds));
  const numbers = [copy.made, copy.shipped, copy.cancelled, copy.median, copy.p90];
  return (
    <details className={todayClasses.days}>
      <summary>{copy.asTable}</summary>
      <HeadedTable
        heads={[copy.day, ...numbers.map((label) => ({ label, ta: 'right' as const }))]}
        className={todayClasses.table}
        verticalSpacing={4}
      >
        {days.map((_, back) => {
          const index = days.length - 1 - back;
          const { day, created, shipped, cancelled, medianSeconds, p90Seconds } = days[index] as OrderDay;
          return (
            <Table.Tr key={day} data-day={day}>
              <Table.Td>{formatDay(day, true)}</Table.Td>
              <Table.Td ta="right">
                {created === 0 ? (
                  count(created)
                ) : (
                  <NumberLink to={linkOfDay(days, index)} name={`made ${day}`} className={todayClasses.made}>
                    {count(created)}
                  </NumberLink>
                )}
              </Table.Td>
              <Table.Td ta="right">{count(shipped)}</Table.Td>
              <Table.Td ta="right">{count(cancelled)}</Table.Td>
              <Table.Td ta="right">{took(medianSeconds)}</Table.Td>
              <Table.Td ta="right">{took(p90Seconds)}</Table.Td>
            </Table.Tr>
          );
        })}
      </HeadedTable>
    </details>
  );
}

/** Width of a day and height of a chart in SVG units. The page stretches the drawing. */
const DAY_WIDTH = 10;
const CHART_HEIGHT = 100;

interface DayChartProps {
  days: readonly OrderDay[];
  label: string;
  top: string;
  sayOf: (day: OrderDay) => string;
  /** Draws a day from 0 to DAY_WIDTH and, downwards, to CHART_HEIGHT. */
  draw: (day: OrderDay) => ReactNode;
}

/** Draws the days side by side. The table below has the numbers. */
function DayChart({ days, label, top, sayOf, draw }: DayChartProps) {
  const copy = useCopy(todayCopy);
  const { day: formatDay } = useFormats();
  const width = days.length * DAY_WIDTH;
  return (
    <div className={classes.chart}>
      <span className={classes.top}>{top}</span>
      <svg
        className={classes.plot}
        viewBox={`0 0 ${width} ${CHART_HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {[0, CHART_HEIGHT / 2, CHART_HEIGHT].map((y) => (
          <line key={y} className={classes.line} x1={0} x2={width} y1={y} y2={y} />
        ))}
        {days.map((day, index) => (
          <g key={day.day} transform={`translate(${index * DAY_WIDTH} 0)`} className={classes.day}>
            <title>{sayOf(day)}</title>
            <rect className={classes.ground} width={DAY_WIDTH} height={CHART_HEIGHT} />
            {draw(day)}
          </g>
        ))}
      </svg>
      <div className={classes.names} aria-hidden>
        {labelledDays(days.length).map((index) =>
          index === days.length - 1 ? (
            <span key={index} className={classes.last}>
              {copy.today}
            </span>
          ) : (
            <span key={index} style={{ left: `${((index + 0.5) / days.length) * 100}%` }}>
              {formatDay(days[index]?.day ?? '')}
            </span>
          ),
        )}
      </div>
    </div>
  );
}

/** Shows the legend of a colour. */
function Key({ of, children }: { of: 'first' | 'second'; children: ReactNode }) {
  return (
    <span className={classes.key}>
      <span className={classes.swatch} data-series={of} aria-hidden />
      {children}
    </span>
  );
}
