import { Alert, Button, Group, List, Text } from '@mantine/core';
import { ConnectionLost, RequestError } from '../api/request-error.ts';
import { useCopy } from '../copy/copy.ts';
import { partsCopy } from '../copy/parts-copy.ts';
import { sharedCopy } from '../copy/shared-copy.ts';
import { Icon } from './icons.tsx';

interface RequestFailureProps {
  error: unknown;
  title?: string;
  /** The request was a change, which may have been made if no answer came. */
  isChange?: boolean;
  onRetry?: () => void;
}

/** Shows a failed request with the server's message and request id until it succeeds. */
export function RequestFailure({ error, title, isChange = false, onRetry }: RequestFailureProps) {
  const copy = useCopy(sharedCopy);
  const lost = isChange ? copy.connectionLostOfChange : copy.connectionLost;
  const message = error instanceof ConnectionLost ? lost : String((error as Error)?.message ?? error);
  const refusal = error instanceof RequestError ? error : undefined;
  const own = refusal && copy.refusals[refusal.code];
  // A single violation is already in the message.
  const faults = refusal?.violations.filter((violation) => violation.message !== message) ?? [];
  return (
    <Alert
      color="red"
      icon={<Icon name="warning" />}
      title={title ?? (isChange ? copy.failed : copy.failedToRead)}
      role="alert"
    >
      {own && <Text size="sm">{own}</Text>}
      <Text size={own ? 'xs' : 'sm'} {...(refusal && { lang: 'en' })}>
        {message}
      </Text>
      {faults.length > 0 && (
        <List size="sm" mt={4} lang="en">
          {faults.map((violation) => (
            <List.Item key={violation.pointer + violation.code}>{violation.message}</List.Item>
          ))}
        </List>
      )}
      {(refusal?.requestId || onRetry) && (
        <Group mt="xs" justify="space-between">
          {onRetry ? (
            <Button size="compact-sm" variant="default" onClick={onRetry}>
              {copy.tryAgain}
            </Button>
          ) : (
            <span />
          )}
          {refusal?.requestId && (
            <Text size="xs" ff="monospace">
              {copy.requestId(refusal.requestId)}
            </Text>
          )}
        </Group>
      )}
    </Alert>
  );
}

/** Shows why a change was refused. For 412, it says that somebody else was faster. */
export function ChangeFailure({ error }: { error: Error | null }) {
  const copy = useCopy(partsCopy);
  if (!error) return null;
  const wasChanged = error instanceof RequestError && error.status === 412;
  if (!wasChanged) return <RequestFailure error={error} isChange />;
  return (
    <Alert color="yellow" icon={<Icon name="refresh" />} title={copy.changedMeanwhile} role="alert">
      {copy.changedMeanwhileLong}
    </Alert>
  );
}
