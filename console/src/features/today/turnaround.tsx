import { Group, Text } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { Section } from '../../shared/ui/section.tsx';
import { topOfDurations } from './chart-rules.ts';
import classes from './day-chart.module.css';
import { CHART_HEIGHT, DayChart, Key } from './day-chart.tsx';
import type { OrderDay, Overview } from './today-api.ts';
import { todayCopy } from './today-copy.ts';

/** How high the mark of a median is. */
const MARK_HEIGHT = 4;

/** Are we fast enough, and how bad is it for the slowest? */
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
        <rect
          className={classes.first}
          x={1.6}
          y={median - MARK_HEIGHT / 2}
          width={6.8}
          height={MARK_HEIGHT}
        />
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
