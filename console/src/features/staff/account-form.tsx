import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ChangeFailure } from '../../shared/ui/change-failure.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { RoleChoice } from './role-choice.tsx';
import { type Account, changeAccount } from './staff-api.ts';
import { staffCopy } from './staff-copy.ts';

export function AccountForm({ account, onChanged }: { account: Account; onChanged: () => Promise<void> }) {
  const copy = useCopy(staffCopy);
  const { moment } = useFormats();
  const { operatorId, name, role } = account;
  const form = useForm({ initialValues: { name, role } });
  const change = useMutation({
    // A name that is not changed is not sent: one from before today's rule for names would be refused.
    mutationFn: (values: { name: string; role: Account['role'] }) =>
      changeAccount(operatorId, { role: values.role, ...(values.name !== name && { name: values.name }) }),
    onSuccess: async (changed) => {
      form.resetDirty({ name: changed.name, role: changed.role });
      await onChanged();
    },
    onError: (error) => form.setErrors(violationsByField(error)),
  });
  const save = form.onSubmit((values) => change.mutate(values));
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm" maw={640}>
        <Facts
          of={[
            [copy.login, account.login],
            [copy.created, moment(account.created)],
            [copy.lastSignIn, account.signedIn ? moment(account.signedIn) : copy.never],
          ]}
        />
        <ChangeFailure error={change.error} />
        <TextInput label={copy.name} autoComplete="off" {...form.getInputProps('name')} />
        <RoleChoice value={form.values.role} onChange={(one) => form.setFieldValue('role', one)} />
        <Group>
          <ActionButton
            verb="operators.change"
            loading={change.isPending}
            onClick={(event) => event.currentTarget.form?.requestSubmit()}
          >
            {copy.save}
          </ActionButton>
          {change.isSuccess && !form.isDirty() && (
            <Text size="sm" role="status">
              {copy.saved}
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}
