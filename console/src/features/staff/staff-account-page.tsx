import { Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { PrintPdfButton } from '../../shared/printing/print-pdf-button.tsx';
import { RoleRadios } from '../../shared/session/role-radios.tsx';
import { SessionsTable } from '../../shared/session/sessions-table.tsx';
import { useSession } from '../../shared/session/use-permission.ts';
import { ConfirmButton } from '../../shared/ui/action-button.tsx';
import { ButtonLink } from '../../shared/ui/links.tsx';
import { ChangeFailure, Facts, Page, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { ShownOnce } from '../../shared/ui/shown-once.tsx';
import { AccountState, OneTimeLink, SaveRow } from './account-parts.tsx';
import {
  type Account,
  type AccountLink,
  accountQuery,
  changeAccount,
  endAllSessions,
  endSession,
  giveBadge,
  givePin,
  resetAccount,
  STAFF_KEY,
  sessionsQuery,
  takeBadge,
  takePin,
} from './staff-api.ts';
import { staffCopy } from './staff-copy.ts';

const route = getRouteApi('/office/staff/$operatorId');

export function StaffAccountPage() {
  const copy = useCopy(staffCopy);
  const { operatorId } = route.useParams();
  const queryClient = useQueryClient();
  const { data: account, error, refetch } = useQuery(accountQuery(operatorId));
  const sessions = useQuery(sessionsQuery(operatorId));
  const [link, setLink] = useState<AccountLink>();
  const readAnew = () => queryClient.invalidateQueries({ queryKey: STAFF_KEY });
  if (!account) return error && <RequestFailure error={error} onRetry={() => void refetch()} />;
  return (
    <Page
      title={account.name}
      actions={
        <>
          <AccountState account={account} />
          <ButtonLink to="/audit" search={{ person: operatorId }} variant="default">
            {copy.deeds}
          </ButtonLink>
          <AccountActions account={account} onLink={setLink} onChanged={readAnew} />
        </>
      }
    >
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      <Section title={copy.account}>
        <AccountForm key={operatorId} account={account} onChanged={readAnew} />
      </Section>
      <Section title={copy.atStations}>
        <AtStations key={operatorId} account={account} onChanged={readAnew} />
      </Section>
      <Section
        title={copy.sessions}
        actions={
          <Group>
            <ConfirmButton
              verb="operators.change"
              size="compact-sm"
              label={copy.endAll}
              title={copy.endAllTitle}
              isGrave
              act={() => endAllSessions(operatorId).then(readAnew)}
            >
              {copy.endAllMeans}
            </ConfirmButton>
          </Group>
        }
      >
        {sessions.error && <RequestFailure error={sessions.error} onRetry={() => void sessions.refetch()} />}
        {sessions.data && (
          <SessionsTable
            sessions={sessions.data}
            verb="operators.change"
            onEnd={({ sessionId }) => endSession(operatorId, sessionId).then(readAnew)}
          />
        )}
      </Section>
      {link && <OneTimeLink made={link} onDone={() => setLink(undefined)} />}
    </Page>
  );
}

type AccountActionsProps = { account: Account; onLink: (link: AccountLink) => void; onChanged: () => Promise<void> };

function AccountActions({ account, onLink, onChanged }: AccountActionsProps) {
  const copy = useCopy(staffCopy);
  const { operator } = useSession();
  const { operatorId, name, disabled } = account;
  const ownRefusal = operator.operatorId === operatorId ? copy.yourself : undefined;
  const reset = async () => {
    onLink(await resetAccount(operatorId));
    await onChanged();
  };
  return (
    <>
      <ConfirmButton
        verb="operators.change"
        refusal={ownRefusal ?? (account.openIdConnect ? copy.resetRefusal : undefined)}
        label={copy.reset}
        title={copy.resetTitle(name)}
        isGrave
        act={reset}
      >
        {copy.resetMeans}
      </ConfirmButton>
      <ConfirmButton
        key={String(disabled)}
        verb="operators.change"
        refusal={ownRefusal}
        label={disabled ? copy.enable : copy.disable}
        title={disabled ? copy.enableTitle(name) : copy.disableTitle(name)}
        isGrave={!disabled}
        act={() => changeAccount(operatorId, { disabled: !disabled }).then(onChanged)}
      >
        {disabled ? copy.enableMeans : copy.disableMeans}
      </ConfirmButton>
    </>
  );
}

function AccountForm({ account, onChanged }: { account: Account; onChanged: () => Promise<void> }) {
  const copy = useCopy(staffCopy);
  const { moment } = useFormats();
  const { operatorId, name, role } = account;
  const form = useForm({ initialValues: { name, role } });
  const change = useMutation({
    // An unchanged name is not sent, because an old name may break the present rule for names.
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
        <RoleRadios label={copy.role} value={form.values.role} onChange={(one) => form.setFieldValue('role', one)} />
        <SaveRow
          verb="operators.change"
          label={copy.save}
          isPending={change.isPending}
          saved={copy.saved}
          isSaved={change.isSuccess && !form.isDirty()}
        />
      </Stack>
    </form>
  );
}

type AtStationsProps = { account: Account; onChanged: () => Promise<void> };

/** Shows the badge and the PIN for stations. */
function AtStations({ account, onChanged }: AtStationsProps) {
  const copy = useCopy(staffCopy);
  const { moment } = useFormats();
  const [pin, setPin] = useState<string>();
  const { operatorId, name, login, badgeCode, badgeGiven, pinGiven } = account;
  const give = async () => {
    setPin(await givePin(operatorId));
    await onChanged();
  };
  return (
    <Stack gap="sm">
      <Text size="sm">{account.role === 'viewer' ? copy.notAtStations : copy.atStationsMeans}</Text>
      <Facts
        of={[
          [
            copy.badge,
            badgeCode && badgeGiven ? (
              <Group key="badge" gap="xs">
                <Code>{badgeCode}</Code> {copy.givenAt(moment(badgeGiven))}
              </Group>
            ) : (
              copy.noBadge
            ),
          ],
          [copy.pin, pinGiven ? copy.givenAt(moment(pinGiven)) : copy.noPin],
        ]}
      />
      <Group gap="xs">
        {badgeCode && (
          <PrintPdfButton
            key={badgeCode}
            verb="operators.change"
            variant="filled"
            path={`/operators/${operatorId}/badge.pdf`}
            label={copy.printBadge}
          />
        )}
        <ConfirmButton
          verb="operators.change"
          label={badgeCode ? copy.newBadge : copy.giveBadge}
          title={copy.badgeTitle(name)}
          act={() => giveBadge(operatorId).then(onChanged)}
        >
          {copy.badgeMeans}
        </ConfirmButton>
        {badgeCode && (
          <ConfirmButton
            verb="operators.change"
            label={copy.takeBadge}
            title={copy.takeBadgeTitle(name)}
            isGrave
            act={() => takeBadge(operatorId).then(onChanged)}
          >
            {copy.takeMeans}
          </ConfirmButton>
        )}
        <ConfirmButton
          verb="operators.change"
          label={pinGiven ? copy.newPin : copy.givePin}
          title={copy.pinTitle(name)}
          act={give}
        >
          {copy.pinMeans}
        </ConfirmButton>
        {pinGiven && (
          <ConfirmButton
            verb="operators.change"
            label={copy.takePin}
            title={copy.takePinTitle(name)}
            isGrave
            act={() => takePin(operatorId).then(onChanged)}
          >
            {copy.takeMeans}
          </ConfirmButton>
        )}
      </Group>
      {pin && (
        <ShownOnce
          title={copy.pinOf(name)}
          values={[
            [copy.login, login],
            [copy.pin, pin],
          ]}
          onDone={() => setPin(undefined)}
        >
          {copy.pinShown}
        </ShownOnce>
      )}
    </Stack>
  );
}
