import { Button } from '@mantine/core';
import { useCopy } from '../../shared/copy/copy.ts';
import { useSignOut } from '../../shared/session/use-permission.ts';
import { staffCopy } from './staff-copy.ts';

export function SignOutButton() {
  const { own: copy } = useCopy(staffCopy);
  const leave = useSignOut();
  return (
    <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
      {copy.signOut}
    </Button>
  );
}
