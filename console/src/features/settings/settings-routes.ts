import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readOneOf, readText } from '../../shared/list/text-search.ts';
import { loadCrumbs } from '../../shell/crumbs.ts';
import { officeRoute, pageNeeds } from '../../shell/office-route.tsx';
import { settingsQuery } from './settings-api.ts';
import { settingsCopy } from './settings-copy.ts';

interface SettingsSearch {
  q?: string;
  only?: 'set';
}

const settingsRoute = createRoute({
  getParentRoute: () => officeRoute,
  path: '/settings',
  beforeLoad: pageNeeds('settings.read'),
  validateSearch: (search): SettingsSearch => {
    const [q, only] = [readText(search.q), readOneOf(search.only, ['set'] as const)];
    return { ...(q && { q }), ...(only && { only }) };
  },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(settingsQuery);
    return loadCrumbs(settingsCopy, (copy) => [{ label: copy.title }]);
  },
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
});

export const settingsRoutes = [settingsRoute] as const;
