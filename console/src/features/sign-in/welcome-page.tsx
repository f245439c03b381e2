import { Alert, Anchor, Button, PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { RequestError } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { partsCopy } from '../../shared/copy/parts-copy.ts';
import { newPasswordFault } from '../../shared/session/new-password-fault.ts';
import { checkLink, welcome } from '../../shared/session/session-api.ts';
import { signInCopy } from '../../shared/session/sign-in-copy.ts';
import { RequestFailure } from '../../shared/ui/page.tsx';
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
  const link = useQuery({
    queryKey: ['welcome', token],
    queryFn: async () => (await checkLink(token)).response.ok,
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isUsed = link.error instanceof RequestError && link.error.status === 410;
  if (link.isLoading) return <SignInFrame title={copy.welcomeTitle}>{null}</SignInFrame>;
  if (token === '' || isUsed) {
    return (
      <SignInFrame title={copy.welcomeTitle}>
        <Alert color="red" role="alert">
          {isUsed ? copy.usedLink : copy.noToken}
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
