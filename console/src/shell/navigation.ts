import type { LinkProps } from '@tanstack/react-router';
import type { copy } from '../shared/copy/shared-copy.en.ts';
import { OPEN_STATUSES } from '../shared/list/open-statuses.ts';
import type { Session, Verb } from '../shared/session/session-api.ts';
import type { IconName } from '../shared/ui/icon-paths.ts';

export interface NavigationEntry {
  to: NonNullable<LinkProps['to']>;
  label: keyof (typeof copy)['pages'];
  icon: IconName;
  /** The filters that the list opens with. */
  search?: Record<string, string>;
  /** The permission to see the entry. Without it, the page itself says why it is not shown. */
  verb?: Verb;
}

export const isSeen = ({ verb }: NavigationEntry, { verbs }: Session): boolean =>
  verb === undefined || verbs.includes(verb);

/** In groups, from daily to monthly use. */
export const NAVIGATION: NavigationEntry[][] = [
  [
    { to: '/today', label: 'today', icon: 'today', verb: 'reports.read' },
    { to: '/orders', label: 'orders', icon: 'orders', verb: 'orders.read', search: { status: OPEN_STATUSES } },
  ],
  [
    { to: '/release', label: 'release', icon: 'release', verb: 'production.read' },
    { to: '/batches', label: 'batches', icon: 'batches', verb: 'production.read' },
    { to: '/bins', label: 'bins', icon: 'bins', verb: 'production.read' },
    { to: '/problems', label: 'problems', icon: 'warning', verb: 'production.read' },
    { to: '/hand-overs', label: 'handOvers', icon: 'handOvers', verb: 'production.read' },
    { to: '/returns', label: 'returns', icon: 'returns', verb: 'orders.read' },
    { to: '/reports', label: 'reports', icon: 'reports', verb: 'reports.read' },
  ],
  [
    { to: '/catalogue', label: 'catalogue', icon: 'catalogue', verb: 'catalog.read' },
    { to: '/stock', label: 'stock', icon: 'stock', verb: 'stock.read' },
    { to: '/places', label: 'places', icon: 'bins', verb: 'stock.work' },
    { to: '/buying', label: 'buying', icon: 'handOvers', verb: 'stock.read' },
    { to: '/counts', label: 'counts', icon: 'reports', verb: 'stock.work' },
    { to: '/import', label: 'import', icon: 'import', verb: 'catalog.change' },
    { to: '/carriers', label: 'carriers', icon: 'carriers', verb: 'carriers.read' },
    { to: '/postage', label: 'postage', icon: 'postage', verb: 'labels.read' },
    { to: '/machines', label: 'machines', icon: 'machines', verb: 'production.read' },
    { to: '/printers', label: 'printers', icon: 'printers', verb: 'prints.read' },
    { to: '/papers', label: 'papers', icon: 'papers', verb: 'prints.read' },
  ],
  [
    { to: '/clients', label: 'clients', icon: 'clients', verb: 'clients.read' },
    { to: '/statements', label: 'statements', icon: 'statements', verb: 'money.read' },
    { to: '/shops', label: 'shops', icon: 'shops', verb: 'shops.read' },
    { to: '/webhooks', label: 'webhooks', icon: 'webhooks', verb: 'webhooks.read' },
  ],
  [
    { to: '/staff', label: 'staff', icon: 'staff', verb: 'operators.read' },
    { to: '/stations', label: 'stations', icon: 'stations', verb: 'stations.read' },
    { to: '/audit', label: 'audit', icon: 'audit', verb: 'audit.read' },
    { to: '/settings', label: 'settings', icon: 'settings', verb: 'settings.read' },
    { to: '/account', label: 'account', icon: 'account' },
  ],
];

/** Returns the first page that the person may see. A person of the floor works at a station. */
export const startOf = (session: Session) =>
  session.operator.role === 'floor'
    ? '/station'
    : (NAVIGATION.flat().find((entry) => isSeen(entry, session))?.to ?? '/account');
