import { Breadcrumbs, Text } from '@mantine/core';
import { useSession } from '../shared/session/use-permission.ts';
import { AnchorLink } from '../shared/ui/links.tsx';
import { AccountMenu } from './account-menu.tsx';
import { FindOrder } from './find-order.tsx';
import { HelpButton } from './help-button.tsx';
import { useCrumbs } from './root-route.tsx';
import classes from './top-bar.module.css';

export function TopBar() {
  const crumbs = useCrumbs();
  const { verbs } = useSession();
  return (
    <header className={classes.bar}>
      <Breadcrumbs className={classes.crumbs} separatorMargin={6}>
        {crumbs.map(({ label, to }) =>
          to === undefined ? (
            <Text key={label} size="sm" truncate aria-current="page">
              {label}
            </Text>
          ) : (
            <AnchorLink key={label} to={to as '/orders'} size="sm">
              {label}
            </AnchorLink>
          ),
        )}
      </Breadcrumbs>
      {verbs.includes('orders.read') && <FindOrder />}
      <HelpButton />
      <AccountMenu />
    </header>
  );
}
