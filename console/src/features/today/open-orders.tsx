import { Title } from '@mantine/core';
import { useId } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { Section } from '../../shared/ui/page.tsx';
import { NumberLink } from './number-link.tsx';
import classes from './open-orders.module.css';
import type { Overview } from './today-api.ts';
import { todayCopy } from './today-copy.ts';
import { type ListLink, linksOfAges, ordersLink } from './today-links.ts';

const OPEN_STATUSES = ['NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR'] as const;
const AGES = ['today', 'oneDay', 'twoToThreeDays', 'older'] as const;

/** Shows the open orders by status and by age. Both sums are equal. */
export function OpenOrders({ overview: { statuses, backlog, days } }: { overview: Overview }) {
  const copy = useCopy(todayCopy);
  const links = linksOfAges(days);
  return (
    <Section title={copy.open}>
      <div className={classes.halves}>
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
  const { count } = useFormats();
  const heading = useId();
  const greatest = Math.max(1, ...rows.map(({ orders }) => orders));
  return (
    <div>
      <Title order={3} className={classes.title} id={heading}>
        {title}
      </Title>
      <ul className={classes.rows} aria-labelledby={heading}>
        {rows.map(({ name, label, orders, link }) => (
          <li key={name}>
            <NumberLink to={link} name={name} className={classes.row}>
              <span>{label}</span>{' '}
              <span className={classes.track} aria-hidden>
                <span className={classes.bar} style={{ width: `${(orders / greatest) * 100}%` }} />
              </span>
              <b className={classes.number}>{count(orders)}</b>
            </NumberLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
