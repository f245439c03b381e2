import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { RoleChoice } from './role-choice.tsx';
import { type AccountLink, createAccount, type Role, STAFF_KEY } from './staff-api.ts';
import { staffCopy } from './staff-copy.ts';

interface NewAccountProps {
  onClose: () => void;
  onMade: (made: AccountLink) => void;
}

export function NewAccount({ onClose, onMade }: NewAccountProps) {
  const copy = useCopy(staffCopy);
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { name: '', login: '', role: 'office' as Role } });
  const create = useMutation({
    mutationFn: createAccount,
    onSuccess: (made) => {
      void queryClient.invalidateQueries({ queryKey: STAFF_KEY });
      onMade(made);
    },
    onError: (error) => form.setErrors(violationsByField(error)),
  });
  return (
    <Dialog
      title={copy.createTitle}
      confirm={copy.createConfirm}
      error={create.error}
      isPending={create.isPending}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
      onClose={onClose}
    >
      <TextInput label={copy.name} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={copy.login}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('login')}
      />
      <RoleChoice value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
    </Dialog>
  );
}
