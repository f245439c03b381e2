import { Alert } from '@mantine/core';
import { RequestError } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { signInCopy } from './sign-in-copy.ts';

/** A wrong password and too many attempts are everyday words of ours; the rest is the server's. */
export function SignInFailure({ error }: { error: Error | null }) {
  const copy = useCopy(signInCopy);
  if (!error) return null;
  const status = error instanceof RequestError ? error.status : undefined;
  const seconds = error instanceof RequestError ? error.retryAfterSeconds : undefined;
  const words = status === 401 ? copy.wrong : status === 429 && seconds ? copy.wait(seconds) : undefined;
  if (!words) return <RequestFailure error={error} isChange />;
  return (
    <Alert color="red" icon={<Icon name="warning" />} role="alert">
      {words}
    </Alert>
  );
}
