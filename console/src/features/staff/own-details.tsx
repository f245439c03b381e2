import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { LANGUAGES, type Language, readLanguage } from '../../shared/copy/language.ts';
import { partsCopy } from '../../shared/copy/parts-copy.ts';
import { sharedCopy, useChooseLanguage } from '../../shared/copy/shared-copy.ts';
import { SESSION_KEY } from '../../shared/session/session-api.ts';
import { useSession } from '../../shared/session/use-permission.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ChangeFailure } from '../../shared/ui/change-failure.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { changeMe } from './account-api.ts';
import { staffCopy } from './staff-copy.ts';

/** One's name and language; the role is given by an admin. */
export function OwnDetails() {
  const { own: copy } = useCopy(staffCopy);
  const shared = useCopy(sharedCopy);
  const { roles, roleMay } = useCopy(partsCopy);
  const { operator } = useSession();
  const queryClient = useQueryClient();
  const chooseLanguage = useChooseLanguage();
  const form = useForm({ initialValues: { name: operator.name, language: operator.language ?? '' } });
  const change = useMutation({
    // A name that is not changed is not sent: one from before today's rule for names would be refused.
    mutationFn: ({ name, language }: { name: string; language: string }) =>
      changeMe({
        ...(name !== operator.name && { name }),
        ...(language && { language: language as Language }),
      }),
    onSuccess: async (session) => {
      queryClient.setQueryData(SESSION_KEY, session);
      const { name, language } = session.operator;
      form.resetDirty({ name, language: language ?? '' });
      const chosen = readLanguage(language);
      if (chosen) await chooseLanguage(chosen);
    },
    onError: (error) => form.setErrors(violationsByField(error)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
      <Stack gap="sm">
        <Facts
          of={[
            [copy.login, operator.login],
            [copy.role, `${roles[operator.role]}: ${roleMay[operator.role]}`],
          ]}
        />
        <ChangeFailure error={change.error} />
        <TextInput
          label={copy.name}
          description={copy.nameMeans}
          autoComplete="name"
          {...form.getInputProps('name')}
        />
        <NativeSelect
          label={copy.language}
          description={copy.languageMeans}
          data={[
            // Once chosen, it cannot be unchosen.
            ...(operator.language ? [] : [{ value: '', label: copy.ofBrowser }]),
            ...LANGUAGES.map((one) => ({ value: one, label: shared.languages[one] })),
          ]}
          {...form.getInputProps('language')}
        />
        <Group>
          <ActionButton
            verb="me.change"
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
