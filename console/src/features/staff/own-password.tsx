import { Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { partsCopy } from '../../shared/copy/parts-copy.ts';
import { newPasswordFault } from '../../shared/session/new-password-fault.ts';
import { useSession } from '../../shared/session/use-permission.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ChangeFailure } from '../../shared/ui/change-failure.tsx';
import { changePassword } from './account-api.ts';
import { staffCopy } from './staff-copy.ts';

/** The server's rule; it also refuses passwords that are easy to guess. */
const PASSWORD_CHARACTERS_MIN = 12;

export function OwnPassword({ onChanged }: { onChanged: () => Promise<unknown> }) {
  const { own: copy } = useCopy(staffCopy);
  const { password: words } = useCopy(partsCopy);
  const { operator } = useSession();
  const form = useForm({
    initialValues: { current: '', password: '', again: '' },
    validate: {
      current: (value) => (value === '' ? copy.required : null),
      password: (value) => (value === '' ? copy.required : null),
      again: (value, { password }) => (value === password ? null : copy.differ),
    },
  });
  const change = useMutation({
    mutationFn: ({ current, password }: { current: string; password: string }) =>
      changePassword({ current, password }),
    onSuccess: async () => {
      form.reset();
      await onChanged();
    },
    onError: (error) => {
      const password = newPasswordFault(error, words);
      form.setErrors({ ...violationsByField(error), ...(password && { password }) });
      if (password) form.getInputNode('password')?.focus();
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
      <Stack gap="sm">
        <ChangeFailure error={newPasswordFault(change.error, words) ? null : change.error} />
        {/* So that the browser's store of passwords knows whose it is. */}
        <input type="text" autoComplete="username" value={operator.login} readOnly hidden />
        <PasswordInput
          label={copy.current}
          autoComplete="current-password"
          {...form.getInputProps('current')}
        />
        <PasswordInput
          label={copy.next}
          description={copy.rule(PASSWORD_CHARACTERS_MIN)}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <PasswordInput label={copy.again} autoComplete="new-password" {...form.getInputProps('again')} />
        <Text size="sm">{copy.endsOthers}</Text>
        <Group>
          <ActionButton
            verb="me.change"
            loading={change.isPending}
            onClick={(event) => event.currentTarget.form?.requestSubmit()}
          >
            {copy.change}
          </ActionButton>
        </Group>
        {change.isSuccess && !form.isDirty() && (
          <Text size="sm" role="status">
            {copy.changed}
          </Text>
        )}
      </Stack>
    </form>
  );
}
