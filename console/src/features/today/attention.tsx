import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCopy, useFormats, useNow, wordOf } from '../../shared/copy/copy.ts';
import { RequestFailure, Section } from '../../shared/ui/page.tsx';
import classes from './attention.module.css';
import floorAttentionClasses from './floor-attention.module.css';
import { NumberLink } from './number-link.tsx';
import { floorCountsQuery, machinesQuery, type Overview, problemCountsQuery } from './today-api.ts';
import { todayCopy } from './today-copy.ts';
import {
  binsLink,
  dueOrdersLink,
  endpointsLink,
  type ListLink,
  linksOfAges,
  machinesLink,
  ordersLink,
  problemsLink,
} from './today-links.ts';

/** Only the most frequent reasons are shown. */
const REASONS_SHOWN_MAX = 5;

type Tone = 'bad' | 'late' | 'plain';

/** Shows the numbers that need attention. Each keeps its place, and is faint while it is 0. */
export function Attention({ overview: { attention, backlog, days } }: { overview: Overview }) {
  const copy = useCopy(todayCopy);
  const { count } = useFormats();
  const { errors, webhooks } = attention;
  const { data: machines = [] } = useQuery(machinesQuery);
  const idle = machines.filter(({ failingSince, failed }) => failingSince !== undefined || failed > 0).length;
  const numbers: [name: string, label: string, orders: number, link: ListLink, tone: Tone][] = [
    [
      'cancellations',
      copy.cancellations,
      attention.cancellationsRequested,
      ordersLink({ cancellation: 'requested' }),
      'late',
    ],
    ['stock', copy.waitingForStock, attention.waitingForStock, ordersLink({ reason: 'waiting_for_stock' }), 'plain'],
    ['files', copy.waitingForFiles, attention.waitingForFiles, ordersLink({ reason: 'waiting_for_file' }), 'plain'],
    ['held', copy.onHold, attention.onHold, ordersLink({ held: 'true' }), 'plain'],
    ['older', copy.older, backlog.age.older, linksOfAges(days).older, 'late'],
    ...(machines.length > 0
      ? [['machines', copy.machines, idle, machinesLink, 'bad'] as [string, string, number, ListLink, Tone]]
      : []),
  ];
  const isCalm = [errors.orders, webhooks.failing, webhooks.disabled, ...numbers.map(([, , n]) => n)].every(
    (one) => one === 0,
  );
  return (
    <Section
      title={copy.attention}
      actions={
        isCalm && (
          <Text size="sm" c="dimmed">
            {copy.nothing}
          </Text>
        )
      }
    >
      <ul className={classes.tiles}>
        <Tile
          name="errors"
          label={copy.errors}
          number={errors.orders}
          link={ordersLink({ status: 'ERROR' })}
          tone="bad"
        >
          <Reasons reasons={errors.reasons} />
        </Tile>
        {numbers.map(([name, label, number, link, tone]) => (
          <Tile key={name} name={name} label={label} number={number} link={link} tone={tone} />
        ))}
        <Oldest name="oldestNew" status="NEW" label={copy.oldestNew} oldest={attention.oldestNew} />
        <Oldest name="oldestAssigned" status="ASSIGNED" label={copy.oldestAssigned} oldest={attention.oldestAssigned} />
        <Tile
          name="webhooks"
          label={copy.webhooks}
          number={webhooks.failing}
          link={endpointsLink('failing')}
          tone="late"
        >
          {webhooks.disabled > 0 && (
            <NumberLink to={endpointsLink('given_up')} name="givenUp" className={classes.more}>
              {copy.givenUp(count(webhooks.disabled))}
            </NumberLink>
          )}
        </Tile>
      </ul>
    </Section>
  );
}

type TileProps = { name: string; label: string; number: number; link: ListLink; tone: Tone; children?: ReactNode };

function Tile({ name, label, number, link, tone, children }: TileProps) {
  const { orders } = useFormats();
  return (
    <li className={classes.tile} data-tone={number === 0 ? 'none' : tone}>
      <NumberLink to={link} name={name} className={classes.link}>
        <b className={classes.number}>{orders(number)}</b> <span className={classes.label}>{label}</span>
      </NumberLink>
      {children}
    </li>
  );
}

