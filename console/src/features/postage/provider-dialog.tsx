import { Button, Checkbox, Fieldset, Group, NativeSelect, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { CountrySelect } from '../../shared/ui/country-select.tsx';
import { Dialog, useDialogChange } from '../../shared/ui/dialog.tsx';
import { RequestFailure } from '../../shared/ui/page.tsx';
import {
  deleteCredentials,
  POSTAGE_KEY,
  type Provider,
  type ProviderFields,
  type ProviderKind,
  type Sender,
  saveProvider,
} from './postage-api.ts';
import { postageCopy } from './postage-copy.ts';

const REQUIRED: readonly (keyof Sender)[] = ['street', 'city', 'country'];
const NO_SENDER: Sender = { street: '', city: '', country: '' };

interface ProviderDialogProps {
  /** Absent when a provider is added. */
  before?: Provider;
  onClose: () => void;
}

/** Adds or changes a label provider. Stored credentials are never shown. */
export function ProviderDialog({ before, onClose }: ProviderDialogProps) {
  const { name: nameWord, kind: kindWord, save: saveWord, needed: neededWord, providers: copy } = useCopy(postageCopy);
  const [fields, setFields] = useState<ProviderFields>(() => ({
    ...{ name: '', kind: 'SENDCLOUD', address: '', isTest: false, sender: NO_SENDER },
    ...before,
    ...{ user: '', secret: '' },
  }));
  const [isTried, setTried] = useState(false);
  const [isReplacing, setReplacing] = useState(!before?.hasCredentials);
  const { name, kind, address, sender, user, secret } = fields;
  const change = (changes: Partial<ProviderFields>) => setFields((old) => ({ ...old, ...changes }));
  const save = useDialogChange(() => saveProvider(fields, before), POSTAGE_KEY, onClose);
  const faults = violationsByField(save.error);
  const isHttp = kind === 'HTTP';
  const userWord = copy.users[kind];
  const needsSecret = !isHttp && (!before || user !== '');
  const needsUser = userWord !== undefined && (!before || secret !== '');
  const missing = (text: string | undefined, isNeeded = true) =>
    isTried && isNeeded && !text?.trim() ? neededWord : undefined;
  const isComplete =
    name.trim() !== '' &&
    (!isHttp || address.trim() !== '') &&
    (!needsSecret || secret !== '') &&
    (!needsUser || user !== '') &&
    REQUIRED.every((field) => sender[field]?.trim());
  const line = (field: keyof Sender) => (
    <TextInput
      label={copy[field]}
      required={REQUIRED.includes(field)}
      withAsterisk={false}
      value={sender[field] ?? ''}
      onChange={({ currentTarget: { value } }) => change({ sender: { ...sender, [field]: value } })}
      error={faults[`sender.${field}`] ?? missing(sender[field], REQUIRED.includes(field))}
    />
  );
  return (
    <Dialog
      title={before ? copy.change : copy.add}
      confirm={before ? saveWord : copy.create}
      change={save}
      onSubmit={() => {
        setTried(true);
        if (isComplete) save.mutate();
      }}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={nameWord}
        value={name}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
        error={faults.name ?? missing(name)}
      />
      {!before && (
        <NativeSelect
          label={kindWord}
          value={kind}
          data={Object.entries(copy.kinds).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => change({ kind: value as ProviderKind, user: '' })}
        />
      )}
      {isHttp && (
        <TextInput
          label={copy.address}
          description={copy.addressHelp}
          value={address}
          onChange={({ currentTarget: { value } }) => change({ address: value })}
          error={faults.address ?? missing(address)}
        />
      )}
      {before && !isReplacing ? (
        <StoredCredentials providerId={before.providerId} onReplace={() => setReplacing(true)} />
      ) : (
        <>
          {userWord && (
            <TextInput
              label={userWord}
              autoComplete="off"
              value={user}
              onChange={({ currentTarget: { value } }) => change({ user: value.trim() })}
              error={faults['credentials.user'] ?? missing(user, needsUser)}
            />
          )}
          <PasswordInput
            label={copy.secrets[kind]}
            autoComplete="off"
            value={secret}
            onChange={({ currentTarget: { value } }) => change({ secret: value.trim() })}
            error={faults['credentials.secret'] ?? missing(secret, needsSecret)}
          />
        </>
      )}
      <Checkbox
        label={copy.isTest}
        checked={fields.isTest}
        onChange={({ currentTarget: { checked } }) => change({ isTest: checked })}
      />
      {before?.newsUrl && (
        <TextInput label={copy.newsUrl} description={copy.newsUrlHelp} value={before.newsUrl} readOnly />
      )}
      <Fieldset legend={copy.sender}>
        <Stack gap="xs">
          <Text size="xs" c="dimmed">
            {copy.senderHelp}
          </Text>
          <Group grow align="flex-start">
            {line('company')}
            {line('personName')}
          </Group>
          {line('street')}
          {line('addressLine2')}
          <Group grow align="flex-start">
            {line('postalCode')}
            {line('city')}
          </Group>
          <Group grow align="flex-start">
            {line('state')}
            <CountrySelect
              label={copy.country}
              value={sender.country}
              onChange={(country = '') => change({ sender: { ...sender, country } })}
              error={faults['sender.country'] ?? missing(sender.country)}
            />
          </Group>
          {line('phoneNumber')}
          {line('email')}
        </Stack>
      </Fieldset>
    </Dialog>
  );
}

interface StoredCredentialsProps {
  providerId: string;
  onReplace: () => void;
}

function StoredCredentials({ providerId, onReplace }: StoredCredentialsProps) {
  const { providers: copy } = useCopy(postageCopy);
  const queryClient = useQueryClient();
  const forget = useMutation({
    mutationFn: () => deleteCredentials(providerId),
    onSuccess: () => {
      onReplace();
      return queryClient.invalidateQueries({ queryKey: POSTAGE_KEY });
    },
  });
  return (
    <div>
      {forget.error && <RequestFailure error={forget.error} isChange />}
      <Text size="sm" fw={500}>
        {copy.credentials}
      </Text>
      <Text size="sm" c="dimmed">
        {copy.stored}
      </Text>
      <Group gap="xs" mt={6}>
        <Button variant="default" size="compact-sm" onClick={onReplace}>
          {copy.replace}
        </Button>
        <Button variant="default" size="compact-sm" loading={forget.isPending} onClick={() => forget.mutate()}>
          {copy.deleteCredentials}
        </Button>
      </Group>
    </div>
  );
}
