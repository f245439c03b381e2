import { Tooltip } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { isPartLost, lazyPage, subscribeToParts } from '../shared/api/load-part.ts';
import { ConnectionLost } from '../shared/api/request-error.ts';
import { useCopy, useFormats } from '../shared/copy/copy.ts';
import { sharedCopy } from '../shared/copy/shared-copy.ts';
import { useScanner } from '../shared/scan/use-scanner.ts';
import { sessionQuery } from '../shared/session/session-api.ts';
import { useSession } from '../shared/session/use-permission.ts';
import { useIsPhone } from '../shared/ui/fold.tsx';
import { Icon } from '../shared/ui/icons.tsx';
import { searchOfView, viewCountsQuery, viewsQuery } from '../shared/views/views-api.ts';
import { isSeen, NAVIGATION } from './navigation.ts';
import classes from './office-shell.module.css';
import offlineBannerClasses from './offline-banner.module.css';
import sidebarClasses from './sidebar.module.css';
import { TopBar } from './top-bar.tsx';

const SessionEnded = lazyPage(() => import('./session-ended.tsx'), 'SessionEnded');

/** The frame of each office page. */
export function OfficeShell() {
  const copy = useCopy(sharedCopy);
  const navigate = useNavigate();
  const { verbs } = useSession();
  useCellLabels();
  useListKeys();
  const [isMenuOpen, menu] = useDisclosure();
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const { data: session } = useQuery(sessionQuery);
  useFocusAfterDialog();
  useScanner(({ typed, physical }) => {
    if (!verbs.includes('orders.read')) return;
    void navigate({ to: '/orders', search: { q: typed }, state: { scanned: physical } });
  });
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href={`${location.pathname}${location.search}#content`}>
        {copy.skipToContent}
      </a>
      <Sidebar isOpen={isMenuOpen} onClose={menu.close} />
      <div className={classes.column}>
        <TopBar isMenuOpen={isMenuOpen} onMenu={menu.toggle} />
        <OfflineBanner />
        <main id="content" tabIndex={-1} className={classes.content} aria-busy={isLoading}>
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <Suspense>{session === null && <SessionEnded />}</Suspense>
    </div>
  );
}

/** On a phone, the menu button opens it over the page. */
function Sidebar({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const copy = useCopy(sharedCopy);
  const session = useSession();
  const seesOrders = session.verbs.includes('orders.read');
  const { data: views } = useQuery({ ...viewsQuery, refetchInterval: VIEWS_MS, enabled: seesOrders });
  const chosen = views?.find(({ isDefault }) => isDefault);
  const ordersSearch = chosen && searchOfView(chosen);
  const groups = NAVIGATION.map((group) => group.filter((entry) => isSeen(entry, session)));
  const isPhone = useIsPhone();
  const isNarrow = useMediaQuery('(max-width: 1000px)', undefined, { getInitialValueInEffect: false });
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: its links take the keys and clicks.
    <nav
      id="pages"
      className={sidebarClasses.sidebar}
      aria-label={copy.navigation}
      data-open={isOpen || undefined}
      onClick={({ target }) => (target as Element).closest('a') && onClose()}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <Link to="/" className={sidebarClasses.brand}>
        <span className={sidebarClasses.mark} aria-hidden />
        <span className={sidebarClasses.word}>{copy.product}</span>
      </Link>
      {groups
        .filter((group) => group.length > 0)
        .map((group) => (
          <ul key={group[0]?.to} className={sidebarClasses.group}>
            {group.map(({ to, label, icon, search: usual }) => (
              <li key={to}>
                <Tooltip label={copy.pages[label]} position="right" disabled={!isNarrow || isPhone}>
                  <Link
                    to={to}
                    {...(usual && { search: to === '/orders' ? (ordersSearch ?? usual) : usual })}
                    className={sidebarClasses.entry}
                    activeOptions={{ includeSearch: false }}
                    activeProps={{ 'data-active': true }}
                  >
                    <Icon name={icon} />
                    <span className={sidebarClasses.word}>{copy.pages[label]}</span>
                  </Link>
                </Tooltip>
                {to === '/orders' && <SavedViews />}
              </li>
            ))}
          </ul>
        ))}
    </nav>
  );
}

const VIEWS_MS = 30_000;

