import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { HTMLAttributeAnchorTarget } from 'react';
import { RequestError } from '../api/request-error.ts';
import { useCopy } from '../copy/copy.ts';
import { Icon } from '../ui/icons.tsx';
import { RequestFailure } from '../ui/page.tsx';
import { type Session, signIn, signInOptionsQuery } from './session-api.ts';
import { signInCopy } from './sign-in-copy.ts';

interface SignInFormProps {
  /** The sign-in name of the person who was signed in. */
  login?: string;
  /** The address that starts signing in with OpenID Connect. */
  openIdUrl: string;
  /** `_blank` opens OpenID Connect in a second window. */
  target?: HTMLAttributeAnchorTarget;
  onSignedIn: (session: Session) => void;
}

/** Signs in by password, or by OpenID Connect if it is set up. */
export function SignInForm({ login = '', openIdUrl, target, onSignedIn }: SignInFormProps) {
  const copy = useCopy(signInCopy);
  const { data: options } = useQuery(signInOptionsQuery);
  const form = useForm({ initialValues: { login, password: '' } });
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: onSignedIn,
    onError: () => form.setFieldValue('password', ''),
  });
  const openId = options?.openIdConnect;
  return (
    <Stack gap="md">
      <form onSubmit={form.onSubmit((values) => attempt.mutate(values))}>
        <Stack gap="md">
          <SignInFailure error={attempt.error} />
          <TextInput
            label={copy.login}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            withAsterisk={false}
            autoFocus={login === ''}
            {...form.getInputProps('login')}
          />
          <PasswordInput
            label={copy.password}
            autoComplete="current-password"
            required
            withAsterisk={false}
            data-autofocus={login !== '' || undefined}
            {...form.getInputProps('password')}
          />
          <Button type="submit" fullWidth loading={attempt.isPending}>
            {copy.signIn}
          </Button>
        </Stack>
      </form>
      {openId && (
        <>
          <Divider label={copy.or} />
          <Button component="a" href={openIdUrl} target={target} rel="opener" variant="default" fullWidth>
            {copy.signInWith(openId.label)}
          </Button>
        </>
      )}
    </Stack>
  );
}

/** Shows own words for a refused sign-in and too many attempts, else the server's message. */
export function SignInFailure({ error, wrong }: { error: Error | null; wrong?: string }) {
  const copy = useCopy(signInCopy);
  if (!error) return null;
  const status = error instanceof RequestError ? error.status : undefined;
  const seconds = error instanceof RequestError ? error.retryAfterSeconds : undefined;
  const words = status === 401 ? (wrong ?? copy.wrong) : status === 429 && seconds ? copy.wait(seconds) : undefined;
  if (!words) return <RequestFailure error={error} isChange />;
  return (
    <Alert color="red" icon={<Icon name="warning" />} role="alert">
      {words}
    </Alert>
  );
}
