import { Table } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { NumberLink } from './number-link.tsx';
import classes from './today.module.css';
import type { OrderDay } from './today-api.ts';
import { todayCopy } from './today-copy.ts';
import { linkOfDay } from './today-links.ts';

/** What the charts draw, in numbers, today first; those of orders made lead to them. */
export function DaysTable({ days }: { days: readonly OrderDay[] }) {
  const copy = useCopy(todayCopy);
  const { count, day: named, duration } = useFormats();
  const took = (seconds: number | undefined) => (seconds === undefined ? '' : duration(seconds));
  return (
    <details className={classes.days}>
      <summary>{copy.asTable}</summary>
      <Table className={classes.table} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{copy.day}</Table.Th>
            {[copy.made, copy.shipped, copy.cancelled, copy.median, copy.p90].map((name) => (
              <Table.Th key={name} ta="right">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.map((_, back) => {
            const index = days.length - 1 - back;
            const { day, created, shipped, cancelled, medianSeconds, p90Seconds } = days[index] as OrderDay;
            return (
              <Table.Tr key={day} data-day={day}>
                <Table.Td>{named(day, true)}</Table.Td>
                <Table.Td ta="right">
                  {created === 0 ? (
                    count(created)
                  ) : (
                    <NumberLink to={linkOfDay(days, index)} name={`made ${day}`} className={classes.made}>
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
        </Table.Tbody>
      </Table>
    </details>
  );
}
