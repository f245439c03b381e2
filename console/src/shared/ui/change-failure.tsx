import { Alert } from '@mantine/core';
import { RequestError } from '../api/request-error.ts';
import { useCopy } from '../copy/copy.ts';
import { partsCopy } from '../copy/parts-copy.ts';
import { Icon } from './icons.tsx';
import { RequestFailure } from './request-failure.tsx';

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
