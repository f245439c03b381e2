import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { Page } from '../../shared/ui/page.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { Attention } from './attention.tsx';
import { DaysTable } from './days-table.tsx';
import { FloorAttention } from './floor-attention.tsx';
import { OpenOrders } from './open-orders.tsx';
import { OrdersPerDay } from './orders-per-day.tsx';
import { PausedNotice } from './paused-notice.tsx';
import { ServiceTrouble } from './service-trouble.tsx';
import { TechnologiesTable } from './technologies-table.tsx';
import classes from './today.module.css';
import { overviewQuery } from './today-api.ts';
import { todayCopy } from './today-copy.ts';
import { Turnaround } from './turnaround.tsx';

/** What needs a person now, what is to be done, and how were the last days? Each number leads to what it counts. */
export function TodayPage() {
  const copy = useCopy(todayCopy);
  const { day } = useFormats();
  const { data, error, refetch } = useQuery(overviewQuery);
  const today = data?.days.at(-1);
  return (
    <Page
      title={copy.title}
      actions={
        today && (
          <Text size="sm" c="dimmed" title={copy.clock(data?.timeZone ?? '')}>
            {day(today.day, true)}
          </Text>
        )
      }
    >
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          {data.paused && <PausedNotice paused={data.paused} />}
          <ServiceTrouble trouble={data.attention.service} />
          <Attention overview={data} />
          <FloorAttention />
          <div className={classes.pair}>
            <OpenOrders overview={data} />
            <TechnologiesTable technologies={data.backlog.technologies} />
          </div>
          <div className={classes.pair}>
            <OrdersPerDay days={data.days} />
            <Turnaround overview={data} />
          </div>
          <DaysTable days={data.days} />
        </>
      )}
    </Page>
  );
}
