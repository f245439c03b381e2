import { Anchor, Button, Loader, Stack, Text, Title } from '@mantine/core';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { ConnectionLost, RequestError } from '../shared/api/request-error.ts';
import { useCopy } from '../shared/copy/copy.ts';
import { sharedCopy } from '../shared/copy/shared-copy.ts';
import { PageNotPermitted } from '../shared/session/page-not-permitted.ts';
import { RequestFailure } from '../shared/ui/request-failure.tsx';

export function PageLoading() {
  return <Loader m="xl" size="sm" />;
}

/** A page whose data cannot be read, or that has an error of its own. The navigation around it stays. */
export function PageFailure({ error }: ErrorComponentProps) {
  const copy = useCopy(sharedCopy);
  const router = useRouter();
  if (error instanceof RequestError || error instanceof ConnectionLost) {
    return (
      <Stack m="md" maw={640}>
        <RequestFailure error={error} onRetry={() => void router.invalidate()} />
      </Stack>
    );
  }
  if (error instanceof PageNotPermitted) {
    return (
      <Stack m="md" maw={640} gap="xs" role="alert">
        <Title order={1}>{copy.pageNotPermitted}</Title>
        <Text>{copy.pageNotPermittedLong(error.role)}</Text>
      </Stack>
    );
  }
  return (
    <Stack m="md" maw={640} align="flex-start" role="alert">
      <Title order={1}>{copy.failed}</Title>
      <Text>{copy.unexpected}</Text>
      <Text size="sm" ff="monospace">
        {String(error)}
      </Text>
      <Button onClick={() => location.reload()}>{copy.loadAgain}</Button>
    </Stack>
  );
}

export function PageNotFound() {
  const copy = useCopy(sharedCopy);
  return (
    <Stack m="md" align="flex-start">
      <Title order={1}>{copy.notFound}</Title>
      <Anchor component={Link} to="/">
        {copy.toStart}
      </Anchor>
    </Stack>
  );
}
