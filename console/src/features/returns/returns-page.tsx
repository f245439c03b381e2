import { Button, Group, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCopy, useFormats } from '../../shared/copy/copy.ts';
import { ChoiceSelect, DayRange } from '../../shared/list/filters.tsx';
import { AnnouncedSection } from '../../shared/returns/announced-section.tsx';
import { ClientSelect } from '../../shared/ui/client-select.tsx';
import { Fold } from '../../shared/ui/fold.tsx';
import { OrderLink } from '../../shared/ui/links.tsx';
import { HeadedTable, ListResult, Page, Section } from '../../shared/ui/page.tsx';
import tableText from '../../shared/ui/table-text.module.css';
import { BookSection } from './book-section.tsx';
import { CONDITIONS, REASONS, type Return, type ReturnsSearch, returnsQuery } from './returns-api.ts';
import { returnsCopy } from './returns-copy.ts';

const route = getRouteApi('/office/returns');

export function ReturnsPage() {
  const copy = useCopy(returnsCopy);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(returnsQuery(search));
  const change = (changes: ReturnsSearch) =>
    void navigate({ search: ({ cursor: _, ...before }) => ({ ...before, ...changes }) as ReturnsSearch });
  return (
    <Page title={copy.title}>
      <BookSection code={search.code} onCode={(code) => change({ code })} />
      <AnnouncedSection clientId={search.client} />
      <Section title={copy.list}>
        <Fold>
          <ReturnsFilter
            search={search}
            onChange={change}
            onClear={() => void navigate({ search: (search.code ? { code: search.code } : {}) as ReturnsSearch })}
          />
        </Fold>
        <ListResult
          query={list}
          to="/returns"
          search={search}
          none={
            <Text size="sm" mt="sm">
              {copy.none}
            </Text>
          }
        >
          {(rows, isOld) => <ReturnsTable returns={rows} isOld={isOld} />}
        </ListResult>
      </Section>
    </Page>
  );
}

type ReturnsFilterProps = { search: ReturnsSearch; onChange: (changes: ReturnsSearch) => void; onClear: () => void };

function ReturnsFilter({ search, onChange, onClear }: ReturnsFilterProps) {
  const copy = useCopy(returnsCopy);
  const { client, condition, reason, from, to } = search;
  const isFiltered = [client, condition, reason, from, to].some((one) => one !== undefined);
  return (
    <Group gap="sm" align="flex-end">
      <ClientSelect
        label={copy.client}
        placeholder={copy.anyClient}
        w={200}
        value={client}
        onChange={(chosen) => onChange({ client: chosen })}
      />
      <ChoiceSelect
        label={copy.condition}
        any={copy.anyCondition}
        of={CONDITIONS}
        names={copy.shortConditions}
        value={condition}
        onChange={(one) => onChange({ condition: one })}
      />
      <ChoiceSelect
        label={copy.reason}
        any={copy.anyReason}
        of={REASONS}
        names={copy.reasons}
        value={reason}
        onChange={(one) => onChange({ reason: one })}
      />
      <DayRange words={copy} days={search} onChange={onChange} />
      {isFiltered && (
        <Button variant="subtle" onClick={onClear}>
          {copy.clear}
        </Button>
      )}
    </Group>
  );
}

/** Lists returns with one row for each item. */
function ReturnsTable({ returns, isOld }: { returns: readonly Return[]; isOld: boolean }) {
  const copy = useCopy(returnsCopy);
  const { count, moment } = useFormats();
  return (
    <HeadedTable
      heads={[
        copy.when,
        copy.order,
        copy.client,
        { label: copy.pieces, ta: 'right' },
        copy.what,
        copy.condition,
        copy.reason,
        copy.who,
      ]}
      minWidth={780}
      isOld={isOld}
    >
      {returns.flatMap((one) =>
        one.items.map((item, index) => (
          <Table.Tr
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a return have no other name, and never move.
            key={`${one.returnId} ${index}`}
            data-return={one.returnId}
          >
            <Table.Td style={{ whiteSpace: 'nowrap' }}>{moment(one.received)}</Table.Td>
            <Table.Td>
              <OrderLink clientId={one.clientId} orderId={one.orderId} />
            </Table.Td>
            <Table.Td>
              <span className={tableText.brief} title={one.clientName}>
                {one.clientName}
              </span>
            </Table.Td>
            <Table.Td ta="right">{count(item.quantity)}</Table.Td>
            <Table.Td ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {item.piece ?? item.code}
            </Table.Td>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>{copy.shortConditions[item.condition]}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {copy.reasons[item.reason]}
              {item.note !== undefined && (
                <Text size="xs" c="dimmed">
                  {item.note}
                </Text>
              )}
            </Table.Td>
            <Table.Td>{one.receivedByName}</Table.Td>
          </Table.Tr>
        )),
      )}
    </HeadedTable>
  );
}
