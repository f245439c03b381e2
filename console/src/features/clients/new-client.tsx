import { Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { MODES, SCOPES } from './client-search.ts';
import { CLIENTS_KEY, createClient, type NewSecret } from './clients-api.ts';
import { clientsCopy } from './clients-copy.ts';
import { type ProgramRole, RoleRadios } from './role-radios.tsx';

interface NewClientProps {
  onClose: () => void;
  onMade: (secret: NewSecret, name: string) => void;
}

export function NewClient({ onClose, onMade }: NewClientProps) {
  const copy = useCopy(clientsCopy);
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: {
      name: '',
      scope: 'fulfillment' as (typeof SCOPES)[number],
      mode: 'live' as (typeof MODES)[number],
      role: 'office' as ProgramRole,
    },
  });
  const { name, scope } = form.values;
  const create = useMutation({
    mutationFn: createClient,
    onSuccess: (secret) => {
      void queryClient.invalidateQueries({ queryKey: CLIENTS_KEY });
      onMade(secret, name);
    },
    onError: (error) => form.setErrors(violationsByField(error)),
  });
  return (
    <Dialog
      title={copy.createTitle}
      confirm={copy.createConfirm}
      error={create.error}
      isPending={create.isPending}
      onSubmit={form.onSubmit(({ mode, role, ...values }) =>
        create.mutate({ ...values, ...(scope === 'operator' ? { role } : { mode }) }),
      )}
      onClose={onClose}
    >
      <TextInput label={copy.name} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <Radio.Group label={copy.scope} {...form.getInputProps('scope')}>
        <Stack gap="xs" mt={6}>
          {SCOPES.map((one) => (
            <Radio key={one} value={one} label={copy.scopes[one]} description={copy.scopeMeans[one]} />
          ))}
        </Stack>
      </Radio.Group>
      {scope === 'fulfillment' ? (
        <Radio.Group label={copy.mode} {...form.getInputProps('mode')}>
          <Stack gap="xs" mt={6}>
            {MODES.map((one) => (
              <Radio key={one} value={one} label={copy.modes[one]} description={copy.modeMeans[one]} />
            ))}
          </Stack>
        </Radio.Group>
      ) : (
        <RoleRadios {...form.getInputProps('role')} />
      )}
    </Dialog>
  );
}
