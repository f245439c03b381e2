import { Alert } from '@mantine/core';
import { useCopy } from '../../../shared/copy/copy.ts';
import { Icon } from '../../../shared/ui/icons.tsx';
import { RequestFailure } from '../../../shared/ui/request-failure.tsx';
import { wasChangedMeanwhile } from './order-api.ts';
import { orderCopy } from './order-copy.ts';

/** An action that was refused. That a colleague was faster is nobody's fault, and is said so. */
export function ActionFailure({ error }: { error: Error | null }) {
  const copy = useCopy(orderCopy);
  if (!error) return null;
  if (!wasChangedMeanwhile(error)) return <RequestFailure error={error} isChange />;
  return (
    <Alert color="yellow" icon={<Icon name="refresh" />} title={copy.changedMeanwhile} role="alert">
      {copy.changedMeanwhileLong}
    </Alert>
  );
}
