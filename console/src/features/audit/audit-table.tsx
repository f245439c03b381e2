import { ActionIcon, Code, Table, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCopy } from '../../shared/copy/copy.ts';
import { useFormats } from '../../shared/copy/formats.ts';
import { Icon } from '../../shared/ui/icons.tsx';
import { AnchorLink } from '../../shared/ui/links.tsx';
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
  if (entries.length === 0) return <Text>{copy.none}</Text>;
  return (
    <Table layout="fixed" opacity={isOld ? 0.5 : 1} aria-busy={isOld}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={180}>{copy.time}</Table.Th>
          <Table.Th w="22%">{copy.person}</Table.Th>
          <Table.Th>{copy.what}</Table.Th>
          <Table.Th w={48}>
            <VisuallyHidden>{copy.details}</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <AuditRow key={entry.entryId} entry={entry} search={search} />
        ))}
      </Table.Tbody>
    </Table>
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
    <AnchorLink
      to="/audit"
      search={{ ...rest, person: actor.id }}
      size="sm"
      truncate
      display="block"
      title={copy.onlyOf(name)}
    >
      {name}
    </AnchorLink>
  );
}
