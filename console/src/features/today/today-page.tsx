import { Alert, Radio, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { usePlaceName } from '../../shared/copy/parts-copy.ts';
import { ZoneNote } from '../../shared/list/filters.tsx';
import { SenderMissing } from '../../shared/printing/sender-missing.tsx';
import { useSession } from '../../shared/session/use-permission.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Icon } from '../../shared/ui/icons.tsx';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { HeadedTable, Page, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { Attention, FloorAttention } from './attention.tsx';
import { DaysTable, OrdersPerDay, Turnaround } from './last-days.tsx';
import { NumberLink } from './number-link.tsx';
import { OldestOrders } from './oldest-orders.tsx';
import openOrdersClasses from './open-orders.module.css';
import { Opening } from './opening.tsx';
import classes from './today.module.css';
import { type Overview, overviewQuery, resumeAfterRestore } from './today-api.ts';
import { todayCopy } from './today-copy.ts';
import { type ListLink, linksOfAges, ordersLink } from './today-links.ts';

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
          <SenderMissing />
          <ServiceTrouble trouble={data.attention.service} />
          <Opening />
          <OldestOrders />
          <FloorAttention />
          <Attention overview={data} />
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

const OPEN_STATUSES = ['NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR'] as const;
const AGES = ['today', 'oneDay', 'twoToThreeDays', 'older'] as const;

/** Shows the open orders by status and by age. */
function OpenOrders({ overview: { statuses, backlog, days } }: { overview: Overview }) {
  const copy = useCopy(todayCopy);
  const links = linksOfAges(days);
  return (
    <Section title={copy.open}>
      <div className={openOrdersClasses.halves}>
        <Bars
          title={copy.byStatus}
          rows={OPEN_STATUSES.map((status) => ({
            name: status,
            label: copy.statuses[status],
            orders: statuses[status] ?? 0,
            link: ordersLink({ status }),
          }))}
        />
        <Bars
          title={copy.byAge}
          rows={AGES.map((age) => ({ name: age, label: copy.age[age], orders: backlog.age[age], link: links[age] }))}
        />
      </div>
    </Section>
  );
}

type BarsProps = { title: string; rows: { name: string; label: string; orders: number; link: ListLink }[] };

function Bars({ title, rows }: BarsProps) {
  const { orders: format } = useFormats();
  const heading = useId();
  const greatest = Math.max(1, ...rows.map(({ orders }) => orders));
  return (
    <div>
      <Title order={3} className={openOrdersClasses.title} id={heading}>
        {title}
      </Title>
      <ul className={openOrdersClasses.rows} aria-labelledby={heading}>
        {rows.map(({ name, label, orders, link }) => (
          <li key={name}>
            <NumberLink to={link} name={name} className={openOrdersClasses.row}>
              <span>{label}</span>{' '}
              <span className={openOrdersClasses.track} aria-hidden>
                <span className={openOrdersClasses.bar} style={{ width: `${(orders / greatest) * 100}%` }} />
              </span>
              <b className={openOrdersClasses.number}>{format(orders)}</b>
            </NumberLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The overview's limit of this count. */
const OLD_WEBHOOKS_COUNTED_MAX = 10_000;

type PausedNoticeProps = { paused: NonNullable<Overview['paused']> };

/** Says that a restore paused what the server sends by itself, and lets an admin resume it. */
function PausedNotice({ paused }: PausedNoticeProps) {
  const copy = useCopy(todayCopy);
  const { moment } = useFormats();
  const [isResuming, setResuming] = useState(false);
  const { since, restoredTo } = paused;
  return (
    <Alert color="orange" icon={<Icon name="pause" />} title={copy.pausedTitle} data-paused>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {restoredTo === undefined
            ? copy.pausedUnknown(moment(since))
            : copy.pausedFrom(moment(since), moment(restoredTo))}
        </Text>
        <ActionButton variant="default" verb="service.resume" onClick={() => setResuming(true)}>
          {copy.resume}
        </ActionButton>
      </Stack>
      {isResuming && <ResumeDialog paused={paused} onClose={() => setResuming(false)} />}
    </Alert>
  );
}

/**
 * Lets an admin skip or send old webhooks, if there are any. Neither is preselected, since only the center
 * knows.
 */
function ResumeDialog({ paused, onClose }: PausedNoticeProps & { onClose: () => void }) {
  const copy = useCopy(todayCopy);
  const { count } = useFormats();
  const queryClient = useQueryClient();
  // The question does not change while it is open.
  const [{ oldWebhooks }] = useState(paused);
  const [choice, setChoice] = useState(oldWebhooks === 0 ? 'send' : '');
  const [isTried, setTried] = useState(false);
  const resume = useMutation({
    mutationFn: () => resumeAfterRestore(choice === 'skip'),
    onSuccess: () => {
      queryClient.setQueryData(overviewQuery.queryKey, withoutPause);
      onClose();
    },
  });
  const isAll = oldWebhooks < OLD_WEBHOOKS_COUNTED_MAX;
  return (
    <Dialog
      title={copy.resumeTitle}
      confirm={copy.resume}
      change={resume}
      onSubmit={() => {
        setTried(true);
        if (choice !== '') resume.mutate();
      }}
      onClose={onClose}
    >
      <Text size="sm">{copy.resumeMeans}</Text>
      {oldWebhooks > 0 && (
        <Radio.Group
          label={copy.oldWebhooks(`${count(oldWebhooks)}${isAll ? '' : '+'}`)}
          description={copy.oldWebhooksMean}
          value={choice}
          onChange={setChoice}
          error={isTried && choice === '' && copy.chooseOld}
        >
          <Stack gap="xs" my="xs">
            <Radio value="skip" label={copy.skipOld} />
            <Radio value="send" label={copy.sendOld} />
          </Stack>
        </Radio.Group>
      )}
    </Dialog>
  );
}

/** Removes the pause at once. The next poll confirms it. */
function withoutPause(overview: Overview | undefined): Overview | undefined {
  if (!overview) return undefined;
  const { paused: _, ...rest } = overview;
  return rest;
}
