import { Group } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { Section } from '../../shared/ui/section.tsx';
import { topOfCounts } from './chart-rules.ts';
import classes from './day-chart.module.css';
import { CHART_HEIGHT, DayChart, Key } from './day-chart.tsx';
import type { OrderDay } from './today-api.ts';
import { todayCopy } from './today-copy.ts';

/** Does as much leave as comes in? */
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
        sayOf={(one) =>
          copy.dayIs(day(one.day, true), count(one.created), count(one.shipped), count(one.cancelled))
        }
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
