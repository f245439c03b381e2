import { Group, NativeSelect, SimpleGrid, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { usePlaceName } from '../../shared/copy/parts-copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { HeadedTable, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { type Article, type ArticleArea, CATALOGUE_KEY, printAreasQuery, savePrintAreas } from './catalogue-api.ts';
import { catalogueCopy } from './catalogue-copy.ts';

/** Shows the print areas of an article by location and size, and the locations that have none. */
export function PrintAreasSection({ article }: { article: Article }) {
  const copy = useCopy(catalogueCopy).areas;
  const nameOfPlace = usePlaceName();
  const { count } = useFormats();
  const { data: seen } = useSuspenseQuery(printAreasQuery(article.manufacturerCode));
  const client = useQueryClient();
  const { areas } = seen.content;
  const [edited, setEdited] = useState<number>();
  const save = useMutation({
    mutationFn: (next: ArticleArea[]) => savePrintAreas(article.manufacturerCode, seen, next),
    onSuccess: async () => {
      setEdited(undefined);
      await client.invalidateQueries({ queryKey: CATALOGUE_KEY });
    },
  });
  const missing = locationsWithout(article);
  const edit = (index: number | undefined) => {
    save.reset();
    setEdited(index);
  };
  return (
    <Section
      title={copy.title}
      actions={
        <ActionButton verb="catalog.change" variant="default" size="compact-sm" onClick={() => edit(areas.length)}>
          {copy.add}
        </ActionButton>
      }
    >
      <Text size="sm">{copy.means}</Text>
      {missing.length > 0 && (
        <Text size="sm" fw={600}>
          {copy.missing(missing.map(nameOfPlace).join(', '))}
        </Text>
      )}
      {save.error && edited === undefined && <RequestFailure error={save.error} />}
      {areas.length > 0 && (
        <HeadedTable
          heads={[copy.location, copy.size, { label: copy.measures, ta: 'right' }, copy.position, '']}
          minWidth={560}
        >
          {areas.map(({ location, size, area }, index) => (
            <Table.Tr key={`${location} ${size}`} data-area={location}>
              <Table.Td>{nameOfPlace(location)}</Table.Td>
              <Table.Td>{size ?? copy.everySize}</Table.Td>
              <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                {copy.measuresOf(count(area.widthMm), count(area.heightMm))}
              </Table.Td>
              <Table.Td>
                {[
                  area.side,
                  area.topMm !== undefined && copy.below(count(area.topMm), copy.origins[area.origin ?? 'COLLAR']),
                  area.bleedMm !== undefined && copy.bleedOf(count(area.bleedMm)),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Table.Td>
              <Table.Td>
                <Group gap="xs" justify="flex-end" wrap="nowrap">
                  <ActionButton verb="catalog.change" variant="default" size="compact-sm" onClick={() => edit(index)}>
                    {copy.change}
                  </ActionButton>
                  <ActionButton
                    verb="catalog.change"
                    variant="default"
                    size="compact-sm"
                    loading={save.isPending}
                    onClick={() => save.mutate(areas.filter((_, other) => other !== index))}
                  >
                    {copy.remove}
                  </ActionButton>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </HeadedTable>
      )}
      {edited !== undefined && (
        <AreaDialog
          article={article}
          area={areas[edited]}
          change={save}
          onSave={(area) => save.mutate(areas.toSpliced(edited, 1, area))}
          onClose={() => edit(undefined)}
        />
      )}
    </Section>
  );
}

function locationsWithout({ variants }: Article): string[] {
  const without = variants.flatMap(({ allowedLocations }) => allowedLocations.filter(({ printArea }) => !printArea));
  return [...new Set(without.map(({ location }) => location))];
}

const NUMBERS = ['widthMm', 'heightMm', 'topMm', 'leftMm', 'bleedMm'] as const;
const ON_PICTURE = ['left', 'top', 'width'] as const;

interface AreaDialogProps {
  article: Article;
  /** Absent: a new one. */
  area: ArticleArea | undefined;
  change: Parameters<typeof Dialog>[0]['change'];
  onSave: (area: ArticleArea) => void;
  onClose: () => void;
}

function AreaDialog({ article: { variants }, area, change, onSave, onClose }: AreaDialogProps) {
  const copy = useCopy(catalogueCopy).areas;
  const nameOfPlace = usePlaceName();
  const [typed, setTyped] = useState(() => typedOf(area));
  const locations = [
    ...new Set(variants.flatMap(({ allowedLocations }) => allowedLocations.map(({ location }) => location))),
  ];
  const sizes = [...new Set(variants.map(({ size }) => size))];
  const input = (field: string) => ({
    value: typed[field] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((before) => ({ ...before, [field]: value })),
  });
  return (
    <Dialog
      title={area ? copy.changeTitle : copy.addTitle}
      confirm={copy.save}
      change={change}
      onSubmit={() => onSave(areaOf({ location: locations[0] ?? '', ...typed }))}
      onClose={onClose}
    >
      <SimpleGrid cols={2} spacing="sm">
        <NativeSelect
          label={copy.location}
          data={locations.map((value) => ({ value, label: nameOfPlace(value) }))}
          {...input('location')}
        />
        <NativeSelect label={copy.size} data={[{ value: '', label: copy.everySize }, ...sizes]} {...input('size')} />
        {NUMBERS.map((field) => (
          <TextInput key={field} label={copy.fields[field]} inputMode="decimal" {...input(field)} />
        ))}
        <NativeSelect
          label={copy.origin}
          data={[
            { value: '', label: copy.unknown },
            { value: 'COLLAR', label: copy.origins.COLLAR },
            { value: 'PLATEN', label: copy.origins.PLATEN },
          ]}
          {...input('origin')}
        />
        <TextInput label={copy.side} description={copy.sideMeans} {...input('side')} />
      </SimpleGrid>
      <Text size="sm">{copy.pictureMeans}</Text>
      <SimpleGrid cols={3} spacing="sm">
        {ON_PICTURE.map((field) => (
          <TextInput key={field} label={copy.onPicture[field]} inputMode="decimal" {...input(`picture ${field}`)} />
        ))}
      </SimpleGrid>
    </Dialog>
  );
}

type Typed = Record<string, string>;

function typedOf(stored: ArticleArea | undefined): Typed {
  if (!stored) return {};
  const { location, size = '', area } = stored;
  const { picture, ...measures } = area;
  const percents = Object.entries(picture ?? {}).map(([name, share]) => [`picture ${name}`, String(share * 100)]);
  const texts = Object.entries(measures).map(([name, value]) => [name, String(value)]);
  return { location, size, ...Object.fromEntries([...texts, ...percents]) };
}

/** Leaves out empty fields. A text that is not a number is sent as typed, and the server refuses it. */
function areaOf({ location = '', size = '', origin = '', side = '', ...typed }: Typed): ArticleArea {
  const numberOf = (text: string) =>
    Number.isNaN(Number(text.replace(',', '.'))) ? text : Number(text.replace(',', '.'));
  const given = (names: readonly string[], scale: number, prefix = '') =>
    Object.fromEntries(
      names.flatMap((name) => {
        const text = (typed[prefix + name] ?? '').trim();
        const value = numberOf(text);
        return text === '' ? [] : [[name, typeof value === 'number' ? value / scale : value]];
      }),
    );
  const picture = given(ON_PICTURE, 100, 'picture ');
  const area = {
    ...given(NUMBERS, 1),
    ...(origin && { origin }),
    ...(side.trim() && { side: side.trim() }),
    ...(Object.keys(picture).length > 0 && { picture: { left: 0, top: 0, ...picture } }),
  };
  return { location, ...(size && { size }), area: area as ArticleArea['area'] };
}
