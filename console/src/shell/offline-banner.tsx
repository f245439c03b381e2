import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ConnectionLost } from '../shared/api/request-error.ts';
import { useCopy } from '../shared/copy/copy.ts';
import { sharedCopy } from '../shared/copy/shared-copy.ts';
import { Icon } from '../shared/ui/icons.tsx';
import classes from './offline-banner.module.css';

/** Says so while reads get no answer, and goes by itself: what is on the screen may be old meanwhile. */
export function OfflineBanner() {
  const copy = useCopy(sharedCopy);
  const cache = useQueryClient().getQueryCache();
  const isLost = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () =>
      cache
        .getAll()
        .some(
          (query) =>
            query.isActive() &&
            (query.state.error ?? query.state.fetchFailureReason) instanceof ConnectionLost,
        ),
  );
  if (!isLost) return null;
  return (
    <div className={classes.banner} role="status">
      <Icon name="offline" /> {copy.connectionLostLong}
    </div>
  );
}
