import { ActionIcon, Button, Code, Group, NativeSelect, Table, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useCopy, useFormats, wordOf } from '../../shared/copy/copy.ts';
import { ChoiceSelect, DayRange } from '../../shared/list/filters.tsx';
import { useTypedSearch } from '../../shared/list/search-field.tsx';
import { Fold } from '../../shared/ui/fold.tsx';
import { Icon } from '../../shared/ui/icons.tsx';
import { AnchorLink, NameLink } from '../../shared/ui/links.tsx';
import { HeadedTable, ListResult, Page } from '../../shared/ui/page.tsx';
import { type AuditEntry, auditQuery, peopleQuery } from './audit-api.ts';
import { auditCopy } from './audit-copy.ts';
import { type AuditSearch, SUBJECT_KINDS } from './audit-search.ts';
import { chooseSentence, sentenceParts } from './audit-sentence.ts';

const route = getRouteApi('/office/audit');

export function AuditPage() {
  const copy = useCopy(auditCopy);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(auditQuery(search));
  const filter = (changes: AuditSearch) =>
    void navigate({ search: ({ cursor: _, ...before }) => ({ ...before, ...changes }) as AuditSearch });
  return (
    <Page title={copy.title}>
      <Fold>
        <AuditFilter search={search} onChange={filter} onClear={() => void navigate({ search: {} })} />
      </Fold>
      <ListResult query={list} to="/audit" search={search} none={<Text>{copy.none}</Text>}>
        {(entries, isOld) => <AuditTable entries={entries} search={search} isOld={isOld} />}
      </ListResult>
    </Page>
  );
}

type AuditFilterProps = { search: AuditSearch; onChange: (changes: AuditSearch) => void; onClear: () => void };

function AuditFilter({ search, onChange, onClear }: AuditFilterProps) {
  const copy = useCopy(auditCopy);
  const { data: people = [] } = useQuery(peopleQuery);
  const { person, kind } = search;
  const typed = useTypedSearch(search.which, (which) => onChange({ which }));
  const known = people.some(({ operatorId }) => operatorId === person);
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        label={copy.person}
        w={190}
        value={person ?? ''}
        data={[
          { value: '', label: copy.anybody },
          // Programs are not among the people. They are shown by clientId.
          ...(person && !known ? [{ value: person, label: person }] : []),
          ...people.map(({ operatorId, name }) => ({ value: operatorId, label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ person: value || undefined })}
      />
      <ChoiceSelect
        label={copy.subject}
        w={160}
        any={copy.anything}
        of={SUBJECT_KINDS}
        names={copy.kinds}
        value={kind}
        onChange={(one) => onChange({ kind: one })}
      />
      <TextInput label={copy.which} placeholder={copy.whichMeans} w={280} {...typed} />
      <DayRange words={copy} days={search} onChange={onChange} />
      {Object.keys(search).length > 0 && (
        <Button variant="subtle" onClick={onClear}>
          {copy.clear}
        </Button>
      )}
    </Group>
  );
}

interface AuditTableProps {
  entries: AuditEntry[];
  search: AuditSearch;
  /** Whether these are the rows of the previous page, shown while the next one loads. */
  isOld: boolean;
}

function AuditTable({ entries, search, isOld }: AuditTableProps) {
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

/** Shows the sentence of an action, with a link to its subject. */
function AuditSentence({ entry }: { entry: AuditEntry }) {
  const copy = useCopy(auditCopy);
  const { action, detail } = chooseSentence(entry);
  const parts = sentenceParts(wordOf(copy.actions, action, copy.other), detail);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other name, and never move.
    <Fragment key={index}>{'words' in part ? part.words : <Subject entry={entry} />}</Fragment>
  ));
}

function Subject({ entry: { subject } }: { entry: AuditEntry }): ReactNode {
  const copy = useCopy(auditCopy);
  const { kind, id, name } = subject;
  if (id === undefined) return kind === 'catalog' ? copy.catalogue : copy.kinds[kind];
  // An orderId may contain slashes. A clientId does not.
  const [clientId = '', ...rest] = id.split('/');
  const orderId = rest.join('/');
  const label = kind === 'order' ? `${orderId}${name ? ` (${name})` : ''}` : (name ?? id);
  const link = {
    order: { to: '/orders/$clientId/$orderId', params: { clientId, orderId } },
    client: { to: '/clients/$clientId', params: { clientId: id } },
    operator: { to: '/staff/$operatorId', params: { operatorId: id } },
    station: { to: '/stations/$stationId', params: { stationId: id } },
    carrier: { to: '/carriers' },
    stock: { to: '/stock', search: { q: orderId } },
    catalog: undefined,
    printer: { to: '/printers' },
    label_provider: { to: '/postage' },
    machine: { to: '/machines' },
    batch: undefined,
    bins: undefined,
    hand_over: undefined,
    service: undefined,
    article: { to: '/catalogue/articles/$manufacturerCode', params: { manufacturerCode: id } },
    webhook_endpoint: { to: '/webhooks/$clientId/$endpointId', params: { clientId, endpointId: orderId } },
  }[kind];
  if (!link) return label;
  return (
    <AnchorLink {...(link as { to: '/orders' })} size="sm" underline="always">
      {label}
    </AnchorLink>
  );
}
