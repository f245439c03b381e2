import { Button, Group, NativeSelect, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../../shared/api/operator-client.ts';
import { useCopy, useFormats } from '../../../shared/copy/copy.ts';
import { ChooseFiles } from '../../../shared/ui/choose-files.tsx';
import { ChangeFailure, Section } from '../../../shared/ui/page.tsx';
import tableText from '../../../shared/ui/table-text.module.css';
import { usePlaces } from '../../../shared/ui/use-places.ts';
import { VariantName } from '../../../shared/ui/variant-name.tsx';
import type { Draft, DraftCustomization, DraftItem, DraftPrint } from './draft-rules.ts';
import { articleQuery, customizationsQuery, stockToEnterQuery, uploadArtwork } from './entry-api.ts';
import { entryCopy } from './entry-copy.ts';
import classes from './entry-items.module.css';

const TYPING_MS = 250;

/** Returns the names of the fields of items, as violations name them. */
export function fieldsOfItems(items: readonly DraftItem[]): string[] {
  return items.flatMap(({ prints, customizations }, index) => [
    ...[`items.${index}.quantity`, `items.${index}.unitPrice`],
    ...prints.flatMap((_, place) => {
      const at = `items.${index}.customProduct.prints.${place}`;
      return [`${at}.dataUrl`, `${at}.location`, `${at}.technology`];
    }),
    ...customizations.flatMap((_, place) => {
      const at = `items.${index}.customProduct.customizations.${place}`;
      return [`${at}.sku`, `${at}.location`, `${at}.technology`];
    }),
    `items.${index}`,
  ]);
}

interface EntryItemsProps {
  draft: Draft;
  faults: Readonly<Record<string, string>>;
  onChange: (items: DraftItem[], field: string) => void;
}

/** Shows the items with picture and stock, and finds further ones. */
export function EntryItems({ draft, faults, onChange }: EntryItemsProps) {
  const copy = useCopy(entryCopy);
  const { items } = draft;
  const add = ({ kind, code, parent }: Schemas['ListedStock']) => {
    const key = Math.max(0, ...items.map((one) => one.key)) + 1;
    const prints = kind === 'ARTICLE' ? [{ place: '', dataUrl: '' }] : [];
    const item = { key, kind, code, manufacturerCode: kind === 'ARTICLE' ? parent : undefined };
    onChange(
      [...items, { ...item, quantity: '1', unitPrice: '', prints, customizations: [] }],
      `items.${items.length}`,
    );
  };
  return (
    <Section title={copy.items}>
      <Stack gap="sm">
        {items.length === 0 && (
          <Text size="sm" c="dimmed">
            {copy.noItems}
          </Text>
        )}
        {items.map((item, index) => (
          <EntryItem
            key={item.key}
            {...{ item, index, faults, draft }}
            onChange={(next, field) => onChange(items.with(index, next), field)}
            onRemove={() => onChange(items.toSpliced(index, 1), 'items')}
          />
        ))}
        <AddItem onAdd={add} />
      </Stack>
    </Section>
  );
}

function AddItem({ onAdd }: { onAdd: (one: Schemas['ListedStock']) => void }) {
  const copy = useCopy(entryCopy);
  const { count } = useFormats();
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, TYPING_MS);
  const { data = [] } = useQuery(stockToEnterQuery(text));
  // Answers to an earlier text would be added by a quick Enter.
  const { data: applied = [] } = useQuery(customizationsQuery);
  const isApplied = new Set(applied.map(({ manufacturerCode }) => manufacturerCode));
  const items = (typed === text ? data : []).filter(({ kind, parent }) => kind === 'PRODUCT' || !isApplied.has(parent));
  const found = new Map(items.map((one) => [`${one.kind} ${one.code}`, one]));
  return (
    <Select
      label={copy.addItem}
      placeholder={copy.addMeans}
      searchable
      // The server has searched already.
      filter={({ options }) => options}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      data={[...found].map(([value, one]) => ({
        value,
        label: `${one.name}, ${one.color}, ${one.size} · ${one.code}`,
      }))}
      renderOption={({ option }) => {
        const one = found.get(option.value);
        return (
          <Group gap="xs" wrap="nowrap">
            {one?.pictureUrl && (
              <img
                className={tableText.picture}
                src={one.pictureUrl}
                alt=""
                loading="lazy"
                onError={({ currentTarget: image }) => {
                  image.hidden = true;
                }}
              />
            )}
            <span>{option.label}</span>
            <Text size="xs" c="dimmed" ml="auto">
              {one && copy.available(count(one.available))}
            </Text>
          </Group>
        );
      }}
      onChange={(value) => {
        const one = found.get(value ?? '');
        if (one) onAdd(one);
        setTyped('');
      }}
    />
  );
}