/** Lists the saved views of orders with their counts. */
function SavedViews() {
  const copy = useCopy(sharedCopy);
  const { orders: format } = useFormats();
  const { data: views = [] } = useQuery({ ...viewsQuery, refetchInterval: VIEWS_MS });
  const { data: counts = [] } = useQuery({ ...viewCountsQuery, enabled: views.length > 0 });
  const open = useRouterState({ select: ({ location }) => (location.search as { view?: string }).view });
  if (views.length === 0) return null;
  return (
    <ul className={sidebarClasses.views} aria-label={copy.savedViews}>
      {views.map((view) => {
        const counted = counts.find(({ viewId }) => viewId === view.viewId);
        return (
          <li key={view.viewId}>
            <Link
              to="/orders"
              search={searchOfView(view)}
              className={sidebarClasses.view}
              data-active={open === view.viewId || undefined}
              title={view.isShared ? copy.sharedView : copy.ownView}
            >
              <span className={sidebarClasses.name}>{view.name}</span>
              {view.gone.length > 0 && <Icon name="warning" size={14} />}
              {counted && <span className={sidebarClasses.count}>{numberOf(counted, format)}</span>}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** With orders that were not examined, the number has a plus, as above the limit. */
function numberOf({ orders, isMore }: { orders: number; isMore: boolean }, format: (count: number) => string): string {
  const text = format(orders);
  return isMore && !text.endsWith('+') ? `${text}+` : text;
}

function OfflineBanner() {
  const copy = useCopy(sharedCopy);
  const cache = useQueryClient().getQueryCache();
  const isPartMissing = useSyncExternalStore(subscribeToParts, isPartLost);
  const isLost = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () =>
      cache
        .getAll()
        .some(
          (query) =>
            (query.isActive() || query.state.fetchStatus === 'fetching') &&
            (query.state.error ?? query.state.fetchFailureReason) instanceof ConnectionLost,
        ),
  );
  if (!isLost && !isPartMissing) return null;
  return (
    <div className={offlineBannerClasses.banner} role="status">
      <Icon name="offline" /> {copy.connectionLostLong}
    </div>
  );
}

const DIALOG = '[role="dialog"]';

/**
 * Returns the focus to the opener of a dialog after it closes, so that the keyboard does not start again at
 * the top.
 */
function useFocusAfterDialog(): void {
  useEffect(() => {
    let opener: HTMLElement | undefined;
    let wasInDialog = false;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      wasInDialog = target.closest(DIALOG) !== null;
      if (!wasInDialog) opener = target;
    };
    const giveBack = () => {
      if (!wasInDialog || document.activeElement !== document.body || document.querySelector(DIALOG)) return;
      wasInDialog = false;
      if (opener?.isConnected) opener.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(giveBack);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, []);
}

/** Copies the heads of tables to their cells, which a phone shows as cards (app/phone.css). */
function useCellLabels(): void {
  const isPhone = useIsPhone();
  useEffect(() => {
    const main = document.querySelector('main');
    if (!isPhone || !main) return;
    const label = () => {
      for (const table of main.querySelectorAll('table')) {
        const heads = [...(table.tHead?.rows[0]?.cells ?? [])].map((head) =>
          // A head for screen readers only stands above buttons, which say what they do.
          head.querySelector('.mantine-VisuallyHidden-root') ? '' : head.textContent,
        );
        for (const row of [...table.tBodies].flatMap((body) => [...body.rows])) {
          if (row.cells.length !== heads.length) continue;
          for (const [index, cell] of [...row.cells].entries()) {
            const head = heads[index];
            if (head && index > 0 && cell.dataset.label !== head) cell.dataset.label = head;
          }
        }
      }
    };
    label();
    const observer = new MutationObserver(label);
    observer.observe(main, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [isPhone]);
}

const ROW = 'main tbody tr';
/** Elements that use the arrow keys themselves. */
const OWN_ARROWS = 'input, textarea, select, [role="tab"], [role="menu"], [role="dialog"], [role="listbox"]';

/** The arrow keys move between the first links of a list's rows, and begin at the first row. */
function useListKeys(): void {
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const at = event.target as Element;
      if (step === undefined || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (at.closest(OWN_ARROWS) || document.querySelector('[role="dialog"]')) return;
      const links = [...document.querySelectorAll(ROW)].flatMap((row) => row.querySelector<HTMLElement>('a') ?? []);
      const row = at.closest(ROW)?.querySelector<HTMLElement>('a');
      const next = row ? links[links.indexOf(row) + step] : step > 0 ? links[0] : undefined;
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener('keydown', move);
    return () => document.removeEventListener('keydown', move);
  }, []);
}
