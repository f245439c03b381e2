import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Schemas } from '../api/operator-client.ts';
import { useCopy, useFormats, wordOf } from '../copy/copy.ts';
import { AnchorLink } from '../ui/links.tsx';
import classes from './alerts.module.css';
import { ALERTS_KEY, type Alert, endAlert, readAlerts } from './alerts-api.ts';
import { alertsCopy } from './alerts-copy.ts';

/** Lists the open alerts. Showing them marks them as read. */
export function AlertList({ bell, onClose }: { bell: Schemas['Alerts']; onClose: () => void }) {
  const copy = useCopy(alertsCopy);
  const { count } = useFormats();
  const queryClient = useQueryClient();
  const newest = bell.alerts[0]?.begun;
  // Alerts that were unread when the list was opened stay marked.
  const [unread] = useState(() => new Set(bell.alerts.filter((one) => one.unread).map(({ alertId }) => alertId)));
  useEffect(() => {
    if (bell.unread === 0 || newest === undefined) return;
    // A lost request leaves the number as it is.
    readAlerts(newest).then(
      () => queryClient.invalidateQueries({ queryKey: ALERTS_KEY }),
      () => {},
    );
  }, [bell.unread, newest, queryClient]);
  const rest = bell.open - bell.alerts.length;
  return (
    <section aria-label={copy.title}>
      <div className={classes.head}>
        <h2>{copy.title}</h2>
        <AnchorLink to="/account" hash="alerts" size="sm" onClick={onClose}>
          {copy.choose}
        </AnchorLink>
      </div>
      {bell.alerts.length === 0 && (
        <Text size="sm" c="dimmed" p="md">
          {copy.none}
        </Text>
      )}
      <ul className={classes.list}>
        {bell.alerts.map((alert) => (
          <AlertRow
            key={alert.alertId}
            alert={alert}
            isUnread={alert.unread || unread.has(alert.alertId)}
            onClose={onClose}
          />
        ))}
      </ul>
      {rest > 0 && (
        <Text size="sm" c="dimmed" p="md">
          {copy.more(count(rest))}
        </Text>
      )}
    </section>
  );
}

interface AlertRowProps {
  alert: Alert;
  isUnread: boolean;
  onClose: () => void;
}

function AlertRow({ alert, isUnread, onClose }: AlertRowProps) {
  const copy = useCopy(alertsCopy);
  const { age, moment } = useFormats();
  const details = useDetails(alert);
  const [path = '/', query] = alert.path.split('?');
  return (
    <li>
      <Link
        to={path as '/orders'}
        search={Object.fromEntries(new URLSearchParams(query))}
        className={classes.alert}
        data-unread={isUnread || undefined}
        onClick={() => {
          onClose();
          // A mention ends when it is followed. If the request is lost, it stays.
          if (alert.kind === 'MENTION') endAlert(alert.alertId).catch(() => {});
        }}
      >
        <span className={classes.what}>
          {wordOf(copy.one, alert.kind)}
          {isUnread && <span className={classes.mark}>{copy.unread}</span>}
          <time dateTime={alert.begun} title={moment(alert.begun)}>
            {age(alert.begun, Date.now())}
          </time>
        </span>
        {details.length > 0 && <span className={classes.details}>{details.join(' · ')}</span>}
      </Link>
    </li>
  );
}

/** Returns the names and numbers of the cause. */
function useDetails({ facts }: Alert): string[] {
  const copy = useCopy(alertsCopy);
  const { count, orders } = useFormats();
  const { orderId, name, code, clientName, reason, available, minimum } = facts;
  return [
    orderId,
    name,
    orderId === undefined ? code : undefined,
    clientName,
    reason && wordOf(copy.reasons, reason),
    facts.orders === undefined ? undefined : copy.orders(orders(facts.orders)),
    available === undefined ? undefined : copy.stock(count(available), count(minimum ?? 0)),
  ].filter((one) => one !== undefined && one !== '') as string[];
}
