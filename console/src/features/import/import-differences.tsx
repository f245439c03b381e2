import { Alert, List, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { HeadedTable, Section } from '../../shared/ui/page.tsx';
import type { ChangedRecord, Differences, ImportCounts } from './import-api.ts';
import { importCopy } from './import-copy.ts';

const COUNTED = {
  articles: 'article',
  articleVariants: 'articleVariant',
  products: 'product',
  productVariants: 'productVariant',
  carriers: 'carrier',
} as const;

/** Shows the changes of an import: counts by kind, then each record. */
export function ImportDifferences({ counts, isDone }: { counts: ImportCounts; isDone: boolean }) {
  const copy = useCopy(importCopy);
  const { differences, warnings = [] } = counts;
  return (
    <>
      {warnings.length > 0 && (
        <Alert color="yellow" title={copy.warnings}>
          <List size="sm">
            {warnings.map(({ pointer, message }) => (
              <List.Item key={pointer + message}>{copy.sayProblem(message)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {differences && (
        <>
          <Section title={isDone ? copy.didChange : copy.wouldChange}>
            {isEmpty(differences) ? <Text size="sm">{copy.nothing}</Text> : <Counts of={differences.counts} />}
          </Section>
          <Records {...differences} />
        </>
      )}
    </>
  );
}

function isEmpty({ new: added, changed, broughtBack, retired }: Differences): boolean {
  return added.length + changed.length + broughtBack.length + retired.length === 0;
}

function Counts({ of }: { of: Differences['counts'] }) {
  const copy = useCopy(importCopy);
  const { count } = useFormats();
  const { kind, ...columns } = copy.counts;
  const names = Object.keys(columns) as (keyof typeof columns)[];
  return (
    <HeadedTable
      heads={[kind, ...names.map((name) => ({ label: columns[name], ta: 'right' as const }))]}
      minWidth={560}
    >
      {(Object.keys(COUNTED) as (keyof typeof COUNTED)[]).map((part) => {
        const counted: Partial<Record<keyof typeof columns, number>> = of[part];
        return (
          <Table.Tr key={part} data-counted={part}>
            <Table.Td>{copy.kinds[COUNTED[part]]}</Table.Td>
            {names.map((name) => (
              <Table.Td key={name} ta="right" {...(!counted[name] && { c: 'dimmed' })}>
                {count(counted[name] ?? 0)}
              </Table.Td>
            ))}
          </Table.Tr>
        );
      })}
    </HeadedTable>
  );
}

function Records({ counts, new: added, changed, broughtBack, retired }: Differences) {
  const copy = useCopy(importCopy);
  const { count } = useFormats();
  const all = (what: 'new' | 'changed' | 'broughtBack' | 'retired') =>
    Object.values(counts).reduce((sum, part: Partial<Record<typeof what, number>>) => sum + (part[what] ?? 0), 0);
  return (
    <>
      {changed.length > 0 && (
        <Part title={copy.changed} listed={changed.length} all={all('changed')}>
          <Changes records={changed} />
        </Part>
      )}
      {retired.length > 0 && (
        <Part title={copy.retired} listed={retired.length} all={all('retired')}>
          <HeadedTable
            heads={[copy.code, copy.name, { label: copy.onHand, ta: 'right' }, { label: copy.openOrders, ta: 'right' }]}
          >
            {retired.map(({ kind, code, name, color, size, onHand, openOrders }) => (
              <Table.Tr key={kind + code} data-retired={code}>
                <Table.Td ff="monospace">{code}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{`${name}, ${color}, ${size}`}</Table.Td>
                <Table.Td ta="right">{count(onHand)}</Table.Td>
                <Table.Td ta="right">{count(openOrders)}</Table.Td>
              </Table.Tr>
            ))}
          </HeadedTable>
        </Part>
      )}
      {broughtBack.length > 0 && (
        <Part title={copy.broughtBack} listed={broughtBack.length} all={all('broughtBack')}>
          <Changes records={broughtBack} />
        </Part>
      )}
      {added.length > 0 && (
        <Part title={copy.newOnes} listed={added.length} all={all('new')}>
          <Table>
            <Table.Tbody>
              {added.map(({ kind, code }) => (
                <Table.Tr key={kind + code} data-new={code}>
                  <Table.Td w={220}>{copy.kinds[kind]}</Table.Td>
                  <Table.Td ff="monospace">{code}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Part>
      )}
    </>
  );
}

type PartProps = { title: string; listed: number; all: number; children: ReactNode };

function Part({ title, listed, all, children }: PartProps) {
  const copy = useCopy(importCopy);
  const { count } = useFormats();
  return (
    <Section title={title}>
      {listed < all && <Text size="sm">{copy.firstOf(count(listed), count(all))}</Text>}
      <Table.ScrollContainer minWidth={560}>{children}</Table.ScrollContainer>
    </Section>
  );
}

/** Shows one line for each changed field, with old and new value. */
function Changes({ records }: { records: ChangedRecord[] }) {
  const copy = useCopy(importCopy);
  return (
    <HeadedTable heads={[copy.code, copy.field, { label: copy.before, w: '28%' }, { label: copy.after, w: '28%' }]}>
      {records.flatMap(({ kind, code, changes }) =>
        (changes.length === 0 ? [{ field: '', before: undefined, after: undefined }] : changes).map(
          ({ field, before, after }, index) => (
            <Table.Tr key={`${kind} ${code} ${field}`} data-changed={`${code} ${field}`}>
              <Table.Td ff="monospace" maw={240} style={{ overflowWrap: 'anywhere' }}>
                {index === 0 && code}
              </Table.Td>
              <Table.Td>{field}</Table.Td>
              <Table.Td maw={320} style={{ overflowWrap: 'anywhere' }}>
                {textOf(before)}
              </Table.Td>
              <Table.Td maw={320} fw={600} style={{ overflowWrap: 'anywhere' }}>
                {textOf(after)}
              </Table.Td>
            </Table.Tr>
          ),
        ),
      )}
    </HeadedTable>
  );
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
