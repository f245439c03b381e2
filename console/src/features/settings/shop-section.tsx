import {
  Badge,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy, useFormats, useLanguage } from '../../shared/copy/copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Dialog, useDialogChange } from '../../shared/ui/dialog.tsx';
import { Facts, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { holidaysQuery, SETTINGS_KEY, type Shop, type ShopValues, saveShop, shopQuery } from './settings-api.ts';
import { settingsCopy } from './settings-copy.ts';

const DAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
const NAMES = [
  'name',
  'address',
  'sender',
  'timeZone',
  'workingDays',
  'productionHours',
  'holidays',
  'paperLanguage',
  'slipTexts',
  'currency',
] as const;
type Name = (typeof NAMES)[number];

/** Shows the settings of the shop, each with its origin. */
export function ShopSection() {
  const copy = useCopy(settingsCopy);
  const { data, error, refetch } = useQuery(shopQuery);
  const [isEdited, setEdited] = useState(false);
  return (
    <Section
      title={copy.shop}
      actions={
        data && (
          <ActionButton verb="settings.change" variant="default" size="compact-sm" onClick={() => setEdited(true)}>
            {copy.change}
          </ActionButton>
        )
      }
    >
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data && (
        <Facts
          of={NAMES.map((name) => [
            copy.fields[name],
            <Group key={name} gap="xs" align="flex-start" data-shop={name}>
              <ShopValue name={name} values={data.content.values} />
              <Badge color={data.content.sources[name] === 'database' ? 'blue' : 'gray'} variant="light">
                {copy.sources[data.content.sources[name]]}
              </Badge>
            </Group>,
          ])}
        />
      )}
      {isEdited && data && <ShopDialog seen={data} onClose={() => setEdited(false)} />}
    </Section>
  );
}

function ShopValue({ name, values }: { name: Name; values: ShopValues }): ReactNode {
  const copy = useCopy(settingsCopy);
  const { name: center, address, sender, timeZone, workingDays = [], productionHours = 0, slipTexts = {} } = values;
  const texts: Record<Name, string | undefined> = {
    name: center,
    address: address?.join('\n'),
    sender: sender?.join('\n'),
    timeZone,
    workingDays: workingDays.map((day) => copy.days[day]).join(', '),
    productionHours: copy.hours(productionHours),
    holidays: values.holidays,
    paperLanguage: values.paperLanguage && copy.languages[values.paperLanguage],
    slipTexts: Object.values(slipTexts).join('\n\n'),
    currency: values.currency,
  };
  const text = texts[name];
  return text ? (
    <span style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text}</span>
  ) : (
    <Text size="sm" c="dimmed">
      {copy.notSet}
    </Text>
  );
}

/** The fields of the form. Lines of an address are one text. An empty field is not stored. */
interface Typed {
  name: string;
  address: string;
  sender: string;
  timeZone: string | null;
  workingDays: string[];
  productionHours: string | number;
  holidays: string | null;
  paperLanguage: string;
  slipEn: string;
  slipDe: string;
  currency: string;
}

