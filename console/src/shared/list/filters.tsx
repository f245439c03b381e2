import { NativeSelect, type NativeSelectProps, Text, TextInput } from '@mantine/core';
import { TIME_ZONE } from '../copy/center-days.ts';
import { useCopy } from '../copy/copy.ts';
import { partsCopy } from '../copy/parts-copy.ts';

interface ChoiceSelectProps<T extends string> extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  /** The text for no choice. */
  any: string;
  of: readonly T[];
  names: Readonly<Record<T, string>>;
  value: T | undefined;
  onChange: (value: T | undefined) => void;
}

/** Filters a list by one value or none. */
export function ChoiceSelect<T extends string>(props: ChoiceSelectProps<T>) {
  const { any, of, names, value, onChange, ...rest } = props;
  return (
    <NativeSelect
      {...rest}
      value={value ?? ''}
      data={[{ value: '', label: any }, ...of.map((one) => ({ value: one, label: names[one] }))]}
      onChange={({ currentTarget }) => onChange((currentTarget.value as T) || undefined)}
    />
  );
}

type Days = { from?: string | undefined; to?: string | undefined };

type DayRangeProps = { words: { from: string; to: string }; days: Days; onChange: (changes: Days) => void };

/** Filters a list by a range of days. */
export function DayRange({ words, days: { from, to }, onChange }: DayRangeProps) {
  return (
    <>
      <TextInput
        type="date"
        label={words.from}
        value={from ?? ''}
        {...(to && { max: to })}
        onChange={({ currentTarget: { value } }) => onChange({ from: value || undefined })}
      />
      <TextInput
        type="date"
        label={words.to}
        value={to ?? ''}
        {...(from && { min: from })}
        onChange={({ currentTarget: { value } }) => onChange({ to: value || undefined })}
      />
      <ZoneNote />
    </>
  );
}

/** Names the time zone, on each page with days. */
export function ZoneNote() {
  const copy = useCopy(partsCopy);
  return (
    <Text size="xs" c="dimmed">
      {copy.timeZone(TIME_ZONE)}
    </Text>
  );
}
