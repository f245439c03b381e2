import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import type { Identity } from '../../shared/scan/queue-rules.ts';
import { SESSION_KEY, sessionQuery } from '../../shared/session/session-api.ts';
import { NO_STATION, type StationSession, signOff, signOnByBadge, stationSessionQuery } from './station-api.ts';
import { useIdleLock } from './use-idle-lock.ts';

/** This device and its person. */
export interface Station {
  state: 'loading' | 'unknown' | 'locked' | 'open';
  /** Null: the browser is not a station, and the person has a personal session. */
  session: StationSession | null;
  /** The person who scans; undefined if nobody is signed on. */
  identity?: Identity;
  error: Error | null;
  /** The error of the last badge scan. */
  badgeError: Error | null;
  scanBadge: (badge: string) => void;
  /** Removes that error. */
  forgetBadge: () => void;
  onSignedOn: (session: StationSession) => void;
  leave: () => void;
  isLeaving: boolean;
  /** Ends the local state after the server refused the session. */
  onLocked: () => void;
  retry: () => void;
}

export function useStation(): Station {
  const queryClient = useQueryClient();
  const { data: session, error: failed, failureReason, refetch } = useQuery(stationSessionQuery);
  const error = failed ?? failureReason;
  useEffect(() => void keepShell(), []);
  const personal = useQuery({ ...sessionQuery, enabled: session === null });
  const setSession = useCallback(
    (now: StationSession) => queryClient.setQueryData(stationSessionQuery.queryKey, now),
    [queryClient],
  );
  const nobody = useCallback(
    () =>
      queryClient.setQueryData(stationSessionQuery.queryKey, (now) => {
        if (!now) return now;
        const { operator: _, locks: __, ...rest } = now;
        return rest;
      }),
    [queryClient],
  );
  const idle = useIdleLock(session ?? null, nobody);
  const badge = useMutation({ mutationFn: signOnByBadge, onSuccess: (now) => onSignedOn(now) });
  const off = useMutation({ mutationFn: signOff, onSuccess: setSession });
  function onSignedOn(now: StationSession) {
    idle.unlock();
    badge.reset();
    setSession(now);
  }
  const identity = useMemo(
    () => identityOf(session, personal.data ?? null, idle.isLocked),
    [session, personal.data, idle.isLocked],
  );
  const isKnown = session !== undefined && (session !== null || !personal.isPending);
  const state = !isKnown ? 'loading' : identity ? 'open' : session ? 'locked' : 'unknown';
  return {
    state,
    session: session ?? null,
    ...(identity && { identity }),
    error,
    badgeError: badge.error,
    scanBadge: (code) => badge.mutate(code),
    forgetBadge: badge.reset,
    onSignedOn,
    leave: () => off.mutate(),
    isLeaving: off.isPending,
    onLocked: () => {
      // A person with a personal session must sign in again.
      if (session === null) queryClient.setQueryData(SESSION_KEY, null);
      nobody();
    },
    retry: () => void refetch(),
  };
}

/**
 * Keeps the station pages in this browser, so that they open without a network. Browsers do it only over
 * HTTPS.
 */
async function keepShell(): Promise<void> {
  const address = (path: string) => new URL(path, document.baseURI);
  const { pathname: scope } = address('station');
  // The development server has no such file.
  await navigator.serviceWorker?.register(address('station-worker.js'), { scope }).catch(() => undefined);
}

/** The length of a station's name. */
const STATION_NAME_MAX = 64;

function identityOf(
  session: StationSession | null | undefined,
  personal: { operator: { operatorId: string; name: string }; verbs: readonly string[] } | null,
  isLocked: boolean,
): Identity | undefined {
  if (session) {
    const { station, operator } = session;
    if (!operator || isLocked) return undefined;
    const { operatorId, name } = operator;
    return { station: station.stationId, stationName: station.name, operatorId, name };
  }
  if (session === undefined || !personal?.verbs.includes('production.work')) return undefined;
  const { operatorId, name } = personal.operator;
  const station = `${NO_STATION} ${operatorId}`;
  return { station, stationName: `${NO_STATION}: ${name}`.slice(0, STATION_NAME_MAX), operatorId, name };
}
