import { ActionIcon, Code, Table, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { NameLink } from '../../shared/ui/links.tsx';
import { HeadedTable } from '../../shared/ui/list-table.tsx';
import type { AuditEntry } from './audit-api.ts';
import { auditCopy } from './audit-copy.ts';
import type { AuditSearch } from './audit-search.ts';
import { AuditSentence } from './audit-sentence-view.tsx';

interface AuditTableProps {
  entries: AuditEntry[];
  search: AuditSearch;
  /** It is the page before, while the next is on its way. */
  isOld: boolean;
}

export function AuditTable({ entries, search, isOld }: AuditTableProps) {
  const copy = useCopy(auditCopy);
  return (
    <HeadedTable
      heads={[
        { label: copy.time, w: 180 },
        { label: copy.person, w: '22%' },
        copy.what,
        { label: <VisuallyHidden>{copy.details}</VisuallyHidden>, w: 48 },
      ]}
      layout="fixed"
      isOld={isOld}
    >
      {entries.map((entry) => (
        <AuditRow key={entry.entryId} entry={entry} search={search} />
      ))}
    </HeadedTable>
  );
}

function AuditRow({ entry, search }: { entry: AuditEntry; search: AuditSearch }) {
  const copy = useCopy(auditCopy);
  const { moment } = useFormats();
  const [isOpen, { toggle }] = useDisclosure();
  const { entryId, occurred, action, detail } = entry;
  return (
    <>
      <Table.Tr data-action={action}>
        <Table.Td>{moment(occurred)}</Table.Td>
        <Table.Td>
          <Who entry={entry} search={search} />
        </Table.Td>
        <Table.Td style={{ overflowWrap: 'anywhere' }}>
          <AuditSentence entry={entry} />
        </Table.Td>
        <Table.Td>
          {detail && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={copy.detailsOf}
              aria-expanded={isOpen}
              aria-controls={isOpen ? entryId : undefined}
              onClick={toggle}
            >
              <Icon name={isOpen ? 'down' : 'right'} size={16} />
            </ActionIcon>
          )}
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr id={entryId}>
          <Table.Td colSpan={4}>
            <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {JSON.stringify(detail, undefined, 2)}
            </Code>
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

function Who({ entry: { actor }, search }: { entry: AuditEntry; search: AuditSearch }) {
  const copy = useCopy(auditCopy);
  if (actor.kind === 'system') return copy.system;
  const name = actor.id === undefined ? copy.commandLine : (actor.name ?? actor.id);
  if (actor.id === undefined) return name;
  const { cursor: _, ...rest } = search;
  return (
    <NameLink to="/audit" search={{ ...rest, person: actor.id }} title={copy.onlyOf(name)}>
      {name}
    </NameLink>
  );
}
