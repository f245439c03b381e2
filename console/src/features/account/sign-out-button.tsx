import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCopy } from '../../shared/copy/copy.ts';
import { SESSION_KEY, signOut } from '../../shared/session/session-api.ts';
import { accountCopy } from './account-copy.ts';

export function SignOutButton() {
  const copy = useCopy(accountCopy);
  const queryClient = useQueryClient();
  const router = useRouter();
  const leave = useMutation({
    mutationFn: signOut,
    onSettled: () => {
      // What the person saw stays in no memory of this browser.
      queryClient.clear();
      queryClient.setQueryData(SESSION_KEY, null);
      void router.navigate({ to: '/sign-in' });
    },
  });
  return (
    <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
      {copy.signOut}
    </Button>
  );
}
