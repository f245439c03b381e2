import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy } from '../../shared/copy/copy.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { CATALOGUE_KEY } from './catalogue-api.ts';
import { catalogueCopy } from './catalogue-copy.ts';
import {
  CUSTOMS_FIELDS,
  type Customs,
  type CustomsOwner,
  type SeenCustoms,
  saveCustoms,
} from './customs-api.ts';

interface CustomsDialogProps {
  seen: SeenCustoms;
  /** The article or product, then its variants. */
  owners: readonly CustomsOwner[];
  onOther: (owner: CustomsOwner) => void;
  onClose: () => void;
}

type Typed = Record<(typeof CUSTOMS_FIELDS)[number], string>;

/** Changes customs data: of all variants, or of one that differs. What is left empty is not known, or as for all. */
export function CustomsDialog({ seen, owners, onOther, onClose }: CustomsDialogProps) {
  const copy = useCopy(catalogueCopy).customs;
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<Typed>(() => typedOf(seen.content));
  const readAnew = () => queryClient.invalidateQueries({ queryKey: CATALOGUE_KEY });
  const save = useMutation({
    mutationFn: () => saveCustoms(seen, customsOf(typed)),
    onSuccess: async () => {
      await readAnew();
      onClose();
    },
    onError: readAnew,
  });
  const faults = violationsByField(save.error);
  return (
    <Dialog
      title={copy.changeTitle}
      confirm={copy.save}
      error={save.error}
      isPending={save.isPending}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {owners.length > 1 && (
        <NativeSelect
          label={copy.holdsFor}
          value={owners.findIndex(({ code, kind }) => code === seen.owner.code && kind === seen.owner.kind)}
          data={owners.map(({ code }, index) => ({
            value: String(index),
            label: index === 0 ? copy.allVariants : code,
          }))}
          onChange={({ currentTarget: { value } }) => {
            const owner = owners[Number(value)];
            if (owner) onOther(owner);
          }}
        />
      )}
      {CUSTOMS_FIELDS.map((field) => (
        <TextInput
          key={field}
          {...(field === 'hsCode' && { 'data-autofocus': true })}
          {...(field === 'weightGrams' && { inputMode: 'numeric' as const })}
          label={copy.fields[field]}
          description={copy.help[field]}
          value={typed[field]}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setTyped((before) => ({ ...before, [field]: value }));
          }}
          error={faults[field]}
        />
      ))}
    </Dialog>
  );
}

function typedOf(customs: Customs): Typed {
  const { hsCode = '', countryOfOrigin = '', weightGrams, customsDescription = '' } = customs;
  return {
    hsCode,
    countryOfOrigin,
    weightGrams: weightGrams === undefined ? '' : String(weightGrams),
    customsDescription,
  };
}

/** Without what is empty; what is no number goes to the server as it is, which says so. */
function customsOf(typed: Typed): Customs {
  const given = CUSTOMS_FIELDS.map((field) => [field, typed[field].trim()] as const).filter(
    ([, text]) => text !== '',
  );
  const values = given.map(([field, text]) => [
    field,
    field === 'weightGrams' && /^\d+$/.test(text) ? Number(text) : text,
  ]);
  return Object.fromEntries(values) as Customs;
}
