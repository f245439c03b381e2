import { Group, MultiSelect, NativeSelect, NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy, useLanguage } from '../../shared/copy/copy.ts';
import { COUNTRY_CODES, nameOfCountry } from '../../shared/copy/country-names.ts';
import { Dialog, useDialogChange } from '../../shared/ui/dialog.tsx';
import { type Conditions, carriersQuery, clientsQuery, POSTAGE_KEY, type Provider, type Rule } from './postage-api.ts';
import { postageCopy } from './postage-copy.ts';

interface RuleDialogProps {
  providers: readonly Provider[];
  /** Absent when a rule is added. */
  before: Rule | undefined;
  save: (rule: Rule) => Promise<unknown>;
  onClose: () => void;
}

/** Adds or changes a rule. */
export function RuleDialog({ providers, before, save, onClose }: RuleDialogProps) {
  const { save: saveWord, needed, rules: copy } = useCopy(postageCopy);
  const { data: carriers = [] } = useQuery(carriersQuery);
  const [rule, setRule] = useState<Rule>(before ?? { providerId: providers[0]?.providerId ?? '', service: '' });
  const [isTried, setTried] = useState(false);
  const { providerId, service, withinDays, carrierId, when = {} } = rule;
  const change = (changes: { [Field in keyof Rule]?: Rule[Field] | undefined }) =>
    setRule((old) => withoutAbsent({ ...old, ...changes }));
  const carrierOptions = carriers.map((one) => ({ value: one.carrierId, label: one.name }));
  const dialog = useDialogChange(() => save(rule), POSTAGE_KEY, onClose);
  return (
    <Dialog
      title={before ? copy.change : copy.add}
      confirm={before ? saveWord : copy.create}
      change={dialog}
      onSubmit={() => {
        setTried(true);
        if (service === undefined || service.trim() !== '') dialog.mutate();
      }}
      onClose={onClose}
    >
      <NativeSelect
        data-autofocus
        label={copy.provider}
        value={providerId}
        data={providers.map((one) => ({ value: one.providerId, label: one.name }))}
        onChange={({ currentTarget: { value } }) => change({ providerId: value })}
      />
      <Group grow align="flex-start">
        <NativeSelect
          label={copy.how}
          value={service === undefined ? 'cheapest' : 'named'}
          data={(['named', 'cheapest'] as const).map((one) => ({ value: one, label: copy.hows[one] }))}
          onChange={({ currentTarget: { value } }) =>
            change(value === 'named' ? { service: '', withinDays: undefined } : { service: undefined })
          }
        />
        {service === undefined ? (
          <NumberInput
            label={copy.withinDays}
            hideControls
            min={0}
            allowDecimal={false}
            value={withinDays ?? ''}
            onChange={(typed) => change({ withinDays: typed === '' ? undefined : Number(typed) })}
          />
        ) : (
          <TextInput
            label={copy.service}
            value={service}
            onChange={({ currentTarget: { value } }) => change({ service: value })}
            error={isTried && service.trim() === '' ? needed : undefined}
          />
        )}
      </Group>
      {service !== undefined && (
        <Text size="xs" c="dimmed">
          {copy.serviceHelp}
        </Text>
      )}
      <RuleConditions when={when} onChange={(conditions) => change({ when: conditions })} />
      <NativeSelect
        label={copy.handOver}
        value={carrierId ?? ''}
        data={[{ value: '', label: copy.handOverSame }, ...withKnown(carrierOptions, carrierId ? [carrierId] : [])]}
        onChange={({ currentTarget: { value } }) => change({ carrierId: value || undefined })}
      />
    </Dialog>
  );
}

interface RuleConditionsProps {
  when: Conditions;
  onChange: (when: Conditions | undefined) => void;
}

function RuleConditions({ when, onChange }: RuleConditionsProps) {
  const { rules: copy } = useCopy(postageCopy);
  const language = useLanguage();
  const { data: clients = [] } = useQuery(clientsQuery);
  const { data: carriers = [] } = useQuery(carriersQuery);
  const narrow = (changes: { [Field in keyof Conditions]?: Conditions[Field] | undefined }) => {
    const conditions = withoutAbsent({ ...when, ...changes });
    onChange(Object.keys(conditions).length > 0 ? conditions : undefined);
  };
  const carrierOptions = carriers.map((one) => ({ value: one.carrierId, label: one.name }));
  const countryOptions = COUNTRY_CODES.map((code) => ({ value: code, label: nameOfCountry(code, language) }));
  const several = (
    label: string,
    field: 'countries' | 'clientIds' | 'carrierIds',
    options: { value: string; label: string }[],
  ) => (
    <MultiSelect
      label={label}
      searchable
      clearable
      hidePickedOptions
      data={withKnown(options, when[field])}
      value={when[field] ?? []}
      onChange={(chosen) => narrow({ [field]: chosen.length > 0 ? chosen : undefined })}
    />
  );
  const amount = (label: string, field: 'weightGramsMin' | 'weightGramsMax' | 'valueMin' | 'valueMax') => (
    <NumberInput
      label={label}
      hideControls
      min={0}
      allowDecimal={field.startsWith('value')}
      value={when[field] ?? ''}
      onChange={(typed) => narrow({ [field]: typed === '' ? undefined : Number(typed) })}
    />
  );
  return (
    <>
      <Text size="sm">{copy.conditions}</Text>
      {several(copy.countries, 'countries', countryOptions)}
      <NativeSelect
        label={copy.zone}
        value={when.zone ?? ''}
        data={[
          { value: '', label: copy.any },
          ...(['EU', 'OUTSIDE_EU'] as const).map((zone) => ({ value: zone as string, label: copy.zones[zone] })),
        ]}
        onChange={({ currentTarget: { value } }) => narrow({ zone: (value || undefined) as Conditions['zone'] })}
      />
      <Group grow align="flex-start">
        {amount(copy.weightMin, 'weightGramsMin')}
        {amount(copy.weightMax, 'weightGramsMax')}
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {amount(copy.valueMin, 'valueMin')}
        {amount(copy.valueMax, 'valueMax')}
        <TextInput
          label={copy.currency}
          maxLength={3}
          placeholder="EUR"
          value={when.currency ?? ''}
          onChange={({ currentTarget: { value } }) => narrow({ currency: value.toUpperCase() || undefined })}
        />
      </SimpleGrid>
      {several(copy.carriers, 'carrierIds', carrierOptions)}
      {several(
        copy.clients,
        'clientIds',
        clients.map((one) => ({ value: one.clientId, label: one.name })),
      )}
    </>
  );
}

/** Adds chosen values that are not among the options. */
const withKnown = (options: { value: string; label: string }[], chosen: readonly string[] = []) => [
  ...chosen.filter((value) => !options.some((one) => one.value === value)).map((value) => ({ value, label: value })),
  ...options,
];

/** Removes undefined fields, which the server refuses. */
function withoutAbsent<T extends object>(fields: T): { [Field in keyof T]: Exclude<T[Field], undefined> } {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [Field in keyof T]: Exclude<T[Field], undefined> };
}
