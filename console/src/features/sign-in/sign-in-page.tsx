import { Alert, Button, Divider, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { RequestError } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { OPENID_URL, signIn, signInOptionsQuery } from '../../shared/session/session-api.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { signInCopy } from './sign-in-copy.ts';
import { SignInFrame, useEnter } from './sign-in-frame.tsx';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const copy = useCopy(signInCopy);
  const { next } = route.useSearch();
  const enter = useEnter();
  const { data: options } = useQuery(signInOptionsQuery);
  const form = useForm({ initialValues: { login: '', password: '' } });
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: (session) => enter(session, next),
    onError: () => form.setFieldValue('password', ''),
  });
  const openId = options?.openIdConnect;
  return (
    <SignInFrame title={copy.title}>
      <form onSubmit={form.onSubmit((values) => attempt.mutate(values))}>
        <SignInFailure error={attempt.error} />
        <TextInput
          label={copy.login}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          autoFocus
          {...form.getInputProps('login')}
        />
        <PasswordInput
          label={copy.password}
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth loading={attempt.isPending}>
          {copy.signIn}
        </Button>
      </form>
      {openId && (
        <>
          <Divider label={copy.or} />
          <Button component="a" href={OPENID_URL} variant="default" fullWidth>
            {copy.signInWith(openId.label)}
          </Button>
        </>
      )}
    </SignInFrame>
  );
}

/** Shows own words for a wrong password and too many attempts, else the server's message. */
function SignInFailure({ error }: { error: Error | null }) {
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
