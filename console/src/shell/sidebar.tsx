import { Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useCopy } from '../shared/copy/copy.ts';
import { sharedCopy } from '../shared/copy/shared-copy.ts';
import { useSession } from '../shared/session/use-permission.ts';
import { Icon } from '../shared/ui/icons.tsx';
import { isSeen, NAVIGATION } from './navigation.ts';
import classes from './sidebar.module.css';

export function Sidebar() {
  const copy = useCopy(sharedCopy);
  const session = useSession();
  const groups = NAVIGATION.map((group) => group.filter((entry) => isSeen(entry, session)));
  const isNarrow = useMediaQuery('(max-width: 1000px)', undefined, { getInitialValueInEffect: false });
  return (
    <nav className={classes.sidebar} aria-label={copy.navigation}>
      <Link to="/" className={classes.brand}>
        <span className={classes.mark} aria-hidden />
        <span className={classes.word}>{copy.product}</span>
      </Link>
      {groups
        .filter((group) => group.length > 0)
        .map((group) => (
          <ul key={group[0]?.to} className={classes.group}>
            {group.map(({ to, label, icon }) => (
              <li key={to}>
                <Tooltip label={copy.pages[label]} position="right" disabled={!isNarrow}>
                  <Link to={to} className={classes.entry} activeProps={{ 'data-active': true }}>
                    <Icon name={icon} />
                    <span className={classes.word}>{copy.pages[label]}</span>
                  </Link>
                </Tooltip>
              </li>
            ))}
          </ul>
        ))}
    </nav>
  );
}
