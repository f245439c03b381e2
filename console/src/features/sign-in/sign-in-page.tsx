import { Button, Divider, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy } from '../../shared/copy/copy.ts';
import { OPENID_URL, signIn, signInOptionsQuery } from '../../shared/session/session-api.ts';
import { signInCopy } from './sign-in-copy.ts';
import { SignInFailure } from './sign-in-failure.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useEnter } from './use-enter.ts';

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
