import { Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useCopy } from '../shared/copy/copy.ts';
import { sharedCopy } from '../shared/copy/shared-copy.ts';
import { useSession } from '../shared/session/use-permission.ts';
import { Icon } from '../shared/ui/icons.tsx';
import { NAVIGATION } from './navigation.ts';
import classes from './sidebar.module.css';

export function Sidebar() {
  const copy = useCopy(sharedCopy);
  const { verbs } = useSession();
  const isNarrow = useMediaQuery('(max-width: 1000px)', undefined, { getInitialValueInEffect: false });
  return (
    <nav className={classes.sidebar} aria-label={copy.navigation}>
      <Link to="/orders" className={classes.brand}>
        <span className={classes.mark} aria-hidden />
        <span className={classes.word}>{copy.product}</span>
      </Link>
      {NAVIGATION.map((group) => (
        <ul key={group[0]?.to} className={classes.group}>
          {group
            .filter(({ verb }) => verb === undefined || verbs.includes(verb))
            .map(({ to, label, icon }) => (
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
