import { Badge, Group, NumberInput, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Dialog, useDialogChange } from '../../shared/ui/dialog.tsx';
import { HeadedTable, RequestFailure, Section } from '../../shared/ui/page.tsx';
import { ListActions } from './list-actions.tsx';
import { type NewBox, type ParcelBox, POSTAGE_KEY, packagesQuery, savePackages } from './postage-api.ts';
import { postageCopy } from './postage-copy.ts';

/** Lists the boxes and bags in their order. */
export function PackagesSection() {
  const { name: nameWord, packages: copy } = useCopy(postageCopy);
  const { count } = useFormats();
  const queryClient = useQueryClient();
  const { data, error } = useQuery(packagesQuery);
  const boxes = data?.packages ?? [];
  const [edited, setEdited] = useState<{ before?: ParcelBox }>();
  const save = (changed: NewBox[]) =>
    savePackages(changed).then((answer) => queryClient.setQueryData(packagesQuery.queryKey, answer));
  const move = useMutation({ mutationFn: save });
  return (
    <Section
      title={copy.title}
      actions={
        <ActionButton verb="labels.change" size="compact-sm" onClick={() => setEdited({})}>
          {copy.add}
        </ActionButton>
      }
    >
      {(error ?? move.error) && <RequestFailure error={error ?? move.error} isChange={!error} />}
      <Text size="sm" c="dimmed">
        {data && boxes.length === 0 ? copy.none : copy.means}
      </Text>
      {boxes.length > 0 && (
        <HeadedTable heads={[nameWord, copy.inner, copy.ownWeight, '']} minWidth={560}>
          {boxes.map((box, at) => (
            <Table.Tr key={box.packageId} data-package={box.name}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {box.name} {at === 0 && <Badge color="gray">{copy.first}</Badge>}
              </Table.Td>
              <Table.Td>{[box.lengthMm, box.widthMm, box.heightMm].map(count).join(' × ')} mm</Table.Td>
              <Table.Td>{count(box.weightGrams)} g</Table.Td>
              <Table.Td>
                <ListActions
                  name={box.name}
                  list={boxes}
                  at={at}
                  words={copy}
                  onEdit={() => setEdited({ before: box })}
                  onMove={move.mutate}
                  onDelete={save}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </HeadedTable>
      )}
      {edited && (
        <PackageDialog
          {...edited}
          save={(box) => {
            const at = boxes.findIndex(({ packageId }) => packageId === edited.before?.packageId);
            return save(at < 0 ? [...boxes, box] : boxes.toSpliced(at, 1, box as ParcelBox));
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Section>
  );
}

interface PackageDialogProps {
  /** Absent when a package is added. */
  before?: ParcelBox;
  save: (box: NewBox) => Promise<unknown>;
  onClose: () => void;
}

const SIZES = ['length', 'width', 'height', 'weight'] as const;
const FIELD_OF = { length: 'lengthMm', width: 'widthMm', height: 'heightMm', weight: 'weightGrams' } as const;

function PackageDialog({ before, save, onClose }: PackageDialogProps) {
  const { name: nameWord, save: saveWord, needed, packages: copy } = useCopy(postageCopy);
  const [box, setBox] = useState<Partial<NewBox>>(before ?? {});
  const [isTried, setTried] = useState(false);
  const change = useDialogChange(() => save({ ...box, name: box.name?.trim() } as NewBox), POSTAGE_KEY, onClose);
  const isMissing = (field: keyof NewBox) => (isTried && (box[field] ?? '') === '' ? needed : undefined);
  return (
    <Dialog
      title={before ? copy.change : copy.add}
      confirm={before ? saveWord : copy.create}
      change={change}
      onSubmit={() => {
        setTried(true);
        if (box.name?.trim() && SIZES.every((size) => box[FIELD_OF[size]] !== undefined)) change.mutate();
      }}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={nameWord}
        value={box.name ?? ''}
        onChange={({ currentTarget: { value } }) => setBox((old) => ({ ...old, name: value }))}
        error={isMissing('name')}
      />
      {[SIZES.slice(0, 3), SIZES.slice(3)].map((sizes) => (
        <Group key={sizes[0]} grow align="flex-start">
          {sizes.map((size) => (
            <NumberInput
              key={size}
              label={copy[size]}
              hideControls
              min={0}
              allowDecimal={false}
              value={box[FIELD_OF[size]] ?? ''}
              onChange={(typed) =>
                setBox(({ [FIELD_OF[size]]: _, ...old }) => ({
                  ...old,
                  ...(typed !== '' && { [FIELD_OF[size]]: Number(typed) }),
                }))
              }
              error={isMissing(FIELD_OF[size])}
            />
          ))}
        </Group>
      ))}
    </Dialog>
  );
}
