import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useCopy } from '../shared/copy/copy.ts';
import { sharedCopy } from '../shared/copy/shared-copy.ts';
import { useScanner } from '../shared/scan/use-scanner.ts';
import { sessionQuery } from '../shared/session/session-api.ts';
import { useSession } from '../shared/session/use-permission.ts';
import classes from './office-shell.module.css';
import { OfflineBanner } from './offline-banner.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { useFocusAfterDialog } from './use-focus-after-dialog.ts';

/** What stands around every page of the office. */
export function OfficeShell() {
  const copy = useCopy(sharedCopy);
  const navigate = useNavigate();
  const { verbs } = useSession();
  useSignInWhenEnded();
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
      <Sidebar />
      <div className={classes.column}>
        <TopBar />
        <OfflineBanner />
        <main id="content" tabIndex={-1} className={classes.content}>
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
    </div>
  );
}

/** A session ends while a page is open: by time, by an administrator, or on another screen. */
function useSignInWhenEnded(): void {
  const { data: session } = useQuery(sessionQuery);
  const router = useRouter();
  useEffect(() => {
    if (session === null) void router.invalidate();
  }, [session, router]);
}