interface EntryItemProps {
  item: DraftItem;
  index: number;
  draft: Draft;
  faults: Readonly<Record<string, string>>;
  onChange: (item: DraftItem, field: string) => void;
  onRemove: () => void;
}

function EntryItem({ item, index, draft, faults, onChange, onRemove }: EntryItemProps) {
  const copy = useCopy(entryCopy);
  const at = `items.${index}`;
  const { kind, code } = item;
  const text = (name: 'quantity' | 'unitPrice', label: string) => (
    <TextInput
      label={label}
      inputMode="decimal"
      value={item[name]}
      error={faults[`${at}.${name}`]}
      onChange={({ currentTarget: { value } }) => onChange({ ...item, [name]: value }, `${at}.${name}`)}
    />
  );
  return (
    <fieldset className={classes.item} data-item={code}>
      <legend>
        <VariantName kind={kind} code={code} />
      </legend>
      <Group align="flex-start">
        {text('quantity', copy.quantity)}
        {text('unitPrice', copy.price)}
        <Button variant="default" mt={{ base: 0, xs: 24 }} aria-label={copy.removeItem(code)} onClick={onRemove}>
          {copy.remove}
        </Button>
      </Group>
      {faults[at] && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {faults[at]}
        </Text>
      )}
      {item.prints.map((print, place) => (
        <EntryPrint
          // biome-ignore lint/suspicious/noArrayIndexKey: prints have no other name.
          key={place}
          {...{ item, print, draft }}
          at={`${at}.customProduct.prints.${place}`}
          faults={faults}
          onChange={(next, field) => onChange({ ...item, prints: item.prints.with(place, next) }, field)}
          onRemove={() => onChange({ ...item, prints: item.prints.toSpliced(place, 1) }, at)}
        />
      ))}
      {item.customizations.map((customization, place) => (
        <EntryCustomization
          // biome-ignore lint/suspicious/noArrayIndexKey: customizations have no other name.
          key={place}
          {...{ item, customization }}
          at={`${at}.customProduct.customizations.${place}`}
          faults={faults}
          onChange={(next, field) =>
            onChange({ ...item, customizations: item.customizations.with(place, next) }, field)
          }
          onRemove={() => onChange({ ...item, customizations: item.customizations.toSpliced(place, 1) }, at)}
        />
      ))}
      {kind === 'ARTICLE' && (
        <Group gap="xs" mt="xs">
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => onChange({ ...item, prints: [...item.prints, { place: '', dataUrl: '' }] }, at)}
          >
            {copy.addPrint}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => onChange({ ...item, customizations: [...item.customizations, EMPTY] }, at)}
          >
            {copy.addCustomization}
          </Button>
        </Group>
      )}
    </fieldset>
  );
}

const EMPTY = { manufacturerCode: '', sku: '', place: '' };

interface EntryPrintProps {
  item: DraftItem;
  print: DraftPrint;
  at: string;
  draft: Draft;
  faults: Readonly<Record<string, string>>;
  onChange: (print: DraftPrint, field: string) => void;
  onRemove: () => void;
}