function ShopDialog({ seen, onClose }: { seen: Shop; onClose: () => void }) {
  const copy = useCopy(settingsCopy);
  const language = useLanguage();
  const { stored, values, sources } = seen.content;
  const [typed, setTyped] = useState<Typed>(() => typedOf(stored));
  const save = useDialogChange(() => saveShop(seen, shopOf(typed)), SETTINGS_KEY, onClose);
  const faults = violationsByField(save.error);
  const change = (changes: Partial<Typed>) => setTyped((before) => ({ ...before, ...changes }));
  const linesFault = (name: string) => Object.entries(faults).find(([field]) => field.split('.')[0] === name)?.[1];
  const other = (name: Name, value: string | undefined) =>
    sources[name] !== 'database' && value ? { placeholder: value } : {};
  return (
    <Dialog title={copy.changeTitle} confirm={copy.save} change={save} onSubmit={() => save.mutate()} onClose={onClose}>
      <Text size="sm" c="dimmed">
        {copy.emptyMeans}
      </Text>
      <TextInput
        data-autofocus
        label={copy.fields.name}
        value={typed.name}
        {...other('name', values.name)}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
        error={faults.name}
      />
      <Textarea
        autosize
        minRows={3}
        label={copy.fields.address}
        description={copy.help.address}
        value={typed.address}
        onChange={({ currentTarget: { value } }) => change({ address: value })}
        error={linesFault('address')}
      />
      <Textarea
        autosize
        minRows={3}
        label={copy.fields.sender}
        description={copy.help.sender}
        value={typed.sender}
        {...other('sender', values.sender?.join('\n'))}
        onChange={({ currentTarget: { value } }) => change({ sender: value })}
        error={linesFault('sender')}
      />
      <Select
        searchable
        clearable
        label={copy.fields.timeZone}
        data={zonesWith(typed.timeZone)}
        value={typed.timeZone}
        {...other('timeZone', values.timeZone)}
        onChange={(timeZone) => change({ timeZone })}
        error={faults.timeZone}
      />
      <Checkbox.Group
        label={copy.fields.workingDays}
        description={copy.help.workingDays}
        value={typed.workingDays}
        onChange={(workingDays) => change({ workingDays })}
        error={faults.workingDays}
      >
        <Group gap="sm" mt={4}>
          {DAYS.map((day) => (
            <Checkbox key={day} value={day} label={copy.days[day]} />
          ))}
        </Group>
      </Checkbox.Group>
      <NumberInput
        hideControls
        label={copy.fields.productionHours}
        description={copy.help.productionHours}
        value={typed.productionHours}
        {...other('productionHours', String(values.productionHours))}
        onChange={(productionHours) => change({ productionHours })}
        error={faults.productionHours}
      />
      <HolidaysField region={typed.holidays} error={faults.holidays} onChange={(holidays) => change({ holidays })} />
      <NativeSelect
        label={copy.fields.paperLanguage}
        value={typed.paperLanguage}
        data={[
          { value: '', label: copy.notStored },
          ...(['en', 'de'] as const).map((value) => ({ value, label: copy.languages[value] })),
        ]}
        onChange={({ currentTarget: { value } }) => change({ paperLanguage: value })}
      />
      <Stack gap="xs">
        {(['slipEn', 'slipDe'] as const).map((field) => (
          <Textarea
            key={field}
            autosize
            minRows={2}
            label={copy.slipText[field]}
            value={typed[field]}
            onChange={({ currentTarget: { value } }) => change({ [field]: value })}
            error={faults[field === 'slipEn' ? 'slipTexts.en' : 'slipTexts.de']}
          />
        ))}
      </Stack>
      <Select
        searchable
        clearable
        label={copy.fields.currency}
        description={copy.help.currency}
        data={currenciesIn(language)}
        value={typed.currency || null}
        onChange={(currency) => change({ currency: currency ?? '' })}
        error={faults.currency}
      />
    </Dialog>
  );
}

interface HolidaysFieldProps {
  region: string | null;
  error: string | undefined;
  onChange: (region: string | null) => void;
}

/** Offers all regions with known holidays, and names the next holidays of the chosen one. */
function HolidaysField({ region, error, onChange }: HolidaysFieldProps) {
  const copy = useCopy(settingsCopy);
  const language = useLanguage();
  const { day } = useFormats();
  const { data: regions } = useQuery(holidaysQuery(language));
  const { data: ofRegion } = useQuery({ ...holidaysQuery(language, region ?? undefined), enabled: region !== null });
  const next = ofRegion?.days.slice(0, HOLIDAYS_SHOWN).map(({ name, date }) => `${name} (${day(date)})`);
  return (
    <Select
      searchable
      clearable
      limit={REGIONS_SHOWN}
      label={copy.fields.holidays}
      description={region !== null && next ? copy.nextHolidays(next.join(', ')) : copy.help.holidays}
      data={(regions?.regions ?? []).map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))}
      value={region}
      onChange={onChange}
      error={error}
    />
  );
}

const HOLIDAYS_SHOWN = 3;
const REGIONS_SHOWN = 60;

function zonesWith(zone: string | null): string[] {
  return [...new Set([...(zone ? [zone] : []), 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}

/** Currencies of today have a name in every browser. The server refuses a withdrawn one. */
function currenciesIn(language: string) {
  const names = new Intl.DisplayNames(language, { type: 'currency' });
  return Intl.supportedValuesOf('currency')
    .map((value) => ({ value, label: `${value} · ${names.of(value)}` }))
    .filter(({ label }) => !/\d{4}/.test(label));
}

function typedOf(shop: ShopValues): Typed {
  const { name = '', address = [], sender = [], timeZone = null, workingDays = [], slipTexts = {} } = shop;
  const { productionHours = '', holidays = null, paperLanguage = '', currency = '' } = shop;
  return {
    ...{ name, timeZone, workingDays, productionHours, holidays, paperLanguage, currency },
    ...{ address: address.join('\n'), sender: sender.join('\n') },
    ...{ slipEn: slipTexts.en ?? '', slipDe: slipTexts.de ?? '' },
  };
}

/** Leaves out empty fields. */
function shopOf({ slipEn, slipDe, ...typed }: Typed): ShopValues {
  const slipTexts = { ...(slipEn.trim() && { en: slipEn.trim() }), ...(slipDe.trim() && { de: slipDe.trim() }) };
  const given = {
    ...typed,
    name: typed.name.trim(),
    address: linesOf(typed.address),
    sender: linesOf(typed.sender),
    slipTexts,
  };
  const isGiven = (value: unknown) => value !== null && value !== '' && Object.keys(Object(value)).length !== 0;
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => (typeof value === 'number' ? true : isGiven(value))),
  ) as ShopValues;
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
