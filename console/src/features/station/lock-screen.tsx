import { Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { isBadge } from '../../shared/scan/decode-rules.ts';
import { readKeptQueue } from '../../shared/scan/kept-queue.ts';
import { useScanner } from '../../shared/scan/use-scanner.ts';
import { PinForm } from './pin-form.tsx';
import { SignOnFailure } from './sign-on-failure.tsx';
import type { StationSession, Work } from './station-api.ts';
import { stationCopy } from './station-copy.ts';
import classes from './station-frame.module.css';
import type { Station } from './use-station.ts';

interface LockScreenProps {
  station: Station;
  session: StationSession;
  /** Whose scans may wait here. */
  work?: Work;
}

/** Nobody is signed on: nothing of the work, of the orders and of the people is shown. */
export function LockScreen({ station, session, work }: LockScreenProps) {
  const copy = useCopy(stationCopy);
  const [scans, setScans] = useState(0);
  useScanner(
    (_, decoded) => {
      if (!isBadge(decoded)) return;
      // What the scanner typed into a field goes with it.
      setScans(scans + 1);
      station.scanBadge(decoded.text);
    },
    { isOfPage: true },
  );
  const waiting = work === undefined ? 0 : (readKeptQueue(work)?.waiting.length ?? 0);
  return (
    <main className={classes.alone}>
      <Paper withBorder className={classes.card}>
        <Stack gap="lg">
          <Title order={1}>{session.station.name}</Title>
          {waiting > 0 && <Text>{copy.waitsLocked(waiting)}</Text>}
          {/* It stays until a scan is right. */}
          <SignOnFailure error={station.badgeError} />
          <Text className={classes.ask}>{copy.scan}</Text>
          <PinForm key={scans} onBadge={station.scanBadge} onSignedOn={station.onSignedOn} />
        </Stack>
      </Paper>
    </main>
  );
}
