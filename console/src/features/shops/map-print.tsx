import { Alert, Button, Fieldset, Group, NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { floorSentencesCopy } from '../../shared/floor-sentences/floor-sentences-copy.ts';
import { AnchorLink } from '../../shared/ui/links.tsx';
import { usePlaces } from '../../shared/ui/use-places.ts';
import classes from './product-mapping.module.css';
import {
  type Blank,
  previewText,
  type ShopKey,
  type Target,
  TEXT_ALIGNMENTS,
  TEXT_FONTS,
  type TextStyle,
} from './shops-api.ts';
import { shopsCopy } from './shops-copy.ts';

/** A print in the form of the dialog. */
export interface Print extends TextStyle {
  /** The location and the technology, with a tab between them. */
  place: string;
  source: 'option' | 'text' | 'fixed';
  /** Name of the option with the picture or the text, or the address of the file. */
  value: string;
  /** Name of the option with the name on papers. */
  name: string;
}

export const NEW_PRINT: Print = {
  ...{ place: '', source: 'option', value: '', name: '' },
  ...{ font: 'SANS_BOLD', color: '#000000', align: 'CENTER', heightMm: 30 },
};
const TYPING_MS = 300;
const HEIGHT_MM = { min: 1, max: 1_000 };
const OPTION = /^\{item\.values\.([^{}]+)\}$/;
const optionOf = (template: string | undefined) => OPTION.exec(template ?? '')?.[1] ?? '';
const templateOf = (option: string) => `{item.values.${option.trim()}}`;

export function printsOf(target: Target | undefined): Print[] {
  if (!target || !('sku' in target)) return [];
  return (target.prints ?? []).map((print) => {
    const { location, technology, designName } = print;
    const common = { ...NEW_PRINT, place: `${location}\t${technology}`, name: optionOf(designName) };
    if ('text' in print) {
      const { option, ...style } = print.text;
      return { ...common, ...style, source: 'text', value: option };
    }
    const option = optionOf(print.dataUrl);
    return { ...common, source: option ? 'option' : 'fixed', value: option || print.dataUrl };
  });
}

export function targetPrintOf({ place, source, value, name, font, color, align, heightMm }: Print) {
  const [location = '', technology = ''] = place.split('\t');
  const common = { location, technology, ...(name.trim() && { designName: templateOf(name) }) };
  if (source === 'text') return { ...common, text: { option: value.trim(), font, color, align, heightMm } };
  return { ...common, dataUrl: source === 'option' ? templateOf(value) : value.trim() };
}

export const isComplete = ({ place, value }: Print) => place !== '' && value.trim() !== '';

interface PrintFieldsProps {
  of: ShopKey;
  number: number;
  blank: Blank | undefined;
  print: Print;
  isTried: boolean;
  onChange: (print: Print) => void;
  onRemove: () => void;
}

/** Chooses one of the places of the blank, and where the artwork comes from. */
export function PrintFields({ of, number, blank, print, isTried, onChange, onRemove }: PrintFieldsProps) {
  const copy = useCopy(shopsCopy);
  const describePlaces = usePlaces();
  const { place, source } = print;
  const places = describePlaces(blank?.allowedLocations ?? []);
  const isAllowed = !blank || place === '' || places.some(({ value }) => value === place);
  const field = (name: 'value' | 'name', label: string, description?: string) => (
    <TextInput
      label={label}
      description={description}
      value={print[name]}
      onChange={({ currentTarget: { value } }) => onChange({ ...print, [name]: value })}
      error={isTried && name === 'value' && print.value.trim() === '' && copy.needed}
    />
  );
  return (
    <Fieldset legend={copy.print(number)}>
      <Stack gap="xs">
        <NativeSelect
          label={copy.place}
          description={blank && places.length === 0 ? copy.noPlaces : undefined}
          data={[
            { value: '', label: '' },
            ...(isAllowed && blank ? [] : [{ value: place, label: place.replace('\t', ', ') }]),
            ...places,
          ]}
          value={place}
          error={isAllowed ? isTried && place === '' && copy.needed : copy.placeGone}
          onChange={({ currentTarget: { value } }) => onChange({ ...print, place: value })}
        />
        <NativeSelect
          label={copy.picture}
          value={source}
          data={Object.entries(copy.pictures).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...print, source: value as Print['source'], value: '', name: '' })
          }
        />
        {source === 'fixed'
          ? field('value', copy.pictureUrl)
          : field('value', copy.options[source].label, copy.options[source].help)}
        {source === 'text' && <TextFields of={of} blank={blank} print={print} onChange={onChange} />}
        {source !== 'text' && field('name', copy.textOption, copy.textOptionHelp)}
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            onClick={onRemove}
            aria-label={`${copy.removePrint}: ${copy.print(number)}`}
          >
            {copy.removePrint}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

/** Chooses how a text looks, and shows it with a sample. */
function TextFields({ of, blank, print, onChange }: Pick<PrintFieldsProps, 'of' | 'blank' | 'print' | 'onChange'>) {
  const copy = useCopy(shopsCopy);
  const [sample, setSample] = useState('Ada');
  const options = (names: Readonly<Record<string, string>>, all: readonly string[]) =>
    all.map((value) => ({ value, label: names[value] ?? value }));
  return (
    <>
      <NativeSelect
        label={copy.font}
        data={options(copy.fonts, TEXT_FONTS)}
        value={print.font}
        onChange={({ currentTarget: { value } }) => onChange({ ...print, font: value as Print['font'] })}
      />
      <Group grow align="flex-end">
        <NativeSelect
          label={copy.align}
          data={options(copy.alignments, TEXT_ALIGNMENTS)}
          value={print.align}
          onChange={({ currentTarget: { value } }) => onChange({ ...print, align: value as Print['align'] })}
        />
        <NumberInput
          label={copy.heightMm}
          min={HEIGHT_MM.min}
          max={HEIGHT_MM.max}
          value={print.heightMm}
          onChange={(value) => onChange({ ...print, heightMm: Number(value) || HEIGHT_MM.min })}
        />
      </Group>
      <Group grow align="flex-end">
        <TextInput
          label={copy.color}
          type="color"
          value={print.color}
          onChange={({ currentTarget: { value } }) => onChange({ ...print, color: value })}
        />
        <TextInput label={copy.sample} value={sample} onChange={({ currentTarget: { value } }) => setSample(value)} />
      </Group>
      <TextPreview of={of} blank={blank} print={print} sample={sample} />
    </>
  );
}

interface TextPreviewProps extends Pick<PrintFieldsProps, 'of' | 'blank' | 'print'> {
  sample: string;
}

function TextPreview({ of, blank, print, sample }: TextPreviewProps) {
  const copy = useCopy(shopsCopy);
  const { count } = useFormats();
  const { say } = useCopy(floorSentencesCopy);
  const { place, font, color, align, heightMm } = print;
  const [location = ''] = place.split('\t');
  const [asked] = useDebouncedValue(
    JSON.stringify({ sku: blank?.sku ?? '', location, text: sample, font, color, align, heightMm }),
    TYPING_MS,
  );
  const { data } = useQuery({
    queryKey: ['shop-text', of, asked],
    queryFn: () => previewText(of, JSON.parse(asked)),
    enabled: blank !== undefined && location !== '' && sample !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (!data || location === '') return null;
  const { widthMm, heightMm: areaHeightMm, path, sentence } = data;
  if (sentence)
    return (
      <Alert color="red" role="status">
        {say(sentence)}{' '}
        {sentence.code === 'text_area_unknown' && blank && (
          <AnchorLink
            to="/catalogue/articles/$manufacturerCode"
            params={{ manufacturerCode: blank.manufacturerCode }}
            size="sm"
          >
            {copy.toArticle}
          </AnchorLink>
        )}
      </Alert>
    );
  return (
    <figure className={classes.preview}>
      <svg viewBox={`0 0 ${widthMm} ${areaHeightMm}`} role="img" aria-label={copy.previewOf(sample)}>
        <path d={path} fill={color} />
      </svg>
      <Text component="figcaption" size="xs" c="dimmed">
        {copy.printSize(count(widthMm ?? 0), count(areaHeightMm ?? 0))}
      </Text>
    </figure>
  );
}
