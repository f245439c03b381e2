import { Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { RoleRadios } from '../../shared/session/role-radios.tsx';
import { ActionButton, ConfirmButton } from '../../shared/ui/action-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { changeRole, renameClient, type SeenClient, switchClient } from './clients-api.ts';
import { clientsCopy } from './clients-copy.ts';

interface ClientActionsProps {
  seen: SeenClient;
  onChanged: () => Promise<void>;
}

export function ClientActions({ seen, onChanged }: ClientActionsProps) {
  const copy = useCopy(clientsCopy);
  const [renaming, setRenaming] = useState<SeenClient>();
  const [changing, setChanging] = useState<SeenClient>();
  const { name, status, scope } = seen.content;
  const isActive = status === 'active';
  return (
    <>
      <ActionButton variant="default" verb="clients.change" onClick={() => setRenaming(seen)}>
        {copy.rename}
      </ActionButton>
      {scope === 'operator' && (
        <ActionButton variant="default" verb="clients.change" onClick={() => setChanging(seen)}>
          {copy.changeRole}
        </ActionButton>
      )}
      <ConfirmButton
        key={status}
        verb="clients.change"
        label={isActive ? copy.disable : copy.enable}
        title={isActive ? copy.disableTitle(name) : copy.enableTitle(name)}
        isGrave={isActive}
        act={() => switchClient(seen, isActive ? 'disable' : 'enable').then(onChanged)}
      >
        {isActive ? copy.disableMeans : copy.enableMeans}
      </ConfirmButton>
      {changing && <ChangeRole seen={changing} onChanged={onChanged} onClose={() => setChanging(undefined)} />}
      {renaming && <RenameDialog seen={renaming} onChanged={onChanged} onClose={() => setRenaming(undefined)} />}
    </>
  );
}

/** `seen` is the version when the dialog was opened. */
function RenameDialog({ seen, onChanged, onClose }: ClientActionsProps & { onClose: () => void }) {
  const copy = useCopy(clientsCopy);
  const [name, setName] = useState(seen.content.name);
  const rename = useMutation({
    mutationFn: () => renameClient(seen, name),
    onSuccess: async () => {
      onClose();
      await onChanged();
    },
    // Reloads the client behind the dialog.
    onError: () => onChanged(),
  });
  return (
    <Dialog
      title={copy.renameTitle}
      confirm={copy.save}
      change={rename}
      onSubmit={() => rename.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{copy.renameMeans}</Text>
      <TextInput
        label={copy.name}
        autoComplete="off"
        data-autofocus
        value={name}
        error={violationsByField(rename.error).name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </Dialog>
  );
}

interface ChangeRoleProps {
  /** The version when the dialog was opened. */
  seen: SeenClient;
  onChanged: () => Promise<void>;
  onClose: () => void;
}

function ChangeRole({ seen, onChanged, onClose }: ChangeRoleProps) {
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
      change={change}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{copy.roleMeans}</Text>
      <RoleRadios label={copy.role} value={role} onChange={setRole} />
    </Dialog>
  );
}
