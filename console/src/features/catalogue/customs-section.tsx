import { NativeSelect, Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { violationsByField } from '../../shared/api/request-error.ts';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { Dialog, useDialogChange } from '../../shared/ui/dialog.tsx';
import { HeadedTable, RequestFailure, Section } from '../../shared/ui/page.tsx';
import {
  CATALOGUE_KEY,
  CUSTOMS_FIELDS,
  type Customs,
  type CustomsOwner,
  readCustoms,
  type SeenCustoms,
  saveCustoms,
} from './catalogue-api.ts';
import { catalogueCopy } from './catalogue-copy.ts';

interface CustomsSectionProps {
  owner: CustomsOwner;
  /** The customs data of the article or product. */
  customs: Customs;
  variants: readonly (Customs & { owner: CustomsOwner })[];
}

/** Shows the customs data, and the variants that differ. */
export function CustomsSection({ owner, customs, variants }: CustomsSectionProps) {
  const copy = useCopy(catalogueCopy).customs;
  const [seen, setSeen] = useState<SeenCustoms>();
  const [failure, setFailure] = useState<Error>();
  const edit = (whose: CustomsOwner) =>
    void readCustoms(whose).then((read) => {
      setFailure(undefined);
      setSeen(read);
    }, setFailure);
  const differing = variants.filter(hasAny);
  return (
    <Section
      title={copy.title}
      actions={
        <ActionButton verb="catalog.change" variant="default" size="compact-sm" onClick={() => edit(owner)}>
          {copy.change}
        </ActionButton>
      }
    >
      {failure && <RequestFailure error={failure} />}
      <CustomsTable
        rows={[
          { label: variants.length > 0 ? copy.allVariants : '', customs, isWhole: true },
          ...differing.map((one) => ({ label: one.owner.code, customs: one, isWhole: false })),
        ]}
      />
      {seen && (
        <CustomsDialog
          // A new key resets the form for another owner.
          key={seen.owner.code}
          seen={seen}
          owners={[owner, ...variants.map((one) => one.owner)]}
          onOther={edit}
          onClose={() => setSeen(undefined)}
        />
      )}
    </Section>
  );
}

const hasAny = (customs: Customs) => CUSTOMS_FIELDS.some((field) => customs[field] !== undefined);

interface CustomsRow {
  label: string;
  customs: Customs;
  /** A missing value of a variant comes from the whole article or product. */
  isWhole: boolean;
}

function CustomsTable({ rows }: { rows: readonly CustomsRow[] }) {
  const copy = useCopy(catalogueCopy).customs;
  const { count } = useFormats();
  return (
    <HeadedTable
      heads={[
        copy.holdsFor,
        copy.fields.hsCode,
        copy.fields.countryOfOrigin,
        { label: copy.fields.weightGrams, ta: 'right' },
        copy.fields.customsDescription,
      ]}
      minWidth={560}
    >
      {rows.map(({ label, customs, isWhole }) => {
        const { hsCode, countryOfOrigin, weightGrams, customsDescription } = customs;
        const renderValue = (value: string | undefined, isNeeded: boolean) =>
          value ?? (
            <Absent
              words={!isWhole ? copy.asWhole : isNeeded ? copy.missing : copy.titleStands}
              isGap={isWhole && isNeeded}
            />
          );
        return (
          <Table.Tr key={label} data-customs={label}>
            <Table.Td style={{ overflowWrap: 'anywhere' }} {...(!isWhole && { ff: 'monospace' })}>
              {label}
            </Table.Td>
            <Table.Td ff="monospace">{renderValue(hsCode, true)}</Table.Td>
            <Table.Td>{renderValue(countryOfOrigin, true)}</Table.Td>
            <Table.Td ta="right">
              {renderValue(weightGrams === undefined ? undefined : copy.grams(count(weightGrams)), true)}
            </Table.Td>
            <Table.Td>{renderValue(customsDescription, false)}</Table.Td>
          </Table.Tr>
        );
      })}
    </HeadedTable>
  );
}

function Absent({ words, isGap }: { words: string; isGap: boolean }) {
  return (
    <Text size="sm" component="span" ff="text" {...(isGap ? { fw: 600 } : { c: 'dimmed' })}>
      {words}
    </Text>
  );
}

interface CustomsDialogProps {
  seen: SeenCustoms;
  owners: readonly CustomsOwner[];
  onOther: (owner: CustomsOwner) => void;
  onClose: () => void;
}

type Typed = Record<(typeof CUSTOMS_FIELDS)[number], string>;

/** Changes the customs data of all variants or of one. */
function CustomsDialog({ seen, owners, onOther, onClose }: CustomsDialogProps) {
  const copy = useCopy(catalogueCopy).customs;
  const [typed, setTyped] = useState<Typed>(() => typedOf(seen.content));
  const save = useDialogChange(() => saveCustoms(seen, customsOf(typed)), CATALOGUE_KEY, onClose);
  const faults = violationsByField(save.error);
  return (
    <Dialog title={copy.changeTitle} confirm={copy.save} change={save} onSubmit={() => save.mutate()} onClose={onClose}>
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

/** Leaves out empty fields. A weight that is not a number is sent as typed, and the server refuses it. */
function customsOf(typed: Typed): Customs {
  const given = CUSTOMS_FIELDS.map((field) => [field, typed[field].trim()] as const).filter(([, text]) => text !== '');
  const values = given.map(([field, text]) => [
    field,
    field === 'weightGrams' && /^\d+$/.test(text) ? Number(text) : text,
  ]);
  return Object.fromEntries(values) as Customs;
}
