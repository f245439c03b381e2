import { Alert, Button, Divider, Loader, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConnectionLost, RequestError } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { isBadge } from '../../shared/scan/decode-rules.ts';
import { readKeptQueue } from '../../shared/scan/queue-rules.ts';
import { looksLikeScanCode } from '../../shared/scan/scan-codes.ts';
import { playSound } from '../../shared/scan/sound-rules.ts';
import { useScanner } from '../../shared/scan/use-scanner.ts';
import { SignInFailure } from '../../shared/session/sign-in-form.tsx';
import { Icon } from '../../shared/ui/icons.tsx';
import { ButtonLink } from '../../shared/ui/links.tsx';
import { RequestFailure } from '../../shared/ui/page.tsx';
import { type StationSession, signOnByPin, type Work } from './station-api.ts';
import { stationCopy } from './station-copy.ts';
import classes from './station-frame.module.css';
import type { Station } from './use-station.ts';

interface LockScreenProps {
  station: Station;
  session: StationSession;
  /** The kind of work whose waiting scans are counted. */
  work?: Work;
}

/** Asks for a badge or PIN while nobody is signed on. Shows no work, orders or people. */
export function LockScreen({ station, session, work }: LockScreenProps) {
  const copy = useCopy(stationCopy);
  const [scans, setScans] = useState(0);
  const notice = useBadgeScanner(copy.signOnFirst, (badge) => {
    // Replaces the form, so the text that the scanner typed into a field is removed.
    setScans(scans + 1);
    station.scanBadge(badge);
  });
  const waiting = work === undefined ? 0 : (readKeptQueue(work)?.waiting.length ?? 0);
  return (
    <main className={classes.alone}>
      <Paper withBorder className={classes.card}>
        <Stack gap="lg">
          <Title order={1}>{session.station.name}</Title>
          {waiting > 0 && <Text>{copy.waitsLocked(waiting)}</Text>}
          {/* It stays until a scan is right. */}
          <SignInFailure error={station.badgeError} wrong={copy.wrongBadge} />
          {notice}
          <Text className={classes.ask}>{copy.scan}</Text>
          <PinForm key={scans} onBadge={station.scanBadge} onSignedOn={station.onSignedOn} />
        </Stack>
      </Paper>
    </main>
  );
}

interface WaitingScreenProps {
  station: Station;
  /** The kind of work whose waiting scans are counted. */
  work?: Work;
}

/** Covers the page until the server has said who is signed on. Scans are refused meanwhile. */
export function WaitingScreen({ station: { error, retry }, work }: WaitingScreenProps) {
  const copy = useCopy(stationCopy);
  const isLost = error instanceof ConnectionLost || (error instanceof RequestError && error.status >= 500);
  const notice = useNotice();
  useScanner(() => notice.refuse(copy.notKept), { isOfPage: true, onUnread: () => notice.refuse(copy.notKept) });
  if (!error) return <main className={classes.alone}>{notice.element || <Loader />}</main>;
  const waiting = work === undefined ? 0 : (readKeptQueue(work)?.waiting.length ?? 0);
  return (
    <main className={classes.alone}>
      {isLost ? (
        <Paper withBorder className={classes.card}>
          <Stack gap="md" role="status">
            <Title order={1}>{copy.offline}</Title>
            {waiting > 0 && (
              <Text className={classes.ask} data-waiting={waiting}>
                {waiting === 1 ? copy.oneWaits : copy.waits(waiting)}
              </Text>
            )}
            <Text>{copy.offlineMeans}</Text>
            {notice.element}
            <Button size="lg" onClick={retry}>
              {copy.retry}
            </Button>
          </Stack>
        </Paper>
      ) : (
        <RequestFailure error={error} onRetry={retry} />
      )}
    </main>
  );
}

/** A notice that stays until it is removed, with a sound. */
function useNotice() {
  const [text, setText] = useState<string>();
  const refuse = (reason: string) => {
    setText(reason);
    playSound('unread');
  };
  const element = text !== undefined && (
    <Alert color="red" icon={<Icon name="warning" />} role="alert">
      {text}
    </Alert>
  );
  return { element, refuse, clear: () => setText(undefined) };
}

/** Calls `onBadge` for each badge. Returns a notice after another scan: `other`, if it was a code. */
export function useBadgeScanner(other: string, onBadge: (badge: string) => void): ReactNode {
  const copy = useCopy(stationCopy);
  const { element, refuse, clear } = useNotice();
  useScanner(
    (_, decoded) => {
      if (!isBadge(decoded)) return refuse(other);
      clear();
      onBadge(decoded.text);
    },
    { isOfPage: true, onUnread: () => refuse(copy.notRead) },
  );
  return element;
}

/** Says that this browser is not a station, and has no session that may work at stations. */
export function NoStation() {
  const copy = useCopy(stationCopy);
  return (
    <main className={classes.alone}>
      <Paper withBorder className={classes.card}>
        <Stack gap="md">
          <Title order={1}>{copy.none}</Title>
          <Alert color="gray" icon={<Icon name="help" />}>
            {copy.noneMeans}
          </Alert>
          <ButtonLink to="/" size="lg">
            {copy.toSignIn}
          </ButtonLink>
        </Stack>
      </Paper>
    </main>
  );
}

interface PinFormProps {
  onSignedOn: (session: StationSession) => void;
  /** Called for a badge that was scanned into the first field. */
  onBadge: (badge: string) => void;
}

function PinForm({ onSignedOn, onBadge }: PinFormProps) {
  const copy = useCopy(stationCopy);
  const form = useForm({ initialValues: { login: '', pin: '' } });
  const attempt = useMutation({
    mutationFn: signOnByPin,
    onSuccess: (session) => {
      form.reset();
      onSignedOn(session);
    },
    onError: () => form.setFieldValue('pin', ''),
  });
  return (
    <form onSubmit={form.onSubmit((values) => attempt.mutate(values))}>
      <Stack gap="md">
        <Divider label={copy.orPin} />
        <SignInFailure error={attempt.error} wrong={copy.wrongPin} />
        <TextInput
          size="lg"
          label={copy.login}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          data-takes-scans
          {...form.getInputProps('login')}
          onKeyDown={(event) => {
            const { login } = form.values;
            if (event.key !== 'Enter' || !looksLikeScanCode(login)) return;
            event.preventDefault();
            form.reset();
            onBadge(login);
          }}
        />
        <PasswordInput
          size="lg"
          label={copy.pin}
          inputMode="numeric"
          autoComplete="off"
          required
          withAsterisk={false}
          {...form.getInputProps('pin')}
        />
        <Button size="lg" type="submit" loading={attempt.isPending}>
          {copy.signOn}
        </Button>
      </Stack>
    </form>
  );
}
