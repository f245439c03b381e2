import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCopy } from '../../shared/copy/copy.ts';
import { useScanner } from '../../shared/scan/use-scanner.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { ButtonLink } from '../../shared/ui/links.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { PinForm } from './pin-form.tsx';
import { SignOnFailure } from './sign-on-failure.tsx';
import { type StationSession, signOff, signOnByBadge, stationSessionQuery } from './station-api.ts';
import { stationCopy } from './station-copy.ts';
import classes from './station-page.module.css';

/** Who is signed on at this shared device? */
export function StationPage() {
  const copy = useCopy(stationCopy);
  const queryClient = useQueryClient();
  const { data: session, error, refetch } = useQuery(stationSessionQuery);
  const show = (now: StationSession) => queryClient.setQueryData(stationSessionQuery.queryKey, now);
  const scan = useMutation({ mutationFn: signOnByBadge, onSuccess: show });
  useScanner((one) => scan.mutate(one), { isOfPage: true });
  return (
    <main className={classes.screen}>
      <Paper withBorder className={classes.card}>
        {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
        {session === null && <NoStation />}
        {session && (
          <Stack gap="lg">
            <Title order={1}>{session.station.name}</Title>
            {/* It stays until a scan is right. */}
            <SignOnFailure error={scan.error} />
            {session.operator ? (
              <SignedOn session={session} name={session.operator.name} onChanged={show} />
            ) : (
              <>
                <Text className={classes.ask}>{copy.scan}</Text>
                <PinForm
                  onBadge={(badge) => scan.mutate({ typed: badge, physical: badge })}
                  onSignedOn={(now) => {
                    scan.reset();
                    show(now);
                  }}
                />
              </>
            )}
          </Stack>
        )}
      </Paper>
    </main>
  );
}

interface SignedOnProps {
  session: StationSession;
  name: string;
  onChanged: (now: StationSession) => void;
}

function SignedOn({ session, name, onChanged }: SignedOnProps) {
  const copy = useCopy(stationCopy);
  const leave = useMutation({ mutationFn: signOff, onSuccess: onChanged });
  return (
    <Stack gap="md">
      <Text className={classes.name} aria-live="polite">
        {copy.signedOn(name)}
      </Text>
      <Text size="sm">
        {copy.next} {copy.locks(session.idleSeconds)}
      </Text>
      {leave.error && <RequestFailure error={leave.error} isChange />}
      <Button size="lg" variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
        {copy.signOff}
      </Button>
    </Stack>
  );
}

function NoStation() {
  const copy = useCopy(stationCopy);
  return (
    <Stack gap="md">
      <Title order={1}>{copy.none}</Title>
      <Alert color="gray" icon={<Icon name="help" />}>
        {copy.noneMeans}
      </Alert>
      <ButtonLink to="/">{copy.toSignIn}</ButtonLink>
    </Stack>
  );
}
