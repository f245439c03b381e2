import { Button, Group, NativeSelect, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schemas } from '../../shared/api/operator-client.ts';
import { violationsByField } from '../../shared/api/request-error.ts';
import { LANGUAGES, type Language, readLanguage, useCopy } from '../../shared/copy/copy.ts';
import { partsCopy } from '../../shared/copy/parts-copy.ts';
import { sharedCopy, useChooseLanguage } from '../../shared/copy/shared-copy.ts';
import { newPasswordFault } from '../../shared/session/new-password-fault.ts';
import { SESSION_KEY } from '../../shared/session/session-api.ts';
import { SessionsTable } from '../../shared/session/sessions-table.tsx';
import { useSession, useSignOut } from '../../shared/session/use-permission.ts';
import { ActionButton, ConfirmButton } from '../../shared/ui/action-button.tsx';
import { ChangeFailure, Facts, Page, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { SaveRow } from './account-parts.tsx';
import { AlertChoice } from './alert-choice.tsx';
import {
  changeMe,
  changePassword,
  endOtherSessions,
  endOwnSession,
  OWN_SESSIONS_KEY,
  ownSessionsQuery,
} from './staff-api.ts';
import { staffCopy } from './staff-copy.ts';

export function AccountPage() {
  const { own: copy } = useCopy(staffCopy);
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(ownSessionsQuery);
  const signOut = useSignOut();
  const { operator, verbs } = useSession();
  const readAnew = () => queryClient.invalidateQueries({ queryKey: OWN_SESSIONS_KEY });
  const end = async ({ sessionId, current }: Schemas['OperatorSession']) => {
    await endOwnSession(sessionId);
    return current ? signOut.mutateAsync() : readAnew();
  };
  return (
    <Page title={copy.title} actions={<SignOutButton />}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
        <Section title={copy.you}>
          <OwnDetails />
        </Section>
        <Section title={copy.password}>
          <OwnPassword onChanged={readAnew} />
        </Section>
      </SimpleGrid>
      {verbs.includes('alerts.read') && (
        <div id="alerts">
          <AlertChoice login={operator.login} />
        </div>
      )}
      <Section
        title={copy.sessions}
        actions={
          <ConfirmButton
            verb="me.change"
            size="compact-sm"
            label={copy.endOthers}
            title={copy.endOthersTitle}
            isGrave
            act={() => endOtherSessions().then(readAnew)}
          >
            {copy.endOthersMeans}
          </ConfirmButton>
        }
      >
        {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
        {data && <SessionsTable sessions={data} verb="me.change" onEnd={end} />}
      </Section>
    </Page>
  );
}

/** Edits the own name and language. Only an admin changes the role. */
function OwnDetails() {
  const { own: copy } = useCopy(staffCopy);
  const shared = useCopy(sharedCopy);
  const { roles, roleMay } = useCopy(partsCopy);
  const { operator } = useSession();
  const queryClient = useQueryClient();
  const chooseLanguage = useChooseLanguage();
  const form = useForm({ initialValues: { name: operator.name, language: operator.language ?? '' } });
  const change = useMutation({
    // An unchanged name is not sent, because an old name may break the present rule for names.
    mutationFn: ({ name, language }: { name: string; language: string }) =>
      changeMe({ ...(name !== operator.name && { name }), ...(language && { language: language as Language }) }),
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
        <TextInput label={copy.name} description={copy.nameMeans} autoComplete="name" {...form.getInputProps('name')} />
        <NativeSelect
          label={copy.language}
          description={copy.languageMeans}
          data={[
            // A chosen language cannot be unset.
            ...(operator.language ? [] : [{ value: '', label: copy.ofBrowser }]),
            ...LANGUAGES.map((one) => ({ value: one, label: shared.languages[one] })),
          ]}
          {...form.getInputProps('language')}
        />
        <SaveRow
          verb="me.change"
          label={copy.save}
          isPending={change.isPending}
          saved={copy.saved}
          isSaved={change.isSuccess && !form.isDirty()}
        />
      </Stack>
    </form>
  );
}

/** The server's limit. The server also refuses passwords that are easy to guess. */
const PASSWORD_CHARACTERS_MIN = 12;

function OwnPassword({ onChanged }: { onChanged: () => Promise<unknown> }) {
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
    mutationFn: ({ current, password }: { current: string; password: string }) => changePassword({ current, password }),
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
        <PasswordInput label={copy.current} autoComplete="current-password" {...form.getInputProps('current')} />
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

function SignOutButton() {
  const { own: copy } = useCopy(staffCopy);
  const leave = useSignOut();
  return (
    <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
      {copy.signOut}
    </Button>
  );
}
