import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { useCopy } from '../../shared/copy/copy.ts';
import { SignInFailure } from '../../shared/session/sign-in-form.tsx';
import { ButtonLink } from '../../shared/ui/links.tsx';
import { LockScreen, NoStation, useBadgeScanner, WaitingScreen } from './lock-screen.tsx';
import type { StationSession } from './station-api.ts';
import type { copy } from './station-copy.en.ts';
import { stationCopy } from './station-copy.ts';
import classes from './station-frame.module.css';
import { type Station, useStation } from './use-station.ts';

export function StationPage() {
  const station = useStation();
  const { state, session, identity } = station;
  if (state === 'loading') return <WaitingScreen station={station} />;
  if (state === 'unknown') return <NoStation />;
  if (!identity) return session && <LockScreen station={station} session={session} />;
  return <Choice station={station} session={session} name={identity.name} />;
}

interface ChoiceProps {
  station: Station;
  /** Null: the browser is not a station, so all work is allowed. */
  session: StationSession | null;
  name: string;
}

function Choice({ station, session, name }: ChoiceProps) {
  const copy = useCopy(stationCopy);
  const notice = useBadgeScanner(copy.noBadge, (badge) => session && station.scanBadge(badge));
  const kinds = session?.station.kinds;
  return (
    <main className={classes.alone}>
      <Paper withBorder className={classes.card}>
        <Stack gap="lg">
          <Title order={1}>{session ? session.station.name : copy.ownBrowser}</Title>
          <SignInFailure error={station.badgeError} wrong={copy.wrongBadge} />
          {notice}
          <Text className={classes.ask} aria-live="polite">
            {copy.signedOn(name)}
          </Text>
          <nav className={classes.choices} aria-label={copy.work}>
            {WORKPLACES.filter(({ kind }) => !kind || !kinds || kinds.includes(kind)).map(({ to, label }) => (
              <ButtonLink key={to} to={to} size="xl" className={classes.choice}>
                {copy.works[label]}
              </ButtonLink>
            ))}
          </nav>
          <ButtonLink to="/scanner-test" variant="subtle" size="lg">
            {copy.scannerTest}
          </ButtonLink>
          {session && (
            <>
              <Text size="sm">
                {copy.next} {copy.locks(session.idleSeconds)}
              </Text>
              <Button size="lg" variant="default" loading={station.isLeaving} onClick={station.leave}>
                {copy.signOff}
              </Button>
            </>
          )}
        </Stack>
      </Paper>
    </main>
  );
}

interface Workplace {
  to: NonNullable<LinkProps['to']>;
  label: keyof (typeof copy)['works'];
  /** The kind of work that the station must have; absent: any station. */
  kind?: StationSession['station']['kinds'][number];
}

/** The full-screen pages in the order in which a piece passes them. */
const WORKPLACES: Workplace[] = [
  { to: '/station/make', label: 'make', kind: 'make' },
  { to: '/station/check', label: 'check', kind: 'check' },
  { to: '/station/pack', label: 'pack', kind: 'pack' },
  { to: '/station/hand-over', label: 'handOver', kind: 'hand_over' },
  { to: '/station/find', label: 'find' },
  { to: '/shelves', label: 'shelves' },
];
