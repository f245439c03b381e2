import { Anchor, Button, Loader, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { ConnectionLost, RequestError } from '../shared/api/request-error.ts';
import { useCopy } from '../shared/copy/copy.ts';
import { sharedCopy } from '../shared/copy/shared-copy.ts';
import { PageNotPermitted } from '../shared/session/session-api.ts';
import { RequestFailure } from '../shared/ui/page.tsx';

/** Statuses for data that does not exist, or an address that is not valid. */
const ADDRESS_FAULTS = [400, 404];

export function PageLoading() {
  return <Loader m="xl" size="sm" />;
}

/** Shows a page whose data cannot be loaded or that has an error. The navigation stays. */
export function PageFailure({ error }: ErrorComponentProps) {
  const copy = useCopy(sharedCopy);
  const router = useRouter();
  if (error instanceof RequestError && ADDRESS_FAULTS.includes(error.status)) {
    return <NotFound refusal={error} />;
  }
  if (error instanceof RequestError || error instanceof ConnectionLost) {
    return (
      <Stack m="md" maw={640}>
        <VisuallyHidden component="h1">{copy.failedToRead}</VisuallyHidden>
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
  return <NotFound />;
}

/** Shows the server's message if there is one. */
function NotFound({ refusal }: { refusal?: RequestError }) {
  const copy = useCopy(sharedCopy);
  return (
    <Stack m="md" gap="xs" align="flex-start" role="alert">
      <Title order={1}>{copy.notFound}</Title>
      {refusal && <Text>{copy.refusals[refusal.code] ?? copy.refusals.not_found ?? refusal.message}</Text>}
      <Anchor component={Link} to="/">
        {copy.toStart}
      </Anchor>
      {refusal?.requestId && (
        <Text size="xs" c="dimmed" ff="monospace">
          {copy.requestId(refusal.requestId)}
        </Text>
      )}
    </Stack>
  );
}
