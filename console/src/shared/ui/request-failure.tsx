import { Alert, Button, Group, List, Text } from '@mantine/core';
import { ConnectionLost, RequestError } from '../api/request-error.ts';
import { useCopy } from '../copy/copy.ts';
import { partsCopy } from '../copy/parts-copy.ts';
import { sharedCopy } from '../copy/shared-copy.ts';
import { Icon } from './icons.tsx';

interface RequestFailureProps {
  error: unknown;
  title?: string;
  /** Of a change nobody knows whether it took place when no answer came. */
  isChange?: boolean;
  onRetry?: () => void;
}

/** A request that failed, in the server's own words and with its number. It stays until what failed works. */
export function RequestFailure({ error, title, isChange = false, onRetry }: RequestFailureProps) {
  const copy = useCopy(sharedCopy);
  const lost = isChange ? copy.connectionLostOfChange : copy.connectionLost;
  const message = error instanceof ConnectionLost ? lost : String((error as Error)?.message ?? error);
  const refusal = error instanceof RequestError ? error : undefined;
  // Of one fault alone the message says it all.
  const faults = refusal?.violations.filter((violation) => violation.message !== message) ?? [];
  return (
    <Alert
      color="red"
      icon={<Icon name="warning" />}
      title={title ?? (isChange ? copy.failed : copy.failedToRead)}
      role="alert"
    >
      <Text size="sm">{message}</Text>
      {faults.length > 0 && (
        <List size="sm" mt={4}>
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

/** A change that was refused. That a colleague was faster (412) is nobody's fault, and is said so. */
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
