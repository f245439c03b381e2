import { Button, Stack, Text } from '@mantine/core';
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { type Decoded, isBadge } from '../../shared/scan/decode-rules.ts';
import type { Identity } from '../../shared/scan/queue-rules.ts';
import { useScanner } from '../../shared/scan/use-scanner.ts';
import { SignInFailure } from '../../shared/session/sign-in-form.tsx';
import { QueueBanner, RefusalBanner } from './banners.tsx';
import { LockScreen, NoStation, WaitingScreen } from './lock-screen.tsx';
import { QuestionPanel } from './question-panel.tsx';
import { codeOfKey } from './question-rules.ts';
import type { Work } from './station-api.ts';
import { StationBar } from './station-bar.tsx';
import { stationCopy } from './station-copy.ts';
import { StationFoot } from './station-foot.tsx';
import classes from './station-frame.module.css';
import { type Scans, useScans } from './use-scans.ts';
import { type Station, useStation } from './use-station.ts';

interface StationFrameProps {
  work: Work;
  title: string;
  /** Handles a key press that needs only the scans. Other pages call `useStationKeys`. */
  onKey?: (key: string, scans: Scans) => void;
  /** The content. It exists only while a person is signed on. */
  children: (scans: Scans) => ReactNode;
}

/** Frames a station page with person, refusals, waiting scans and last scans. Scans need no focused field. */
export function StationFrame(props: StationFrameProps) {
  const copy = useCopy(stationCopy);
  const station = useStation();
  const { isOurs, take } = useOnlyWindow(props.work);
  const { state, identity, session } = station;
  if (state === 'loading' || isOurs === undefined) return <WaitingScreen station={station} work={props.work} />;
  if (state === 'unknown') return <NoStation />;
  if (!identity) return session && <LockScreen station={station} session={session} work={props.work} />;
  if (!isOurs)
    return (
      <main className={classes.alone}>
        <Stack align="center" gap="lg">
          <Text className={classes.ask}>{copy.otherWindow}</Text>
          <Button size="lg" onClick={take}>
            {copy.takeWindow}
          </Button>
        </Stack>
      </main>
    );
  return <OpenStation {...props} station={station} identity={identity} />;
}

function OpenStation({
  work,
  title,
  onKey,
  children,
  station,
  identity,
}: StationFrameProps & { station: Station; identity: Identity }) {
  const copy = useCopy(stationCopy);
  const scans = useScans(work, identity, station.onLocked);
  const { screen, view } = scans;
  const keys = useRef<(key: string) => void>(undefined);
  const codes = useRef<(code: string) => boolean>(undefined);
  const onCode = (decoded: Decoded) => {
    if (!isBadge(decoded)) {
      if (station.badgeError) station.forgetBadge();
      if (!codes.current?.(decoded.text)) scans.scan(decoded.text);
    } else if (station.session) station.scanBadge(decoded.text);
    else scans.refuse('BADGE', copy.badgeOfNobody, '');
  };
  useScanner((_, decoded) => onCode(decoded), {
    isOfPage: true,
    onUnread: (text) => scans.refuse('NOT_READ', '', text),
    onKey: (key) => {
      const { question } = view.context;
      const chosen = question && codeOfKey(question, key);
      if (key === '/') document.querySelector<HTMLInputElement>('[data-takes-scans]')?.focus();
      else if (chosen !== undefined) scans.scan(chosen);
      else if (keys.current) keys.current(key);
      else onKey?.(key, scans);
    },
  });
  return (
    <div className={classes.frame} data-sound={screen.signal?.sound} data-nth={screen.signal?.nth}>
      <StationBar title={title} station={station} identity={identity} count={view.count} />
      <div className={classes.signal} key={screen.signal?.nth} data-sound={screen.signal?.sound} aria-hidden />
      <div className={classes.notices}>
        <QueueBanner scans={scans} identity={identity} />
        <SignInFailure error={station.badgeError} wrong={copy.wrongBadge} />
        {screen.refusal && <RefusalBanner refusal={screen.refusal} onDismiss={scans.dismiss} />}
        <QuestionPanel scans={scans} />
      </div>
      <main className={classes.stage}>
        <StationKeys value={keys}>
          <StationCodes value={codes}>{children(scans)}</StationCodes>
        </StationKeys>
      </main>
      <StationFoot last={view.last} onCode={onCode} />
    </div>
  );
}

/**
 * Allows one window per browser at a station, since two would send the same scans. `undefined`: not known
 * yet.
 */
function useOnlyWindow(work: string): { isOurs: boolean | undefined; take: () => void } {
  const [isOurs, setOurs] = useState<boolean>();
  const [taken, setTaken] = useState(0);
  useEffect(() => {
    // Browsers offer locks only over HTTPS.
    if (!navigator.locks) {
      setOurs(true);
      return;
    }
    let leave = () => {};
    let isLeft = false;
    const hold = (lock: Lock | null) => {
      if (isLeft) return undefined;
      setOurs(lock !== null);
      if (lock === null) return undefined;
      return new Promise<void>((resolve) => {
        leave = resolve;
      });
    };
    const how = taken > 0 ? { steal: true } : { ifAvailable: true };
    // The request rejects when another window steals the lock.
    navigator.locks.request(`platen.station.${work}`, how, hold).catch(() => {
      if (!isLeft) setOurs(false);
    });
    return () => {
      isLeft = true;
      leave();
    };
  }, [work, taken]);
  return { isOurs, take: () => setTaken((times) => times + 1) };
}

type KeyHandler = (key: string) => void;

/** Holds the key handler of the page inside the frame. */
const StationKeys = createContext<RefObject<KeyHandler | undefined>>({ current: undefined });

/** Calls `onKey` for a single key press outside of fields. */
export function useStationKeys(onKey: KeyHandler): void {
  const place = useContext(StationKeys);
  const handleKey = useEffectEvent(onKey);
  useEffect(() => {
    place.current = (key) => handleKey(key);
    return () => {
      place.current = undefined;
    };
  }, [place]);
}

/** Holds the handler of codes that the page takes itself. */
const StationCodes = createContext<RefObject<((code: string) => boolean) | undefined>>({ current: undefined });

/** Offers each scanned code to `takeCode` first. If it returns true, the code is not sent as a scan. */
export function useStationCodes(takeCode: (code: string) => boolean): void {
  const place = useContext(StationCodes);
  const take = useEffectEvent(takeCode);
  useEffect(() => {
    place.current = (code) => take(code);
    return () => {
      place.current = undefined;
    };
  }, [place]);
}
