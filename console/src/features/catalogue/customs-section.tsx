import { Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { HeadedTable } from '../../shared/ui/list-table.tsx';
import { RequestFailure } from '../../shared/ui/request-failure.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { catalogueCopy } from './catalogue-copy.ts';
import {
  CUSTOMS_FIELDS,
  type Customs,
  type CustomsOwner,
  readCustoms,
  type SeenCustoms,
} from './customs-api.ts';
import { CustomsDialog } from './customs-dialog.tsx';

interface CustomsSectionProps {
  owner: CustomsOwner;
  /** Of the article or product as a whole. */
  customs: Customs;
  variants: readonly (Customs & { owner: CustomsOwner })[];
}

/** What a customs declaration says of it, and which of its variants differ. */
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
          // Another owner is another form.
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
  /** What is missing of a variant is that of the whole. */
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
        const shown = (value: string | undefined, isNeeded: boolean) =>
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
            <Table.Td ff="monospace">{shown(hsCode, true)}</Table.Td>
            <Table.Td>{shown(countryOfOrigin, true)}</Table.Td>
            <Table.Td ta="right">
              {shown(weightGrams === undefined ? undefined : copy.grams(count(weightGrams)), true)}
            </Table.Td>
            <Table.Td>{shown(customsDescription, false)}</Table.Td>
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
