import { Button, Group, NativeSelect, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../../shared/api/operator-client.ts';
import { useCopy, useFormats } from '../../../shared/copy/copy.ts';
import { plainName, usePlaceName } from '../../../shared/copy/parts-copy.ts';
import { ChooseFiles } from '../../../shared/ui/choose-files.tsx';
import { ChangeFailure, Section } from '../../../shared/ui/page.tsx';
import tableText from '../../../shared/ui/table-text.module.css';
import { VariantName } from '../../../shared/ui/variant-name.tsx';
import type { Draft, DraftItem, DraftPrint } from './draft-rules.ts';
import { articleQuery, stockToEnterQuery, uploadArtwork } from './entry-api.ts';
import { entryCopy } from './entry-copy.ts';
import classes from './entry-items.module.css';

const TYPING_MS = 250;

/** Returns the names of the fields of items, as violations name them. */
export function fieldsOfItems(items: readonly DraftItem[]): string[] {
  return items.flatMap(({ prints }, index) => [
    ...[`items.${index}.quantity`, `items.${index}.unitPrice`],
    ...prints.flatMap((_, place) => {
      const at = `items.${index}.customProduct.prints.${place}`;
      return [`${at}.dataUrl`, `${at}.location`, `${at}.technology`];
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
    onChange([...items, { ...item, quantity: '1', unitPrice: '', prints }], `items.${items.length}`);
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
  const found = new Map((typed === text ? data : []).map((one) => [`${one.kind} ${one.code}`, one]));
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
        />
      ))}
      {kind === 'ARTICLE' && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt="xs"
          onClick={() => onChange({ ...item, prints: [...item.prints, { place: '', dataUrl: '' }] }, at)}
        >
          {copy.addPrint}
        </Button>
      )}
    </fieldset>
  );
}

interface EntryPrintProps {
  item: DraftItem;
  print: DraftPrint;
  at: string;
  draft: Draft;
  faults: Readonly<Record<string, string>>;
  onChange: (print: DraftPrint, field: string) => void;
}

/** Chooses one of the places of the article, and uploads the artwork or takes its address. */
function EntryPrint({ item, print, at, draft, faults, onChange }: EntryPrintProps) {
  const copy = useCopy(entryCopy);
  const placeName = usePlaceName();
  const [picture, setPicture] = useState<string>();
  const { data: article } = useQuery(articleQuery(item.manufacturerCode));
  const locations = article?.variants.find(({ sku }) => sku === item.code)?.allowedLocations ?? [];
  const places = locations.flatMap(({ location, printTechnologies }) =>
    printTechnologies.map((technology) => ({
      value: `${location}\t${technology}`,
      label: `${placeName(location)}, ${plainName(technology)}`,
    })),
  );
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
        </Group>
        <ChangeFailure error={upload.error} />
      </div>
    </SimpleGrid>
  );
}
