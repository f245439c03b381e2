import {
  Alert,
  Checkbox,
  Code,
  Group,
  NativeSelect,
  NumberInput,
  PasswordInput,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { Dialog, useDialogChange } from '../../shared/ui/dialog.tsx';
import {
  KINDS,
  MACHINES_KEY,
  type Machine,
  type MachineFields,
  type MachineKind,
  type MachineMode,
  MODES,
  previewQuery,
  type SheetRoll,
  saveMachine,
  type Ticket,
  templatesQuery,
} from './machines-api.ts';
import { machinesCopy } from './machines-copy.ts';

const TYPING_MS = 300;
const FORMATS = ['JSON', 'XML', 'CSV'] as const;
const HAS_USER: ReadonlySet<MachineKind> = new Set(['SFTP', 'BUCKET']);
const USUAL: MachineFields = {
  ...{ name: '', kind: 'FOLDER', mode: 'RELEASE', address: '', user: '', secret: '', hostKey: '', region: '' },
  ...{ nameTemplate: '{code}_{location}_{technology}_{sku}_{width}x{height}mm_{copies}.png', ticket: null },
  ...{ removesMade: true, keepDays: 14, roll: null },
};
const USUAL_ROLL: SheetRoll = { widthMm: 560, gapMm: 10, lengthMaxMm: 2_000 };

/** Adds or changes a machine. Mistakes of templates are shown while they are typed. */
export function MachineDialog({ before, onClose }: { before?: Machine; onClose: () => void }) {
  const copy = useCopy(machinesCopy);
  const [fields, setFields] = useState<MachineFields>(() => (before ? fieldsOf(before) : USUAL));
  const [isTried, setTried] = useState(false);
  const change = (changes: Partial<MachineFields>) => setFields((old) => ({ ...old, ...changes }));
  const { name, kind, mode, address } = fields;
  const save = useDialogChange(() => saveMachine(fields, before), MACHINES_KEY, onClose);
  const faults = violationsByField(save.error);
  const requiredError = (text: string) => (isTried && text.trim() === '' ? copy.needed : undefined);
  const isComplete = name.trim() !== '' && (kind === 'BROWSER' || address.trim() !== '') && fields.nameTemplate !== '';
  return (
    <Dialog
      title={before ? copy.changeTitle : copy.add}
      confirm={before ? copy.save : copy.create}
      change={save}
      onSubmit={() => {
        setTried(true);
        if (isComplete) save.mutate();
      }}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={copy.name}
        value={name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={faults.name ?? requiredError(name)}
      />
      <Group grow align="flex-start">
        <NativeSelect
          label={copy.kind}
          value={kind}
          disabled={before !== undefined}
          data={KINDS.map((one) => ({ value: one, label: copy.kinds[one] }))}
          onChange={({ currentTarget: { value } }) => change({ kind: value as MachineKind })}
        />
        <NativeSelect
          label={copy.mode}
          value={mode}
          data={MODES.map((one) => ({ value: one, label: copy.modes[one] }))}
          onChange={({ currentTarget: { value } }) => change({ mode: value as MachineMode })}
        />
      </Group>
      {kind !== 'BROWSER' && (
        <TextInput
          label={copy.address}
          description={copy.addressHelp[kind]}
          value={address}
          onChange={(event) => change({ address: event.currentTarget.value })}
          error={faults.address ?? requiredError(address)}
        />
      )}
      <LoginFields fields={fields} hasSecret={before?.hasSecret === true} change={change} />
      <RollFields fields={fields} change={change} faults={faults} />
      <TemplateFields fields={fields} change={change} />
      <Checkbox
        label={copy.removesMade}
        checked={fields.removesMade}
        onChange={(event) => change({ removesMade: event.currentTarget.checked })}
      />
      <NumberInput
        label={copy.keepDays}
        hideControls
        min={1}
        max={365}
        value={fields.keepDays}
        onChange={(typed) => change({ keepDays: Number(typed) })}
        error={faults.keepDays}
      />
    </Dialog>
  );
}

type PartProps = { fields: MachineFields; change: (changes: Partial<MachineFields>) => void };

function LoginFields({ fields, hasSecret, change }: PartProps & { hasSecret: boolean }) {
  const copy = useCopy(machinesCopy);
  const { kind, user, secret, hostKey, region } = fields;
  const secretLabel = copy.secrets[kind];
  return (
    <>
      {HAS_USER.has(kind) && (
        <TextInput
          label={kind === 'SFTP' ? copy.user : copy.accessKey}
          value={user}
          onChange={(event) => change({ user: event.currentTarget.value })}
        />
      )}
      {secretLabel && (
        <PasswordInput
          label={secretLabel}
          autoComplete="new-password"
          description={hasSecret && copy.stored}
          value={secret}
          onChange={(event) => change({ secret: event.currentTarget.value })}
        />
      )}
      {kind === 'SFTP' && (
        <TextInput
          label={copy.hostKey}
          description={copy.hostKeyHelp}
          value={hostKey}
          onChange={(event) => change({ hostKey: event.currentTarget.value })}
        />
      )}
      {kind === 'BUCKET' && (
        <TextInput
          label={copy.region}
          placeholder="us-east-1"
          value={region}
          onChange={(event) => change({ region: event.currentTarget.value })}
        />
      )}
    </>
  );
}

/** The size of the roll, if prints are nested as gang sheets. */
function RollFields({ fields: { roll }, change, faults }: PartProps & { faults: Record<string, string> }) {
  const copy = useCopy(machinesCopy);
  const numberOf = (field: keyof SheetRoll) => (
    <NumberInput
      key={field}
      label={copy.roll[field]}
      suffix=" mm"
      hideControls
      allowDecimal={false}
      allowNegative={false}
      value={roll?.[field] || ''}
      onChange={(typed) => roll && change({ roll: { ...roll, [field]: Number(typed) } })}
      error={faults[`roll.${field}`]}
    />
  );
  return (
    <>
      <Checkbox
        label={copy.roll.nests}
        description={copy.roll.means}
        checked={roll !== null}
        onChange={(event) => change({ roll: event.currentTarget.checked ? USUAL_ROLL : null })}
      />
      {roll && (
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          {(['widthMm', 'gapMm', 'lengthMaxMm'] as const).map(numberOf)}
        </SimpleGrid>
      )}
    </>
  );
}

function TemplateFields({ fields: { nameTemplate, ticket }, change }: PartProps) {
  const copy = useCopy(machinesCopy);
  const { data: ready } = useQuery(templatesQuery);
  const [shown] = useDebouncedValue({ nameTemplate, ticket }, TYPING_MS);
  const { data: preview } = useQuery(previewQuery(shown));
  const mistakesAt = (pointer: string) =>
    preview?.mistakes
      .filter((one) => one.pointer === pointer)
      .map(({ code, params, message }) => copy.mistakes[code]?.(params) ?? message)
      .join(' ');
  const changeTicket = (changes: Partial<Ticket>) => ticket && change({ ticket: { ...ticket, ...changes } });
  const choose = (name: string) => {
    const chosen = ready?.templates.find((one) => one.name === name);
    if (chosen) change({ nameTemplate: chosen.nameTemplate, ticket: chosen.ticket });
  };
  return (
    <>
      <NativeSelect
        label={copy.beginWith}
        value=""
        data={[
          { value: '', label: '' },
          ...(ready?.templates ?? []).map(({ name }) => ({ value: name, label: copy.ready[name] ?? name })),
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <TextInput
        label={copy.nameTemplate}
        description={ready && copy.fields(ready.nameFields.map((one) => `{${one}}`).join(' '))}
        value={nameTemplate}
        onChange={(event) => change({ nameTemplate: event.currentTarget.value })}
        error={mistakesAt('/nameTemplate')}
        styles={{ input: { fontFamily: 'monospace' } }}
      />
      <NativeSelect
        label={copy.ticket}
        value={ticket?.format ?? ''}
        data={[{ value: '', label: copy.noTicket }, ...FORMATS]}
        onChange={({ currentTarget: { value } }) => {
          const format = FORMATS.find((one) => one === value);
          change({ ticket: format ? { template: '', isFirst: false, ...ticket, format } : null });
        }}
      />
      {ticket && (
        <>
          <Textarea
            label={copy.ticketTemplate}
            description={ready && copy.fields(ready.ticketFields.map((one) => `{{${one}}}`).join(' '))}
            autosize
            minRows={5}
            maxRows={14}
            value={ticket.template}
            onChange={(event) => changeTicket({ template: event.currentTarget.value })}
            error={mistakesAt('/ticket/template')}
            styles={{ input: { fontFamily: 'monospace' } }}
          />
          <Checkbox
            label={copy.isFirst}
            checked={ticket.isFirst}
            onChange={(event) => changeTicket({ isFirst: event.currentTarget.checked })}
          />
        </>
      )}
      {preview?.fileName && (
        <Alert color="gray" title={copy.preview}>
          <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
            <Text size="sm" ff="monospace">
              {preview.fileName}
            </Text>
            {preview.ticket !== undefined && (
              <>
                <Text size="sm" ff="monospace">
                  {preview.ticketName}
                </Text>
                <Code block>{preview.ticket}</Code>
              </>
            )}
          </Stack>
        </Alert>
      )}
    </>
  );
}

function fieldsOf(machine: Machine): MachineFields {
  const { name, kind, mode, address = '', user = '', hostKey = '', region = '' } = machine;
  const { nameTemplate, ticket = null, removesMade, keepDays, roll = null } = machine;
  const templates = { nameTemplate, ticket, removesMade, keepDays, roll };
  return { name, kind, mode, address, user, hostKey, region, secret: '', ...templates };
}
