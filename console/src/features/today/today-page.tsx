import { Alert, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { usePlaceName } from '../../shared/copy/parts-copy.ts';
import { ZoneNote } from '../../shared/list/filters.tsx';
import { useSession } from '../../shared/session/use-permission.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { HeadedTable, Page, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { Attention, FloorAttention } from './attention.tsx';
import { DaysTable, OrdersPerDay, Turnaround } from './last-days.tsx';
import { OpenOrders } from './open-orders.tsx';
import { PausedNotice } from './paused-notice.tsx';
import classes from './today.module.css';
import { type Overview, overviewQuery } from './today-api.ts';
import { todayCopy } from './today-copy.ts';

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
          <>
            <Text size="sm" c="dimmed">
              {day(today.day, true)}
            </Text>
            <ZoneNote />
          </>
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

/** Shows problems of the service, such as a full disk, and nothing if there are none. */
function ServiceTrouble({ trouble }: { trouble: Overview['attention']['service'] }) {
  const copy = useCopy(todayCopy);
  const { verbs } = useSession();
  if (trouble.length === 0) return null;
  return (
    <Alert color="orange" icon={<Icon name="warning" />} title={copy.serviceTitle}>
      {trouble.map(({ name, message }) => (
        <Text key={name} size="sm" data-service={name}>
          <b>{copy.service[name]}</b> {message}
        </Text>
      ))}
      {verbs.includes('settings.read') && (
        <AnchorLink to="/settings" size="sm" underline="always">
          {copy.toSettings}
        </AnchorLink>
      )}
    </Alert>
  );
}

/**
 * Counts assigned orders and orders in production by technology. An order counts once for each of its
 * technologies.
 */
function TechnologiesTable({ technologies }: Pick<Overview['backlog'], 'technologies'>) {
  const copy = useCopy(todayCopy);
  const { count } = useFormats();
  const nameOfPlace = usePlaceName();
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
              <Table.Td>{technology === undefined ? copy.existing : nameOfPlace(technology)}</Table.Td>
              <Table.Td ta="right">{count(orders)}</Table.Td>
              <Table.Td ta="right">{count(pieces)}</Table.Td>
            </Table.Tr>
          ))}
        </HeadedTable>
      )}
    </Section>
  );
}