/** Chooses one of the places of the article, and uploads the artwork or takes its address. */
function EntryPrint({ item, print, at, draft, faults, onChange, onRemove }: EntryPrintProps) {
  const copy = useCopy(entryCopy);
  const describePlaces = usePlaces();
  const [picture, setPicture] = useState<string>();
  const { data: article } = useQuery(articleQuery(item.manufacturerCode));
  const places = describePlaces(article?.variants.find(({ sku }) => sku === item.code)?.allowedLocations ?? []);
  const upload = useMutation({
    mutationFn: (file: File) => uploadArtwork({ clientId: draft.clientId ?? '', orderId: draft.orderId }, file),
    onSuccess: (dataUrl, file) => {
      setPicture(file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined);
      onChange({ ...print, dataUrl }, `${at}.dataUrl`);
    },
  });
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt="xs">
      <NativeSelect
        label={copy.place}
        data={[{ value: '', label: '' }, ...places]}
        value={print.place}
        error={faults[`${at}.location`] ?? faults[`${at}.technology`]}
        onChange={({ currentTarget: { value } }) => onChange({ ...print, place: value }, `${at}.location`)}
      />
      <div>
        <Group wrap="nowrap" align="flex-end" gap="xs">
          {picture && <img className={tableText.picture} src={picture} alt={copy.artwork} />}
          <TextInput
            flex={1}
            label={copy.artwork}
            value={print.dataUrl}
            error={faults[`${at}.dataUrl`]}
            onChange={({ currentTarget: { value } }) => onChange({ ...print, dataUrl: value }, `${at}.dataUrl`)}
          />
          <ChooseFiles
            variant="default"
            loading={upload.isPending}
            disabled={draft.clientId === undefined}
            onFiles={([file]) => file && upload.mutate(file)}
          >
            {copy.upload}
          </ChooseFiles>
          <Button variant="default" aria-label={copy.removePrint} onClick={onRemove}>
            {copy.remove}
          </Button>
        </Group>
        <ChangeFailure error={upload.error} />
      </div>
    </SimpleGrid>
  );
}

interface EntryCustomizationProps {
  item: DraftItem;
  customization: DraftCustomization;
  at: string;
  faults: Readonly<Record<string, string>>;
  onChange: (customization: DraftCustomization, field: string) => void;
  onRemove: () => void;
}

/** Chooses an article that is applied to the blank, and one of the places that both allow. */
function EntryCustomization(props: EntryCustomizationProps) {
  const { item, customization, at, faults, onChange, onRemove } = props;
  const { manufacturerCode, sku, place } = customization;
  const copy = useCopy(entryCopy);
  const describePlaces = usePlaces();
  const { data: articles = [] } = useQuery(customizationsQuery);
  const { data: article } = useQuery(articleQuery(manufacturerCode || undefined));
  const { data: blank } = useQuery(articleQuery(item.manufacturerCode));
  const variants = (article?.variants ?? []).filter(({ retired }) => !retired);
  const allowed = describePlaces(blank?.variants.find((one) => one.sku === item.code)?.allowedLocations ?? []);
  const own = describePlaces(variants.find((one) => one.sku === sku)?.isAllowedOnLocations ?? []);
  const both = own.filter(({ value }) => allowed.some((one) => one.value === value));
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xs" mt="xs">
      <Select
        label={copy.customization}
        searchable
        openOnFocus={false}
        data={articles.map(({ manufacturerCode: value, title }) => ({ value, label: `${title} · ${value}` }))}
        value={manufacturerCode || null}
        onChange={(value) => onChange({ manufacturerCode: value ?? '', sku: '', place: '' }, `${at}.sku`)}
      />
      <NativeSelect
        label={copy.variant}
        data={[
          { value: '', label: '' },
          ...variants.map(({ sku: value, color, size }) => ({ value, label: `${color}, ${size} · ${value}` })),
        ]}
        value={sku}
        error={faults[`${at}.sku`]}
        onChange={({ currentTarget: { value } }) => onChange({ ...customization, sku: value, place: '' }, `${at}.sku`)}
      />
      <Group wrap="nowrap" align="flex-end" gap="xs">
        <NativeSelect
          flex={1}
          label={copy.place}
          data={[{ value: '', label: '' }, ...both]}
          value={place}
          error={faults[`${at}.location`] ?? faults[`${at}.technology`]}
          onChange={({ currentTarget: { value } }) => onChange({ ...customization, place: value }, `${at}.location`)}
        />
        <Button variant="default" aria-label={copy.removeCustomization} onClick={onRemove}>
          {copy.remove}
        </Button>
      </Group>
    </SimpleGrid>
  );
}
