import { Alert } from '@mantine/core';
import { RequestError } from '../../shared/api/request-error.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';

/** Why nobody was signed on; `wrong` in words of ours where there is one cause. */
export function SignOnFailure({ error, wrong }: { error: Error | null; wrong?: string }) {
  if (!error) return null;
  const isRefused = error instanceof RequestError && error.status === 401;
  if (!isRefused || !wrong) return <RequestFailure error={error} isChange />;
  return (
    <Alert color="red" icon={<Icon name="warning" />} role="alert">
      {wrong}
    </Alert>
  );
}
