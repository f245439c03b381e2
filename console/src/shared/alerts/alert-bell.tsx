import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyPage } from '../api/load-part.ts';
import { useCopy, useFormats } from '../copy/copy.ts';
import { sharedCopy } from '../copy/shared-copy.ts';
import { Icon } from '../ui/icons.tsx';
import classes from './alerts.module.css';
import { alertsQuery } from './alerts-api.ts';

const AlertList = lazyPage(() => import('./alert-list.tsx'), 'AlertList');

/** The bell with the number of unread alerts. It opens the list. */
export function AlertBell() {
  const copy = useCopy(sharedCopy);
  const { count } = useFormats();
  const { data } = useQuery(alertsQuery);
  const [isOpen, { toggle, close }] = useDisclosure();
  const unread = data?.unread ?? 0;
  const label = unread === 0 ? copy.alerts : copy.unreadAlerts(count(unread));
  return (
    <Popover
      opened={isOpen}
      onChange={(next) => !next && close()}
      position="bottom-end"
      width={380}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Tooltip label={label} disabled={isOpen}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={label}
            className={classes.bell}
            onClick={toggle}
          >
            <Icon name="bell" />
            {unread > 0 && (
              <span className={classes.count} aria-hidden>
                {unread > 99 ? '99+' : unread}
              </span>
            )}
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={0} className={classes.dropdown}>
        <Suspense>{isOpen && data && <AlertList bell={data} onClose={close} />}</Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