function Reasons({ reasons }: { reasons: Record<string, number> }) {
  const copy = useCopy(todayCopy);
  const { orders: format } = useFormats();
  const sorted = Object.entries(reasons).sort(([, one], [, other]) => other - one);
  const isAllShown = sorted.length <= REASONS_SHOWN_MAX;
  const listed = sorted.slice(0, isAllShown ? REASONS_SHOWN_MAX : REASONS_SHOWN_MAX - 1);
  const rest = sorted.slice(listed.length);
  const rows = [
    ...listed.map(([code, orders]) => ({ codes: code, label: wordOf(copy.reasons, code), orders })),
    ...(rest.length > 0
      ? [
          {
            codes: rest.map(([code]) => code).join(','),
            label: copy.otherReasons,
            orders: rest.reduce((sum, [, orders]) => sum + orders, 0),
          },
        ]
      : []),
  ];
  return (
    <ul className={classes.reasons}>
      {rows.map(({ codes, label, orders }) => (
        <li key={codes}>
          <NumberLink
            to={ordersLink({ status: 'ERROR', reason: codes })}
            name={`errors ${codes}`}
            className={classes.reason}
          >
            <span title={label}>{label}</span> <b>{format(orders)}</b>
          </NumberLink>
        </li>
      ))}
    </ul>
  );
}

type OldestProps = { name: string; status: string; label: string; oldest: Overview['attention']['oldestNew'] };

/** Shows the age of the oldest order in a status, with a link to the list that begins with it. */
function Oldest({ name, status, label, oldest }: OldestProps) {
  const { age, moment } = useFormats();
  const now = useNow();
  if (!oldest) {
    return (
      <li className={classes.tile} data-tone="none">
        <span className={classes.link}>
          <span className={classes.number}>–</span> <span className={classes.label}>{label}</span>
        </span>
      </li>
    );
  }
  const { clientId, clientName, orderId, since } = oldest;
  return (
    <li className={classes.tile} data-tone="plain">
      <NumberLink to={ordersLink({ status, sort: 'longest' })} name={name} className={classes.link}>
        <b className={classes.number} title={moment(since)}>
          {age(since, now)}
        </b>{' '}
        <span className={classes.label}>{label}</span>
      </NumberLink>
      <Link
        to="/orders/$clientId/$orderId"
        params={{ clientId, orderId }}
        className={classes.more}
        title={`${orderId} · ${clientName}`}
      >
        {orderId}
      </Link>
    </li>
  );
}

/** Shows the numbers of production that need attention. */
export function FloorAttention() {
  const copy = useCopy(todayCopy);
  const { orders } = useFormats();
  const { data, error, refetch } = useQuery(floorCountsQuery);
  const { data: problems } = useQuery(problemCountsQuery);
  if (error) return <RequestFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const numbers: [name: string, label: string, number: number, link: ListLink, isWork?: true][] = [
    ['late', copy.late, data.late, dueOrdersLink('LATE')],
    ['dueToday', copy.dueToday, data.dueToday, dueOrdersLink('TODAY'), true],
    ['dueTomorrow', copy.dueTomorrow, data.dueTomorrow, dueOrdersLink('TOMORROW'), true],
    ['binsStopped', copy.binsStopped, data.binsStopped, binsLink('STOPPED')],
    ['binsToEmpty', copy.binsToEmpty, data.binsToEmpty, binsLink('EMPTY_IT')],
    ['noLabel', copy.noLabel, problems?.noLabel ?? 0, problemsLink('NO_LABEL')],
    ['problems', copy.problems, problems?.all ?? 0, problemsLink()],
  ];
  return (
    <Section title={copy.floor}>
      <ul className={floorAttentionClasses.tiles}>
        {numbers.map(([name, label, number, link, isWork]) => (
          <li
            key={name}
            className={floorAttentionClasses.tile}
            data-none={number === 0 || undefined}
            data-work={isWork}
          >
            <NumberLink to={link} name={name} className={floorAttentionClasses.link}>
              <b className={floorAttentionClasses.number}>{orders(number)}</b> <span>{label}</span>
            </NumberLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}
