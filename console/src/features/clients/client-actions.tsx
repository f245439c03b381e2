import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { RoleRadios } from '../../shared/session/role-radios.tsx';
import { ActionButton, ConfirmButton } from '../../shared/ui/action-button.tsx';
import { Dialog, useDialogChange } from '../../shared/ui/dialog.tsx';
import { CLIENTS_KEY, changeRole, renameClient, type SeenClient, switchClient } from './clients-api.ts';
import { clientsCopy } from './clients-copy.ts';

type ClientActionsProps = { seen: SeenClient; onChanged: () => Promise<void> };

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
      {changing && <ChangeRole seen={changing} onClose={() => setChanging(undefined)} />}
      {renaming && <RenameDialog seen={renaming} onClose={() => setRenaming(undefined)} />}
    </>
  );
}

interface ClientDialogProps {
  /** The version when the dialog was opened. */
  seen: SeenClient;
  onClose: () => void;
}

function RenameDialog({ seen, onClose }: ClientDialogProps) {
  const copy = useCopy(clientsCopy);
  const [name, setName] = useState(seen.content.name);
  const rename = useDialogChange(() => renameClient(seen, name), CLIENTS_KEY, onClose);
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

function ChangeRole({ seen, onClose }: ClientDialogProps) {
  const copy = useCopy(clientsCopy);
  const [role, setRole] = useState(seen.content.role ?? 'viewer');
  const change = useDialogChange(() => changeRole(seen, role), CLIENTS_KEY, onClose);
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
