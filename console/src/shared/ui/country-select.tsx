import { Select, type SelectProps } from '@mantine/core';
import { useLanguage } from '../copy/copy.ts';
import { COUNTRY_CODES, nameOfCountry } from '../copy/country-names.ts';

interface CountrySelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchable'> {
  value: string | undefined;
  onChange: (country: string | undefined) => void;
}

/** Selects a country by a part of its name or by its code. */
export function CountrySelect({ value, onChange, ...rest }: CountrySelectProps) {
  const language = useLanguage();
  const data = [...(value && !COUNTRY_CODES.includes(value) ? [value] : []), ...COUNTRY_CODES]
    .map((code) => ({ value: code, label: `${nameOfCountry(code, language)} (${code})` }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
  return (
    <Select
      {...rest}
      searchable
      selectFirstOptionOnChange
      data={data}
      value={value || null}
      onChange={(country) => onChange(country ?? undefined)}
    />
  );
}
