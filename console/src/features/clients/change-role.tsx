import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { changeRole, type SeenClient } from './clients-api.ts';
import { clientsCopy } from './clients-copy.ts';
import { RoleRadios } from './role-radios.tsx';

interface ChangeRoleProps {
  /** The program as it was when the person began. */
  seen: SeenClient;
  onChanged: () => Promise<void>;
  onClose: () => void;
}

export function ChangeRole({ seen, onChanged, onClose }: ChangeRoleProps) {
  const copy = useCopy(clientsCopy);
  const [role, setRole] = useState(seen.content.role ?? 'viewer');
  const change = useMutation({
    mutationFn: () => changeRole(seen, role),
    onSuccess: async () => {
      onClose();
      await onChanged();
    },
    onError: () => onChanged(),
  });
  return (
    <Dialog
      title={copy.roleTitle(seen.content.name)}
      confirm={copy.save}
      error={change.error}
      isPending={change.isPending}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{copy.roleMeans}</Text>
      <RoleRadios value={role} onChange={setRole} />
    </Dialog>
  );
}
