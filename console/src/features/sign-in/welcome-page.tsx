import { Alert, Anchor, Button, PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { partsCopy } from '../../shared/copy/parts-copy.ts';
import { newPasswordFault } from '../../shared/session/new-password-fault.ts';
import { welcome } from '../../shared/session/session-api.ts';
import { signInCopy } from '../../shared/session/sign-in-copy.ts';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { SignInFrame, useEnter } from './sign-in-frame.tsx';

/** The server's rule. The server also refuses passwords that are easy to guess. */
const PASSWORD_CHARACTERS_MIN = 12;

/** The page of a one-time link. Its secret follows the `#`, so no server or proxy sees it. */
export function WelcomePage() {
  const copy = useCopy(signInCopy);
  const { password: words } = useCopy(partsCopy);
  const enter = useEnter();
  const [token] = useState(() => location.hash.slice(1));
  const form = useForm({
    initialValues: { password: '', again: '' },
    validate: {
      password: (value) =>
        [...value].length < PASSWORD_CHARACTERS_MIN ? copy.tooShort(PASSWORD_CHARACTERS_MIN) : null,
      again: (value, { password }) => (value === password ? null : copy.differ),
    },
  });
  const attempt = useMutation({
    mutationFn: ({ password }: { password: string }) => welcome({ token, password }),
    onSuccess: (session) => enter(session),
    onError: (error) => {
      const password = newPasswordFault(error, words);
      if (!password) return;
      form.setErrors({ password });
      form.getInputNode('password')?.focus();
    },
  });
  if (token === '') {
    return (
      <SignInFrame title={copy.welcomeTitle}>
        <Alert color="red" role="alert">
          {copy.noToken}
        </Alert>
        <Anchor component={Link} to="/sign-in" size="sm">
          {copy.toSignIn}
        </Anchor>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={copy.welcomeTitle}>
      <Text size="sm">{copy.welcomeText}</Text>
      <form onSubmit={form.onSubmit((values) => attempt.mutate(values))}>
        {attempt.error && !newPasswordFault(attempt.error, words) && <RequestFailure error={attempt.error} isChange />}
        <PasswordInput
          label={copy.newPassword}
          description={copy.rule(PASSWORD_CHARACTERS_MIN)}
          autoComplete="new-password"
          autoFocus
          {...form.getInputProps('password')}
        />
        <PasswordInput label={copy.again} autoComplete="new-password" {...form.getInputProps('again')} />
        <Button type="submit" fullWidth loading={attempt.isPending}>
          {copy.setPassword}
        </Button>
      </form>
    </SignInFrame>
  );
}
